import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { createElement, useMemo, type ReactNode } from 'react'

import { FetchConfigProvider, GraphQLHooksProvider, useFetchConfig, type FetchConfigProviderProps } from '@signalbox/web'
import type { SseOptions } from '@signalbox/web/sse'

import { createDocumentsLink, type DocumentManifest } from './documents.js'
import { apolloHooks } from './hooks.js'
import { createSseLink, isStream } from './sse.js'
import { createUploadLink, hasFiles, type HttpOptions } from './upload.js'

type ApolloOptions = ConstructorParameters<typeof ApolloClient>[0]

/** What {@link createLink} makes of the configuration. */
export interface LinkOptions {
  /** Links in front of those that send: for errors, retries, logging. */
  readonly links?: readonly ApolloLink[] | undefined
  /**
   * Returns the link for what is neither a stream nor an upload; without it,
   * `new HttpLink(options)`. A `BatchHttpLink` sends several operations at once,
   * where the server takes that.
   */
  readonly http?: ((options: HttpOptions) => ApolloLink) | undefined
  /** Options of subscriptions and live queries. */
  readonly sse?: SseOptions | undefined
  /** Send hashes instead of the documents that this manifest has, or that have their hash in them. */
  readonly documents?: DocumentManifest | undefined
}

/** Options of {@link createClient}. */
export interface ClientOptions extends LinkOptions {
  /** The cache; without it `new InMemoryCache()`. */
  readonly cache?: ApolloOptions['cache'] | undefined
  /** Other options of ApolloClient. */
  readonly client?: Omit<ApolloOptions, 'cache' | 'link'> | undefined
}

/** Props of {@link SignalboxProvider}. */
export interface SignalboxProviderProps extends FetchConfigProviderProps, ClientOptions {}

/**
 * Returns the chain of links that reaches a signalbox server: documents by their
 * hash, subscriptions and live queries by server-sent events, files by multipart
 * requests, and everything else by HttpLink.
 */
export function createLink(config: HttpOptions, { links = [], http = (options) => new HttpLink(options), sse, documents }: LinkOptions = {}): ApolloLink {
  const sending = ApolloLink.split((operation) => hasFiles(operation.variables), createUploadLink(config), http(config))
  const streaming = ApolloLink.split((operation) => isStream(operation.query), createSseLink(config, sse), sending)
  return ApolloLink.from([...links, ...(documents ? [createDocumentsLink(documents)] : []), streaming])
}

/**
 * Returns a client for a signalbox server. When a stream was interrupted, what
 * is on the screen is fetched again, since events may have been missed.
 */
export function createClient(config: HttpOptions, { cache = new InMemoryCache(), client: options, sse, ...links }: ClientOptions = {}): ApolloClientOf {
  const onReconnect = () => {
    sse?.onReconnect?.()
    void client.refetchQueries({ include: 'active', onQueryUpdated: (query) => !isStream(query.query) })
  }
  const client: ApolloClientOf = new ApolloClient({ ...options, cache, link: createLink(config, { ...links, sse: { ...sse, onReconnect } }) })
  return client
}

/** An ApolloClient, of version 3 as of version 4. */
export type ApolloClientOf = InstanceType<typeof ApolloClient>

/**
 * The root provider: around the routes, at the top of the application. It is
 * FetchConfigProvider, ApolloProvider and GraphQLHooksProvider in one; useQuery,
 * useMutation and useSubscription of `@signalbox/web` work below it, and so do all
 * hooks of Apollo Client.
 *
 * A new `uri` means a new client; the other options of the client are those of
 * the first rendering.
 */
export function SignalboxProvider({ uri, headers, auth, fetch, children, ...options }: SignalboxProviderProps): ReactNode {
  return createElement(FetchConfigProvider, { uri, headers, auth, fetch }, createElement(ClientProvider, options, children))
}

function ClientProvider({ children, ...options }: ClientOptions & { readonly children?: ReactNode }): ReactNode {
  const config = useFetchConfig()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the options of the first rendering count
  const client = useMemo(() => createClient(config, options), [config])
  return createElement(ApolloProvider, { client, children: createElement(GraphQLHooksProvider, apolloHooks, children) })
}
