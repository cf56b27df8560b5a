import { Component, createElement, Suspense, useReducer, type ComponentType, type FunctionComponent, type ReactNode } from 'react'

import type { CellComponent, CellModule, CellOptions, CheckedCell, VariablesOf } from './cell-types.js'
import type { GraphQLDocument, TypedDocument, Variables } from './document.js'
import { useGraphQLHooks, useQuery, type QueryOptions, type SuspenseQueryOptions, type SuspenseQueryResult } from './hooks.js'

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
  function Suspended({ props, attempt, query, options }: { props: Props; attempt: number; query: GraphQLDocument<object, Variables>; options: Options }) {
    const { data, error, loading, ...queryResult } = useAnswer(query, { ...options, queryKey: attempt })
    return show(cell, props, { data, loading, error }, queryResult)
  }
  return function Cell(props) {
    const [query, options] = queryOf(cell, props)
    const [attempt, again] = useReducer((n: number) => n + 1, 0)
    if (options.skip) return null
    const queryResult = {
      refetch: () => {
        again()
        return Promise.resolve()
      },
    }
    const content = createElement(
      Suspense,
      { fallback: show(cell, props, { data: undefined, loading: true, error: undefined }, queryResult) },
      createElement(Suspended, { props, attempt, query, options }),
    )
    const failed = (error: Error) => show(cell, props, { data: undefined, error }, queryResult)
    return cell.Failure ? createElement(Boundary, { key: attempt, failed, asked: JSON.stringify(options.variables) }, content) : content
  }
}

// What queries have thrown; all else is for the boundaries around the cell.
const failures = /* #__PURE__ */ new WeakSet()

/** useAnswer runs a query for Suspense, and remembers the error that it throws. */
function useAnswer(query: GraphQLDocument<object, Variables>, options: SuspenseQueryOptions<object>): SuspenseQueryResult<object> {
  const { useSuspenseQuery } = useGraphQLHooks()
  if (!useSuspenseQuery) throw new Error('A cell with suspense needs useSuspenseQuery of <GraphQLHooksProvider>')
  try {
    return useSuspenseQuery(query, options)
  } catch (error) {
    if (error instanceof Error) failures.add(error)
    throw error
  }
}

/** Boundary shows what failed makes of the error of a query, until it asks for something else. */
class Boundary extends Component<{ failed: (error: Error) => ReactNode; asked: string | undefined; children?: ReactNode }, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}
  override componentDidUpdate({ asked }: { asked: string | undefined }) {
    if (asked !== this.props.asked) this.setState({ error: undefined })
  }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (!failures.has(error)) throw error
    return this.props.failed(error)
  }
}

/** queryOf returns the query for these props, and its options. */
function queryOf({ QUERY, beforeQuery }: Cell, { children: _, ...props }: Props): [GraphQLDocument<object, Variables>, Options] {
  const options = beforeQuery ? beforeQuery(props) : { variables: props, fetchPolicy: 'cache-and-network' as const, notifyOnNetworkStatusChange: true }
  const query = typeof QUERY === 'function' ? QUERY(options) : QUERY
  return [query, beforeQuery ? options : { ...options, variables: variablesOf(query, props) }]
}

/** variablesOf returns those of the props that a document declares as variables. */
function variablesOf(query: object | string, props: Props): Props {
  const { definitions } = query as { definitions?: { variableDefinitions?: { variable: { name: { value: string } } }[] }[] }
  const text = query.valueOf()
  const declared = definitions
    ? definitions.flatMap(({ variableDefinitions = [] }) => variableDefinitions.map(({ variable }) => variable.name.value))
    : typeof text === 'string'
      ? Array.from(text.matchAll(/\$(\w+)\s*:/g), ([, name]) => name)
      : Object.keys(props) // a document that only its client understands
  return Object.fromEntries(Object.entries(props).filter(([name]) => declared.includes(name)))
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
  // Errors are ignored, or only the cache was asked: there is nothing to show.
  return Empty ? createElement(Empty, { ...props, updating: false, queryResult }) : null
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
