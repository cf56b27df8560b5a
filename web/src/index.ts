/**
 * The browser side of signalbox: providers, hooks and cells for any GraphQL client.
 *
 * @module
 */
export { createCell, isDataEmpty } from './cell.js'
export type {
  CellComponent,
  CellEmptyProps,
  CellErrorProps,
  CellFailureProps,
  CellLoadingProps,
  CellModule,
  CellOptions,
  CellProps,
  CellQueryResult,
  CellSettledProps,
  CellStateProps,
  CellSuccessProps,
  CheckedCell,
  DataOf,
  VariablesOf,
} from './cell-types.js'
export { FetchConfigProvider, useFetchConfig, type FetchConfig, type FetchConfigProviderProps } from './config.js'
export type { GraphQLDocument, TypedDocument, UntypedDocument, Variables } from './document.js'
export { createFetch, type AuthProvider, type FetchOptions, type HeadersSource } from './fetch.js'
export {
  GraphQLHooksProvider,
  useGraphQLHooks,
  useMutation,
  useQuery,
  useSubscription,
  type FetchPolicy,
  type GraphQLHooks,
  type GraphQLHooksProviderProps,
  type MutationOptions,
  type MutationOutcome,
  type MutationPair,
  type MutationResult,
  type QueryOptions,
  type QueryResult,
  type SubscriptionOptions,
  type SubscriptionResult,
  type SuspenseQueryOptions,
  type SuspenseQueryResult,
} from './hooks.js'
