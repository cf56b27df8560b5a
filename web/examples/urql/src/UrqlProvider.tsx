// What SignalboxProvider is for Apollo Client, for urql: a client made with the
// configuration of FetchConfigProvider, and its hooks for GraphQLHooksProvider.
import { FetchConfigProvider, GraphQLHooksProvider, useFetchConfig, type FetchConfigProviderProps, type FetchPolicy, type GraphQLHooks } from '@signalbox/web'
import { createStreams, type SseOptions } from '@signalbox/web/sse'
import { useCallback, useInsertionEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  cacheExchange,
  Client,
  fetchExchange,
  mapExchange,
  Provider,
  subscriptionExchange,
  useClient,
  useMutation,
  useQuery,
  useSubscription,
  type AnyVariables,
  type DocumentInput,
  type Operation,
  type RequestPolicy,
} from 'urql'

interface Props extends FetchConfigProviderProps {
  /** Options of subscriptions. */
  readonly sse?: SseOptions | undefined
}

/** Around the routes: urql in the place of Apollo Client. */
export function UrqlProvider({ children, sse, ...config }: Props): ReactNode {
  return (
    <FetchConfigProvider {...config}>
      <ClientProvider sse={sse}>{children}</ClientProvider>
    </FetchConfigProvider>
  )
}

function ClientProvider({ children, sse }: Pick<Props, 'children' | 'sse'>) {
  const config = useFetchConfig()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the options of the first rendering count
  const client = useMemo(() => createClient(config, sse), [config])
  return (
    <Provider value={client}>
      <GraphQLHooksProvider {...urqlHooks}>{children}</GraphQLHooksProvider>
    </Provider>
  )
}

/** Returns a client for the server of a configuration: headers, token and refresh are in its fetch. */
export function createClient({ uri, fetch }: { uri: string; fetch: typeof globalThis.fetch }, sse?: SseOptions): Client {
  const shown = new Map<number, Operation>() // the queries on the screen
  const streams = createStreams({ uri, fetch }, {
    ...sse,
    onReconnect: () => {
      sse?.onReconnect?.()
      // Events may have been missed.
      for (const query of shown.values()) client.reexecuteOperation(client.createRequestOperation('query', query, { ...query.context, requestPolicy: 'network-only' }))
    },
  })
  const client = new Client({
    url: uri,
    fetch,
    preferGetMethod: false,
    fetchOptions: { headers: { 'graphql-preflight': '1' } }, // for uploads, which urql sends as multipart requests
    exchanges: [
      mapExchange({
        onOperation: (operation) => {
          if (operation.kind === 'query') shown.set(operation.key, operation)
          if (operation.kind === 'teardown') shown.delete(operation.key)
        },
      }),
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({ unsubscribe: streams.subscribe({ query, variables: variables as Record<string, unknown> }, sink) }),
        }),
      }),
      fetchExchange,
    ],
  })
  return client
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
    const latest = useRef(options)
    useInsertionEffect(() => {
      latest.current = options
    })
    const execute = useCallback((more?: Options) => run({ ...latest.current?.variables, ...more?.variables }), [run])
    const [forgotten, forget] = useState<Operation>() // the last one before reset; urql keeps its result
    const last = operation === forgotten ? undefined : { data, error }
    const reset = () => { forget(operation) }
    return [execute, { data: last?.data, error: last?.error, loading: fetching, called: fetching || operation !== forgotten, reset }]
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
  const client = useClient()
  const context = useMemo(() => ({ suspense }), [suspense])
  // Other variables by refetch, until the component asks for others itself.
  const asked = JSON.stringify(variables)
  const [others, setOthers] = useState<{ asked: string; variables: object }>()
  const current = { ...variables, ...(others && others.asked === asked ? others.variables : undefined) }
  const [{ data, fetching, stale, error }] = useQuery<TData>({ query, variables: current as AnyVariables as never, pause: skip, requestPolicy: policies[fetchPolicy], context })
  const latest = useRef(current)
  useInsertionEffect(() => {
    latest.current = current
  })
  const refetch = useCallback(
    (more?: Partial<TVariables>) => {
      if (more) setOthers({ asked, variables: more })
      return client.query(query, { ...latest.current, ...more }, { requestPolicy: 'network-only' }).toPromise()
    },
    [client, query, asked],
  )
  // While it runs again after an error, urql still has the error.
  return { data, loading: fetching || stale, error: fetching || stale ? undefined : error, refetch } as never as ReturnType<typeof urqlHooks.useQuery<TData, TVariables & object>>
}
