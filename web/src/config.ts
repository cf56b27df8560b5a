import { createContext, createElement, useContext, useInsertionEffect, useMemo, useState, type ReactNode } from 'react'

import { createFetch, headersOf, type FetchOptions } from './fetch.js'

/** How to reach the GraphQL server: what a client is made with. */
export interface FetchConfig {
  /** The address of the server. */
  readonly uri: string
  /** Sends a request with the headers and the token, and refreshes the token on 401. */
  readonly fetch: typeof fetch
  /** Returns the headers and the token of this moment, for what takes no fetch. */
  readonly getHeaders: () => Promise<Record<string, string>>
}

/** Props of {@link FetchConfigProvider}. */
export interface FetchConfigProviderProps extends FetchOptions {
  /** The address of the server; without it `/graphql`. */
  readonly uri?: string | undefined
  readonly children?: ReactNode
}

function createConfig(uri: string, options: FetchOptions): FetchConfig {
  return { uri, fetch: createFetch(options), getHeaders: async () => headersOf(options, await options.auth?.getToken()) }
}

const FetchConfigContext = /* #__PURE__ */ createContext(/* #__PURE__ */ createConfig('/graphql', {}))

/**
 * Says how to reach the server. Headers and token go with every request, whatever
 * client sends it. The configuration stays the same object until `uri` changes:
 * new `headers`, `auth` and `fetch` count from the next request on.
 */
export function FetchConfigProvider({ uri = '/graphql', headers, auth, fetch, children }: FetchConfigProviderProps): ReactNode {
  const [options] = useState<FetchOptions>(() => ({ headers, auth, fetch }))
  useInsertionEffect(() => {
    Object.assign(options, { headers, auth, fetch })
  })
  const value = useMemo(() => createConfig(uri, options), [uri, options])
  return createElement(FetchConfigContext.Provider, { value }, children)
}

/**
 * Returns the configuration of the nearest {@link FetchConfigProvider}; without
 * one, that of a server at `/graphql` on the same origin.
 */
export function useFetchConfig(): FetchConfig {
  return useContext(FetchConfigContext)
}
