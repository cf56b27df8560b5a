import { ApolloLink, Observable } from '@apollo/client'
import { Kind, OperationTypeNode, print, type DocumentNode } from 'graphql'
import { createClient, type ExecutionResult, type RequestParams } from 'graphql-sse'

import type { HttpOptions } from './upload.js'

/** Options of subscriptions and live queries. */
export interface SseOptions {
  /**
   * Waits before a stream is connected again; `retries` counts from 0. Without
   * it the wait doubles from 1 to 30 seconds, and up to a second is added at random.
   */
  readonly retry?: ((retries: number) => Promise<void>) | undefined
  /** How often a stream is connected again without an event between; without it, there is no bound. */
  readonly retryAttempts?: number | undefined
  /** Called when a stream broke, before it is connected again. */
  readonly onDisconnect?: (() => void) | undefined
  /** Called when a stream is connected again: what happened meanwhile was missed. */
  readonly onReconnect?: (() => void) | undefined
}

/**
 * Returns a link that gets events from the server by graphql-sse's distinct
 * connections mode. A stream that breaks is connected again, with the token of
 * that moment. It ends a chain; isStream tells which operations are for it.
 */
export function createSseLink({ uri, fetch }: HttpOptions, { retry = backoff, retryAttempts = Infinity, onDisconnect, onReconnect }: SseOptions = {}): ApolloLink {
  const client = createClient({
    url: uri,
    retry: (retries) => {
      onDisconnect?.()
      return retry(retries)
    },
    retryAttempts,
    fetchFn: async (input: string, init: RequestInit) => lingering(await refusal(await fetch(input, init))),
    on: {
      connected: (again) => {
        if (again) onReconnect?.()
      },
    },
  })
  return new ApolloLink((operation) => {
    const { operationName, variables, extensions, query } = operation
    const { http } = operation.getContext() as { http?: { includeQuery?: boolean } }
    const request = { operationName, variables, extensions, ...(http?.includeQuery === false ? undefined : { query: print(query) }) } as RequestParams
    return new Observable((observer) =>
      client.subscribe<Record<string, unknown>, Record<string, unknown>>(request, {
        next: (result) => {
          if (!isInterrupted(result)) observer.next(result)
        },
        error: (error: unknown) => {
          observer.error(error)
        },
        complete: () => {
          observer.complete()
        },
      }),
    )
  })
}

/** Reports whether an operation is answered by a stream: a subscription, or a query with `@live`. */
export function isStream(document: DocumentNode): boolean {
  return document.definitions.some(
    (d) => d.kind === Kind.OPERATION_DEFINITION && (d.operation === OperationTypeNode.SUBSCRIPTION || d.directives?.some((directive) => directive.name.value === 'live') === true),
  )
}

/** isInterrupted reports whether the server ends the stream so that the client connects again. */
function isInterrupted({ data, errors = [] }: ExecutionResult): boolean {
  const codes = errors.map(({ extensions }: { extensions?: Record<string, unknown> }) => extensions?.['code'])
  return !data && codes.length > 0 && codes.every((code) => code === 'SLOW_SUBSCRIBER' || code === 'EVENTS_LOST')
}

/**
 * refusal makes a stream of an answer that the same request would get again, so
 * that it ends with the errors of the answer instead of being tried for ever.
 */
async function refusal(response: Response): Promise<Response> {
  const { status } = response
  if (status < 400 || status >= 500 || status === 408 || status === 429) return response
  const message = JSON.stringify({ errors: [{ message: `The server refused the subscription: ${String(status)} ${response.statusText}` }] })
  const text = await response.text().then((body) => (isErrors(body) ? body.replace(/\s+/g, ' ') : message))
  return new Response(`event: next\ndata: ${text}\n\nevent: complete\ndata:\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}

/**
 * lingering ends the body only after the events before its end were taken:
 * graphql-sse notices that a stream breaks only while it waits for an event.
 */
function lingering(response: Response): Response {
  const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: () => new Promise((resolve) => setTimeout(resolve)) }))
  return new Response(body, response)
}

function isErrors(body: string): boolean {
  try {
    return Array.isArray((JSON.parse(body) as { errors?: unknown }).errors)
  } catch {
    return false
  }
}

function backoff(retries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** retries, 30_000) + Math.random() * 1000))
}
