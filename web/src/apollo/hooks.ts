/* eslint-disable @typescript-eslint/no-deprecated -- the names that Apollo Client 3 and 4 have in common */
import { NetworkStatus, type OperationVariables } from '@apollo/client'
import {
  useMutation,
  useQuery,
  useSubscription,
  useSuspenseQuery,
  type MutationHookOptions,
  type QueryHookOptions,
  type QueryResult,
  type SubscriptionHookOptions,
} from '@apollo/client/react'

import type { GraphQLHooks } from '@signalbox/web'

declare global {
  namespace SignalboxClient {
    interface QueryOptions<TData, TVariables> extends Pick<QueryHookOptions<TData, TVariables & OperationVariables>, MoreQueryOptions> {}
    interface QueryResult<TData, TVariables> extends Pick<ApolloQueryResult<TData, TVariables & OperationVariables>, MoreQueryResult> {}
    interface MutationOptions<TData, TVariables> extends Pick<MutationHookOptions<TData, TVariables & OperationVariables>, MoreMutationOptions> {}
    interface SubscriptionOptions<TData, TVariables> extends Pick<SubscriptionHookOptions<TData, TVariables & OperationVariables>, MoreSubscriptionOptions> {}
  }
}

type ApolloQueryResult<TData, TVariables extends OperationVariables> = QueryResult<TData, TVariables>

// What the hooks have with Apollo Client 3 as with 4.
type MoreQueryOptions = 'client' | 'context' | 'errorPolicy' | 'initialFetchPolicy' | 'nextFetchPolicy' | 'pollInterval' | 'refetchWritePolicy' | 'returnPartialData' | 'skipPollAttempt' | 'ssr'
type MoreQueryResult = 'client' | 'fetchMore' | 'networkStatus' | 'observable' | 'previousData' | 'startPolling' | 'stopPolling' | 'subscribeToMore' | 'updateQuery' | 'variables'
type MoreMutationOptions = 'awaitRefetchQueries' | 'client' | 'context' | 'errorPolicy' | 'fetchPolicy' | 'keepRootFields' | 'notifyOnNetworkStatusChange' | 'onCompleted' | 'onError' | 'onQueryUpdated' | 'optimisticResponse' | 'refetchQueries' | 'update' | 'updateQueries'
type MoreSubscriptionOptions = 'client' | 'context' | 'errorPolicy' | 'extensions' | 'fetchPolicy' | 'ignoreResults' | 'onComplete' | 'onData' | 'onError' | 'shouldResubscribe'

/** The hooks of Apollo Client, for a GraphQLHooksProvider. */
export const apolloHooks: GraphQLHooks = {
  useQuery: useQuery as unknown as GraphQLHooks['useQuery'],
  useMutation: useMutation as unknown as GraphQLHooks['useMutation'],
  useSubscription: useSubscription as unknown as GraphQLHooks['useSubscription'],
  useSuspenseQuery: ((query: never, options: never) => {
    const result = useSuspenseQuery(query, options)
    return { ...result, loading: result.networkStatus < NetworkStatus.ready }
  }) as unknown as NonNullable<GraphQLHooks['useSuspenseQuery']>,
}
