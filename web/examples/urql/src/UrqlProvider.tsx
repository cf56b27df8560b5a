// What SignalboxProvider is for Apollo Client, for urql: a client made with the
// configuration of FetchConfigProvider, and its hooks for GraphQLHooksProvider.
import { FetchConfigProvider, GraphQLHooksProvider, useFetchConfig, type FetchConfigProviderProps, type FetchPolicy, type GraphQLHooks } from '@signalbox/web'
import { createClient as createSse } from 'graphql-sse'
import { useCallback, useMemo, type ReactNode } from 'react'
import {
  cacheExchange,
  Client,
  fetchExchange,
  Provider,
  subscriptionExchange,
  useMutation,
  useQuery,
  useSubscription,
  type AnyVariables,
  type DocumentInput,
  type RequestPolicy,
} from 'urql'

/** Around the routes: urql in the place of Apollo Client. */
export function UrqlProvider({ children, ...config }: FetchConfigProviderProps): ReactNode {
  return (
    <FetchConfigProvider {...config}>
      <ClientProvider>{children}</ClientProvider>
    </FetchConfigProvider>
  )
}

function ClientProvider({ children }: { readonly children?: ReactNode }) {
  const config = useFetchConfig()
  const client = useMemo(() => createClient(config), [config])
  return (
    <Provider value={client}>
      <GraphQLHooksProvider {...urqlHooks}>{children}</GraphQLHooksProvider>
    </Provider>
  )
}

/** Returns a client for the server of a configuration: headers, token and refresh are in its fetch. */
export function createClient({ uri, fetch }: { uri: string; fetch: typeof globalThis.fetch }): Client {
  const sse = createSse({ url: uri, fetchFn: fetch, retryAttempts: Infinity })
  return new Client({
    url: uri,
    fetch,
    preferGetMethod: false,
    fetchOptions: { headers: { 'graphql-preflight': '1' } }, // for uploads, which urql sends as multipart requests
    exchanges: [
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: sse.subscribe({ query, variables: variables as Record<string, unknown> }, sink as never) }),
        }),
      }),
      fetchExchange,
    ],
  })
}

const policies: Record<FetchPolicy, RequestPolicy> = {
  'cache-first': 'cache-first',
  'cache-and-network': 'cache-and-network',
  'network-only': 'network-only',
  'cache-only': 'cache-only',
  'no-cache': 'network-only',
}

// The documents of both sides are the same; only their types differ.
type Document<TData> = DocumentInput<TData>

/** urql's hooks, with the arguments and results of this package's. */
export const urqlHooks: GraphQLHooks = {
  useQuery: <TData, TVariables extends object>(query: unknown, options: Parameters<typeof useGraphQL>[1] = {}) =>
    useGraphQL<TData, TVariables>(query as Document<TData>, options, false),
  useSuspenseQuery: <TData, TVariables extends object>(query: unknown, options: Parameters<typeof useGraphQL>[1] = {}) =>
    useGraphQL<TData, TVariables>(query as Document<TData>, options, true) as never,
  useMutation: <TData,>(mutation: unknown, options?: Options) => {
    const [{ data, error, fetching, operation }, run] = useMutation<TData>(mutation as Document<TData>)
    // urql keeps the last result; a new one replaces it.
    const reset = () => undefined
    return [(more?: Options) => run({ ...options?.variables, ...more?.variables }), { data, error, loading: fetching, called: operation !== undefined || fetching, reset }]
  },
  useSubscription: <TData,>(subscription: unknown, { variables, skip = false }: Pick<Options, 'variables' | 'skip'> = {}) => {
    const [{ data, error }] = useSubscription({ query: subscription as Document<TData>, variables: { ...variables }, pause: skip })
    return { data, error, loading: !skip && data === undefined && error === undefined }
  },
}

interface Options {
  readonly variables?: object | undefined
  readonly skip?: boolean | undefined
  readonly fetchPolicy?: FetchPolicy | undefined
}

function useGraphQL<TData, TVariables>(query: Document<TData>, { variables, skip = false, fetchPolicy = 'cache-first' }: Options, suspense: boolean) {
  const context = useMemo(() => ({ suspense }), [suspense])
  const [{ data, fetching, stale, error }, execute] = useQuery<TData>({
    query,
    variables: variables as AnyVariables as never,
    pause: skip,
    requestPolicy: policies[fetchPolicy],
    context,
  })
  const refetch = useCallback(
    (_variables?: Partial<TVariables>) => {
      execute({ requestPolicy: 'network-only' })
      return Promise.resolve()
    },
    [execute],
  )
  // While it runs again after an error, urql still has the error.
  return { data, loading: fetching || stale, error: fetching ? undefined : error, refetch } as never as ReturnType<typeof urqlHooks.useQuery<TData, TVariables & object>>
}
