import { ApolloLink, Observable } from '@apollo/client'
import { Kind, OperationTypeNode, print, type DocumentNode } from 'graphql'

import { createStreams, type SseOptions } from '@signalbox/web/sse'

import type { HttpOptions } from './upload.js'

/**
 * Returns a link that gets events from the server, as createStreams of
 * `@signalbox/web/sse` says. It ends a chain; isStream tells which operations are
 * for it.
 */
export function createSseLink(config: HttpOptions, options?: SseOptions): ApolloLink {
  const streams = createStreams(config, options)
  return new ApolloLink((operation) => {
    const { operationName, variables, extensions, query } = operation
    const { http } = operation.getContext() as { http?: { includeQuery?: boolean } }
    const request = { operationName, variables, extensions, ...(http?.includeQuery === false ? undefined : { query: print(query) }) }
    return new Observable((observer) =>
      streams.subscribe(request, {
        next: (result) => {
          observer.next(result)
        },
        error: (error) => {
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
