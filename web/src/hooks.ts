import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'

import type { GraphQLDocument, Variables } from './document.js'

declare global {
  /**
   * What a GraphQL client adds to the types of the hooks, by declaration merging.
   * `@signalbox/web/apollo` fills it with the options of Apollo Client.
   */
  namespace SignalboxClient {
    /** Options of useQuery that the client adds. */
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface QueryOptions<TData, TVariables> {}
    /** What the result of useQuery has besides, with the client. */
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface QueryResult<TData, TVariables> {}
    /** Options of useMutation that the client adds. */
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface MutationOptions<TData, TVariables> {}
    /** Options of useSubscription that the client adds. */
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface SubscriptionOptions<TData, TVariables> {}
  }
}

/** Where the result of a query may come from. */
export type FetchPolicy = 'cache-first' | 'cache-and-network' | 'network-only' | 'cache-only' | 'no-cache'

/** Options of {@link useQuery}. */
export interface QueryOptions<TData = unknown, TVariables = Variables> extends SignalboxClient.QueryOptions<TData, TVariables> {
  /** The variables of the query. */
  readonly variables?: TVariables | undefined
  /** Don't run the query. */
  readonly skip?: boolean | undefined
  /** Where the result may come from. */
  readonly fetchPolicy?: FetchPolicy | undefined
  /** Render while the query runs again, too. */
  readonly notifyOnNetworkStatusChange?: boolean | undefined
}

/** What {@link useQuery} returns. */
export interface QueryResult<TData = unknown, TVariables = Variables> extends SignalboxClient.QueryResult<TData, TVariables> {
  /** The data of the last answer, undefined while there is none. */
  readonly data: TData | undefined
  /** The query runs. */
  readonly loading: boolean
  /** Why there is no answer, or errors that the answer has. */
  readonly error: Error | undefined
  /** Runs the query again, with other variables if some are given. */
  readonly refetch: (variables?: Partial<TVariables>) => Promise<unknown>
}

/** Options of {@link useMutation}, and of the function it returns. */
export interface MutationOptions<TData = unknown, TVariables = Variables> extends SignalboxClient.MutationOptions<TData, TVariables> {
  /** The variables of the mutation. */
  readonly variables?: TVariables | undefined
}

/** What running a mutation leads to. */
export interface MutationOutcome<TData = unknown> {
  /** The data of the answer. */
  readonly data?: TData | null | undefined
  /** Errors that the answer has, where the client doesn't reject the promise. */
  readonly error?: Error | undefined
}

/** How the last run of a mutation goes. */
export interface MutationResult<TData = unknown> {
  /** The data of the answer. */
  readonly data: TData | null | undefined
  /** The mutation runs. */
  readonly loading: boolean
  /** Why the last run failed. */
  readonly error: Error | undefined
  /** The mutation was run at all. */
  readonly called: boolean
  /** Forgets the last run. */
  readonly reset: () => void
}

/** What {@link useMutation} returns: the function that runs the mutation, and how the last run goes. */
export type MutationPair<TData = unknown, TVariables = Variables> = readonly [
  execute: (options?: MutationOptions<TData, TVariables>) => Promise<MutationOutcome<TData>>,
  result: MutationResult<TData>,
]

/** Options of {@link useSubscription}. */
export interface SubscriptionOptions<TData = unknown, TVariables = Variables> extends SignalboxClient.SubscriptionOptions<TData, TVariables> {
  /** The variables of the subscription. */
  readonly variables?: TVariables | undefined
  /** Don't subscribe. */
  readonly skip?: boolean | undefined
}

/** What {@link useSubscription} returns. */
export interface SubscriptionResult<TData = unknown> {
  /** The last event. */
  readonly data: TData | undefined
  /** No event has come yet. */
  readonly loading: boolean
  /** Why the subscription ended. */
  readonly error: Error | undefined
}

/** What a Suspense query returns: it suspends while there is no data. */
export interface SuspenseQueryResult<TData = unknown, TVariables = Variables> {
  /** The data of the last answer. */
  readonly data: TData
  /** Errors beside the data. Others are thrown. */
  readonly error: Error | undefined
  /** The query runs again. */
  readonly loading?: boolean | undefined
  /** Runs the query again, with other variables if some are given. */
  readonly refetch: (variables?: Partial<TVariables>) => Promise<unknown>
}

/** Options of a Suspense query. */
export interface SuspenseQueryOptions<TData = unknown, TVariables = Variables> extends QueryOptions<TData, TVariables> {
  /** A query with another key starts anew, even if it failed before. */
  readonly queryKey?: number | undefined
}

/** The hooks of a GraphQL client, as {@link GraphQLHooksProvider} takes them. */
export interface GraphQLHooks {
  /** Runs a query and follows its result. */
  readonly useQuery: <TData, TVariables extends Variables>(
    query: GraphQLDocument<TData, TVariables>,
    options?: QueryOptions<TData, TVariables>,
  ) => QueryResult<TData, TVariables>
  /** Returns a function that runs a mutation. */
  readonly useMutation: <TData, TVariables extends Variables>(
    mutation: GraphQLDocument<TData, TVariables>,
    options?: MutationOptions<TData, TVariables>,
  ) => MutationPair<TData, TVariables>
  /** Follows the events of a subscription. */
  readonly useSubscription: <TData, TVariables extends Variables>(
    subscription: GraphQLDocument<TData, TVariables>,
    options?: SubscriptionOptions<TData, TVariables>,
  ) => SubscriptionResult<TData>
  /** Runs a query for Suspense. Only cells with `suspense: true` need it. */
  readonly useSuspenseQuery?:
    | (<TData, TVariables extends Variables>(
        query: GraphQLDocument<TData, TVariables>,
        options?: SuspenseQueryOptions<TData, TVariables>,
      ) => SuspenseQueryResult<TData, TVariables>)
    | undefined
}

/** Props of {@link GraphQLHooksProvider}. */
export interface GraphQLHooksProviderProps extends GraphQLHooks {
  readonly children?: ReactNode
}

const GraphQLHooksContext = /* #__PURE__ */ createContext<GraphQLHooks | undefined>(undefined)

/** Has the hooks and cells of this package use those of a GraphQL client. */
export function GraphQLHooksProvider({ useQuery, useMutation, useSubscription, useSuspenseQuery, children }: GraphQLHooksProviderProps): ReactNode {
  const value = useMemo(
    () => ({ useQuery, useMutation, useSubscription, useSuspenseQuery }),
    [useQuery, useMutation, useSubscription, useSuspenseQuery],
  )
  return createElement(GraphQLHooksContext.Provider, { value }, children)
}

/** Returns the hooks of the nearest {@link GraphQLHooksProvider}. */
export function useGraphQLHooks(): GraphQLHooks {
  const hooks = useContext(GraphQLHooksContext)
  if (!hooks) throw new Error('No GraphQL client: put <SignalboxProvider> of @signalbox/web/apollo, or <GraphQLHooksProvider>, around the application')
  return hooks
}

/** Runs a query and follows its result, by the hook of the {@link GraphQLHooksProvider}. */
export function useQuery<TData, TVariables extends Variables>(
  query: GraphQLDocument<TData, TVariables>,
  options?: QueryOptions<TData, TVariables>,
): QueryResult<TData, TVariables> {
  return useGraphQLHooks().useQuery(query, options)
}

/**
 * Returns a pair: a function that runs the mutation, and how its last run goes.
 * Options given to the function win over those given here.
 */
export function useMutation<TData, TVariables extends Variables>(
  mutation: GraphQLDocument<TData, TVariables>,
  options?: MutationOptions<TData, TVariables>,
): MutationPair<TData, TVariables> {
  return useGraphQLHooks().useMutation(mutation, options)
}

/** Follows the events of a subscription, by the hook of the {@link GraphQLHooksProvider}. */
export function useSubscription<TData, TVariables extends Variables>(
  subscription: GraphQLDocument<TData, TVariables>,
  options?: SubscriptionOptions<TData, TVariables>,
): SubscriptionResult<TData> {
  return useGraphQLHooks().useSubscription(subscription, options)
}
