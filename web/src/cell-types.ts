import type { ComponentType, FunctionComponent } from 'react'

import type { GraphQLDocument, TypedDocument } from './document.js'
import type { QueryOptions, QueryResult } from './hooks.js'

/** The type of an operation's data, by its document; any other type is data already. */
export type DataOf<TSource> = TSource extends TypedDocument<infer TData, never> ? TData : TSource

/** The type of an operation's variables, by its document; none for other types. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export type VariablesOf<TSource> = TSource extends TypedDocument<infer _, infer TVariables> ? PropsOfVariables<TVariables> : {}

// An operation without variables has Record<string, never>, which no props fit.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
type PropsOfVariables<TVariables> = unknown extends TVariables ? {} : string extends keyof TVariables ? {} : TVariables

/**
 * The result of a cell's query without what the cell has looked at: refetch, and
 * where the type of the data is known also what the client adds.
 */
export type CellQueryResult<TData = unknown> = unknown extends TData
  ? Pick<QueryResult<TData, Record<string, unknown>>, 'refetch'>
  : Omit<QueryResult<TData, Record<string, unknown>>, 'data' | 'loading' | 'error'>

/** What each component of a cell gets beside the props of the cell. */
export interface CellStateProps<TData = unknown> {
  /** refetch, and what the GraphQL client adds. */
  readonly queryResult: CellQueryResult<TData>
}

/** What Success, Empty and Failure get: the query may be running again. */
export interface CellSettledProps<TData = unknown> extends CellStateProps<TData> {
  /** The query runs again. */
  readonly updating: boolean
}

/** What Failure gets: why the query failed. */
export interface CellErrorProps<TData = unknown> extends CellSettledProps<TData> {
  /** What went wrong. */
  readonly error: Error
  /** The code of the first error of the answer, such as `UNAUTHENTICATED`. */
  readonly errorCode: string | undefined
}

/**
 * Props of a cell's Success: `CellSuccessProps<typeof QUERY>`, or the types of
 * the data and the cell's props.
 */
export type CellSuccessProps<TSource, TProps = VariablesOf<TSource>> = DataOf<TSource> & TProps & CellSettledProps<DataOf<TSource>>

/** Props of a cell's Empty: those of Success. */
export type CellEmptyProps<TSource = unknown, TProps = VariablesOf<TSource>> = CellSuccessProps<TSource, TProps>

/** Props of a cell's Failure. */
export type CellFailureProps<TSource = unknown, TProps = VariablesOf<TSource>> = TProps & CellErrorProps<DataOf<TSource>>

/** Props of a cell's Loading. */
export type CellLoadingProps<TSource = unknown, TProps = VariablesOf<TSource>> = TProps & CellStateProps<DataOf<TSource>>

/** What {@link createCell} makes a component of. */
export interface CellOptions<TData, TVariables, TProps, TResult> {
  /** The query, or a function that returns it for what beforeQuery returned. */
  readonly QUERY: GraphQLDocument<TData, TVariables> | ((options: QueryOptions<TData, TVariables>) => GraphQLDocument<TData, TVariables>)
  /** Returns the options of the query; without it the props that it declares are its variables. It may call hooks. */
  readonly beforeQuery?: ((props: TProps) => QueryOptions<NoInfer<TData>, NoInfer<TVariables>>) | undefined
  /** Returns the props of Empty and Success; without it those are the data. */
  readonly afterQuery?: ((data: TData) => TResult) | undefined
  /** Reports whether the data is empty; without it, it is if every field is null or an empty list. */
  readonly isEmpty?: ((data: TData, helpers: { readonly isDataEmpty: (data: object) => boolean }) => boolean) | undefined
  /** Shown while there is no answer yet. */
  readonly Loading?: ComponentType<NoInfer<TProps> & CellStateProps<TData>> | undefined
  /** Shown if the data is empty; without it, Success is. */
  readonly Empty?: ComponentType<NoInfer<TResult> & NoInfer<TProps> & CellSettledProps<TData>> | undefined
  /** Shown if the query fails; without it, the error is thrown. */
  readonly Failure?: ComponentType<NoInfer<TProps> & CellErrorProps<TData>> | undefined
  /** Shown with the data. */
  readonly Success: ComponentType<NoInfer<TResult> & NoInfer<TProps> & CellSettledProps<TData>>
  /** The name of the component in React's developer tools; without it `Cell`. */
  readonly displayName?: string | undefined
  /** Suspend while there is no answer: Loading is the fallback. The client's hooks need useSuspenseQuery. */
  readonly suspense?: boolean | undefined
}

/** The exports of a module that a cell is made of, whatever their types. */
export interface CellModule {
  readonly QUERY: GraphQLDocument<unknown, never> | ((options: never) => GraphQLDocument<unknown, never>)
  readonly beforeQuery?: ((props: never) => object) | undefined
  readonly afterQuery?: ((data: never) => object) | undefined
  readonly isEmpty?: ((data: never, helpers: { readonly isDataEmpty: (data: object) => boolean }) => boolean) | undefined
  readonly Loading?: ComponentType<never> | undefined
  readonly Empty?: ComponentType<never> | undefined
  readonly Failure?: ComponentType<never> | undefined
  readonly Success: ComponentType<never>
  readonly displayName?: string | undefined
  readonly suspense?: boolean | undefined
}

type DocumentOf<TModule extends CellModule> = TModule['QUERY'] extends (options: never) => infer TDocument ? TDocument : TModule['QUERY']

type ResultOf<TModule extends CellModule> = TModule extends { readonly afterQuery: (data: never) => infer TResult } ? TResult : DataOf<DocumentOf<TModule>>

type PropsOf<TComponent> = TComponent extends (props: infer TProps, ...rest: never) => unknown
  ? TProps
  : TComponent extends new (props: infer TProps, ...rest: never) => unknown
    ? TProps
    : unknown

type QueryProps<TModule extends CellModule> = TModule extends { readonly beforeQuery: (props: infer TProps) => unknown } ? TProps : VariablesOf<DocumentOf<TModule>>

// What a component asks for that neither the query nor the cell has.
type OwnProps<TModule extends CellModule, TName extends string> = TName extends keyof TModule
  ? Omit<PropsOf<TModule[TName]>, keyof CellErrorProps | keyof QueryProps<TModule> | (TName extends 'Success' | 'Empty' ? keyof ResultOf<TModule> : never)>
  : unknown

/** The props of the cell of a module: those of beforeQuery, or the variables, and what its components ask for besides. */
export type CellProps<TModule extends CellModule> = QueryProps<TModule> &
  OwnProps<TModule, 'Success'> &
  OwnProps<TModule, 'Empty'> &
  OwnProps<TModule, 'Failure'> &
  OwnProps<TModule, 'Loading'>

/**
 * The component that a module with the exports of a cell becomes. If its
 * components don't fit its query, it has a prop that says so and that nobody has.
 */
export type CellComponent<TModule extends CellModule> = FunctionComponent<
  TModule extends CheckedCell<TModule> ? CellProps<TModule> : CellProps<TModule> & { readonly [K in Misfit<TModule> as `${K} of this cell does not fit its QUERY`]: never }
>

// The components that ask for other data than the query has.
type Misfit<TModule extends CellModule> = {
  [K in keyof CheckedCell<TModule>]-?: K extends keyof TModule ? (Pick<TModule, K> extends Pick<CheckedCell<TModule>, K> ? never : K) : never
}[keyof CheckedCell<TModule>]

/** A module whose components fit its query. */
export interface CheckedCell<TModule extends CellModule> {
  readonly Loading?: ComponentType<CellProps<TModule> & CellStateProps<DataOf<DocumentOf<TModule>>>> | undefined
  readonly Empty?: ComponentType<ResultOf<TModule> & CellProps<TModule> & CellSettledProps<DataOf<DocumentOf<TModule>>>> | undefined
  readonly Failure?: ComponentType<CellProps<TModule> & CellErrorProps<DataOf<DocumentOf<TModule>>>> | undefined
  readonly Success: ComponentType<ResultOf<TModule> & CellProps<TModule> & CellSettledProps<DataOf<DocumentOf<TModule>>>>
}
