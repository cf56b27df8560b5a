import { Component, createElement, Suspense, useReducer, type ComponentType, type FunctionComponent, type ReactNode } from 'react'

import type { CellComponent, CellModule, CellOptions, CheckedCell, VariablesOf } from './cell-types.js'
import type { GraphQLDocument, TypedDocument, Variables } from './document.js'
import { useGraphQLHooks, useQuery, type QueryOptions } from './hooks.js'

type Options = QueryOptions<object>
type Props = Readonly<Record<string, unknown>>

// The options of any cell, as the code below sees them.
interface Cell {
  readonly QUERY: GraphQLDocument<object, Variables> | ((options: Options) => GraphQLDocument<object, Variables>)
  readonly beforeQuery?: (props: Props) => Options
  readonly afterQuery?: (data: object) => object
  readonly isEmpty?: (data: object, helpers: { isDataEmpty: typeof isDataEmpty }) => boolean
  readonly Loading?: ComponentType<Props>
  readonly Empty?: ComponentType<Props>
  readonly Failure?: ComponentType<Props>
  readonly Success: ComponentType<Props>
  readonly displayName?: string
  readonly suspense?: boolean
}

interface Answer {
  readonly data: object | undefined
  readonly error: Error | undefined
  readonly loading?: boolean | undefined
}

/** Reports whether every field is null or an empty list. */
export function isDataEmpty(data: object): boolean {
  return Object.entries(data).every(([name, field]) => name === '__typename' || field == null || (Array.isArray(field) && field.length === 0))
}

/**
 * Makes a component of a query and of what to show in each of its states. An
 * error shows Failure, or is thrown without one; data shows Empty, if there is
 * one and the data is empty, or else Success; before that, Loading is shown.
 */
export function createCell<TData extends object, TVariables extends Variables, TProps = VariablesOf<TypedDocument<TData, TVariables>>, TResult = TData>(
  options: CellOptions<TData, TVariables, TProps, TResult>,
): FunctionComponent<TProps>
/** Makes a component of the exports of a module, whose components may ask for props of their own. */
export function createCell<TModule extends CellModule>(module: TModule & CheckedCell<TModule>): CellComponent<TModule>
export function createCell(options: object): FunctionComponent<never> {
  const cell = options as Cell
  const Shown = cell.suspense ? suspending(cell) : querying(cell)
  Shown.displayName = cell.displayName ?? 'Cell'
  return Shown
}

function querying(cell: Cell): FunctionComponent<Props> {
  return function Cell(props) {
    const [query, options] = queryOf(cell, props)
    const { data, loading, error, ...queryResult } = useQuery<object, Variables>(query, options)
    return options.skip ? null : show(cell, props, { data, loading, error }, queryResult)
  }
}

function suspending(cell: Cell): FunctionComponent<Props> {
  function Suspended({ props, attempt }: { props: Props; attempt: number }) {
    const { useSuspenseQuery } = useGraphQLHooks()
    if (!useSuspenseQuery) throw new Error('A cell with suspense needs useSuspenseQuery of <GraphQLHooksProvider>')
    const [query, options] = queryOf(cell, props)
    const { data, error, loading, ...queryResult } = useSuspenseQuery<object, Variables>(query, { ...options, queryKey: attempt })
    return show(cell, props, { data, loading, error }, queryResult)
  }
  return function Cell(props) {
    const [attempt, again] = useReducer((n: number) => n + 1, 0)
    const queryResult = {
      refetch: () => {
        again()
        return Promise.resolve()
      },
    }
    const content = createElement(
      Suspense,
      { fallback: show(cell, props, { data: undefined, loading: true, error: undefined }, queryResult) },
      createElement(Suspended, { props, attempt }),
    )
    const failed = (error: Error) => show(cell, props, { data: undefined, error }, queryResult)
    return cell.Failure ? createElement(Boundary, { key: attempt, failed }, content) : content
  }
}

class Boundary extends Component<{ failed: (error: Error) => ReactNode; children?: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? this.props.failed(this.state.error) : this.props.children
  }
}

function queryOf({ QUERY, beforeQuery }: Cell, props: Props): [GraphQLDocument<object, Variables>, Options] {
  const { children: _, ...variables } = props
  const options = beforeQuery ? beforeQuery(variables) : { variables, fetchPolicy: 'cache-and-network' as const, notifyOnNetworkStatusChange: true }
  return [typeof QUERY === 'function' ? QUERY(options) : QUERY, options]
}

/** show renders the component for an answer. */
function show(cell: Cell, props: Props, { data, error, loading = false }: Answer, queryResult: object): ReactNode {
  const { Failure, Empty, Success, Loading } = cell
  if (error) {
    if (!Failure) throw error
    return createElement(Failure, { ...props, error, errorCode: errorCodeOf(error), updating: loading, queryResult })
  }
  if (data) {
    const empty = cell.isEmpty ? cell.isEmpty(data, { isDataEmpty }) : isDataEmpty(data)
    return createElement(Empty && empty ? Empty : Success, { ...props, ...(cell.afterQuery ? cell.afterQuery(data) : data), updating: loading, queryResult })
  }
  if (loading) return Loading ? createElement(Loading, { ...props, queryResult }) : 'Loading...'
  throw new Error(`${cell.displayName ?? 'Cell'}: the query ended without data and without an error`)
}

/** errorCodeOf returns the code of the first GraphQL error in an error of any client. */
function errorCodeOf(error: Error): string | undefined {
  const { graphQLErrors, errors } = error as { graphQLErrors?: unknown; errors?: unknown }
  for (const list of [graphQLErrors, errors]) {
    const first: unknown = Array.isArray(list) ? list[0] : undefined
    const code = (first as { extensions?: { code?: unknown } } | undefined)?.extensions?.code
    if (typeof code === 'string') return code
  }
  return undefined
}
