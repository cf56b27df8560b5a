/**
 * Subscriptions and live queries of any GraphQL client, by server-sent events.
 *
 * @module
 */
import { createClient, type ExecutionResult, type RequestParams } from 'graphql-sse'

import type { FetchConfig } from '@signalbox/web'

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
  /** Called when a stream is connected, for the first time or again. */
  readonly onConnect?: (() => void) | undefined
  /** Called when a stream is connected again: what happened meanwhile was missed. */
  readonly onReconnect?: (() => void) | undefined
}

/** What gets the events of operations. */
export interface Streams {
  /** Runs an operation and gives the sink its results. It returns a function that ends it. */
  readonly subscribe: (request: StreamRequest, sink: StreamSink) => () => void
}

/** An operation: its document as a text, or the hash of it in the extensions. */
export interface StreamRequest {
  readonly query?: string | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** Who gets the results of an operation. */
export interface StreamSink {
  /** Takes a result. */
  readonly next: (result: StreamResult) => void
  /** Takes the error that ended the stream. */
  readonly error: (error: unknown) => void
  /** Is called when the operation is over. */
  readonly complete: () => void
}

/** A result of an operation. */
export type StreamResult = ExecutionResult

/**
 * Returns what gets events from the server by graphql-sse's distinct connections
 * mode. A stream that breaks is connected again, with the token of that moment;
 * one that is refused ends with the errors of the answer.
 */
export function createStreams({ uri, fetch }: Pick<FetchConfig, 'uri' | 'fetch'>, { retry = backoff, retryAttempts = Infinity, onDisconnect, onConnect, onReconnect }: SseOptions = {}): Streams {
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
        onConnect?.()
        if (again) onReconnect?.()
      },
    },
  })
  return {
    subscribe: (request, sink) =>
      client.subscribe<Record<string, unknown>, Record<string, unknown>>(request as RequestParams, {
        next: (result) => {
          if (!isInterrupted(result)) sink.next(result)
        },
        error: sink.error,
        complete: sink.complete,
      }),
  }
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
