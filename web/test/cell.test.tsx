import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, createElement, type ComponentProps, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'

import { createCell, GraphQLHooksProvider, isDataEmpty, type CellComponent, type GraphQLHooks, type TypedDocument } from '@signalbox/web'

interface Post { readonly title: string }
type Posts = TypedDocument<{ readonly posts: readonly Post[] | null }, { readonly first?: number }>
const QUERY = 'query Posts($first: Int) { posts(first: $first) { title } }' as unknown as Posts

const refetch = vi.fn(() => Promise.resolve())
let answer: object = {}
const useFake = vi.fn<(query: unknown, options?: object) => object>(() => ({ data: undefined, error: undefined, loading: false, refetch, ...answer }))

const client = { useQuery: useFake, useMutation: vi.fn(), useSubscription: vi.fn() } as unknown as GraphQLHooks

function show(children: ReactNode, hooks = client) {
  return render(<GraphQLHooksProvider {...hooks}>{children}</GraphQLHooksProvider>).container
}

const Success = ({ posts, updating }: { posts: readonly Post[] | null; updating: boolean }) => (
  <p>{posts?.map((p) => p.title).join()} {updating && 'updating'}</p>
)
const Loading = () => <p>loading</p>
const Empty = ({ updating }: { updating: boolean }) => <p>empty {updating && 'updating'}</p>

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('the states of a cell', () => {
  it('is Loading before the first answer', () => {
    answer = { loading: true }
    const Cell = createCell({ QUERY, Success, Loading })
    expect(show(<Cell />).textContent).toBe('loading')
  })

  it('says that it loads without Loading', () => {
    answer = { loading: true }
    const Cell = createCell({ QUERY, Success })
    expect(show(<Cell />).textContent).toBe('Loading...')
  })

  it('gives Loading the props', () => {
    answer = { loading: true }
    const Cell = createCell({ QUERY, Success, Loading: ({ first, queryResult }) => <>{first} {typeof queryResult.refetch}</> })
    expect(show(<Cell first={3} />).textContent).toBe('3 function')
  })

  it('is Success with the data as props', () => {
    answer = { data: { posts: [{ title: 'a' }, { title: 'b' }] } }
    const Cell = createCell({ QUERY, Success, Loading, Empty })
    expect(show(<Cell />).textContent).toBe('a,b ')
  })

  it('stays Success while the query runs again', () => {
    answer = { data: { posts: [{ title: 'a' }] }, loading: true }
    const Cell = createCell({ QUERY, Success, Loading })
    expect(show(<Cell />).textContent).toBe('a updating')
  })

  it.each([[{ posts: [] }], [{ posts: null }], [{ posts: [], others: null }], [{}]])('is Empty for %j', (data) => {
    answer = { data }
    const Cell = createCell({ QUERY, Success, Empty })
    expect(show(<Cell />).textContent).toBe('empty ')
  })

  it.each([[{ posts: [{ title: 'a' }] }], [{ posts: [], count: 0 }], [{ posts: [], text: '' }]])('is not Empty for %j', (data) => {
    answer = { data }
    const Cell = createCell({ QUERY, Success: () => <>success</>, Empty })
    expect(show(<Cell />).textContent).toBe('success')
  })

  it('is Success for empty data without Empty', () => {
    answer = { data: { posts: [] } }
    const Cell = createCell({ QUERY, Success: ({ posts }) => <>{posts?.length}</> })
    expect(show(<Cell />).textContent).toBe('0')
  })

  it('stays Empty while the query runs again', () => {
    answer = { data: { posts: [] }, loading: true }
    const Cell = createCell({ QUERY, Success, Empty })
    expect(show(<Cell />).textContent).toBe('empty updating')
  })

  it('leaves to isEmpty what is empty', () => {
    answer = { data: { posts: [{ title: '' }] } }
    const isEmpty = vi.fn((data: { readonly posts: readonly Post[] | null }) => data.posts?.every((p) => p.title === '') === true)
    const Cell = createCell({ QUERY, Success, Empty, isEmpty })
    expect(show(<Cell />).textContent).toBe('empty ')
    expect(isEmpty).toHaveBeenCalledWith({ posts: [{ title: '' }] }, { isDataEmpty })
  })

  it('is Failure with the error and its code', () => {
    const error = Object.assign(new Error('no'), { errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    answer = { error, loading: true }
    const Cell = createCell({ QUERY, Success, Failure: (p) => <>{p.error.message} {p.errorCode} {String(p.updating)}</> })
    expect(show(<Cell />).textContent).toBe('no FORBIDDEN true')
  })

  it.each([
    ['graphQLErrors', { graphQLErrors: [{ extensions: { code: 'A' } }] }, 'A'],
    ['errors', { graphQLErrors: [], errors: [{ extensions: { code: 'B' } }] }, 'B'],
    ['nothing', {}, undefined],
    ['an error without a code', { errors: [{}] }, undefined],
  ])('finds the code in %s', (_, fields, code) => {
    answer = { error: Object.assign(new Error('no'), fields) }
    const Failure = vi.fn<(props: { errorCode: string | undefined }) => null>(() => null)
    const Cell = createCell({ QUERY, Success, Failure })
    show(<Cell />)
    expect(Failure.mock.calls[0]?.[0].errorCode).toBe(code)
  })

  it('prefers Failure to data that is there', () => {
    answer = { error: new Error('no'), data: { posts: [{ title: 'a' }] } }
    const Cell = createCell({ QUERY, Success, Failure: () => <>failure</> })
    expect(show(<Cell />).textContent).toBe('failure')
  })

  it('runs the query again by queryResult.refetch', () => {
    answer = { error: new Error('no') }
    const Cell = createCell({ QUERY, Success, Failure: ({ queryResult }) => <button onClick={() => void queryResult.refetch()}>again</button> })
    show(<Cell />)
    fireEvent.click(screen.getByText('again'))
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it.each([false, true])('shows nothing where the query is skipped, suspense %s', (suspense) => {
    answer = { loading: false }
    const Cell = createCell({ QUERY, suspense, Success, Loading, beforeQuery: () => ({ skip: true }) })
    expect(show(<Cell />).textContent).toBe('')
  })

  it('is Empty, or nothing, for an answer with neither data nor error', () => {
    answer = {}
    expect(show(createElement(createCell({ QUERY, Success, Empty }))).textContent).toBe('empty ')
    expect(show(createElement(createCell({ QUERY, Success }))).textContent).toBe('')
  })
})

describe('errors that are thrown', () => {
  class Boundary extends Component<{ children: ReactNode }> {
    override state: { message?: string } = {}
    static getDerivedStateFromError({ message }: Error) { return { message } }
    override render() { return this.state.message ?? this.props.children }
  }
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => { vi.restoreAllMocks() })

  it('is the error without Failure', () => {
    answer = { error: new Error('not now') }
    const Cell = createCell({ QUERY, Success })
    expect(show(<Boundary><Cell /></Boundary>).textContent).toBe('not now')
  })

  it('is what Success throws, with Failure and Suspense as well', () => {
    answer = { data: { posts: [{ title: 'a' }] } }
    for (const suspense of [false, true]) {
      const Cell = createCell({ QUERY, suspense, Success: () => { throw new Error('a bug in Success') }, Failure: () => <>failure</> })
      const hooks = { ...client, useSuspenseQuery: useFake } as unknown as GraphQLHooks
      expect(show(<Boundary><Cell /></Boundary>, hooks).textContent).toBe('a bug in Success')
    }
  })

  it('is a client without Suspense', () => {
    const Cell = createCell({ QUERY, Success, suspense: true })
    expect(show(<Boundary><Cell /></Boundary>).textContent).toContain('needs useSuspenseQuery')
  })
})

describe('the query of a cell', () => {
  beforeEach(() => { answer = { data: { posts: [{ title: 'a' }] } } })

  it('has the props as variables, without children', () => {
    const Cell = createCell({ QUERY, Success })
    const Loose = Cell as (props: Record<string, unknown>) => ReactNode
    show(<Loose first={2}>child</Loose>)
    expect(useFake).toHaveBeenCalledWith(QUERY, { variables: { first: 2 }, fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true })
  })

  it.each([
    ['a text', 'query Posts($first: Int, $after: ID) { posts(first: $first, after: $after) { title } }'],
    ['a text in an object', Object('query Posts($first: Int, $after: ID) { posts(first: $first, after: $after) { title } }')],
    ['nodes', { kind: 'Document', definitions: [{ variableDefinitions: ['first', 'after'].map((value) => ({ variable: { name: { value } } })) }, { kind: 'FragmentDefinition' }] }],
    ['a function', () => QUERY],
  ])('has only the props as variables that it declares, as %s', (_, query) => {
    const Cell = createCell({ QUERY: query, Success: ({ heading }: { posts: readonly Post[] | null; heading?: ReactNode }) => heading })
    const Loose = Cell as (props: Record<string, unknown>) => ReactNode
    expect(show(<Loose first={2} heading={<b>News</b>} />).textContent).toBe('News')
    expect((useFake.mock.calls[0]?.[1] as { variables: object }).variables).toEqual({ first: 2 })
  })

  it('has all props as variables of a document that only the client understands', () => {
    const Cell = createCell({ QUERY: { documentId: '1' } as unknown as Posts, Success })
    show(<Cell first={2} />)
    expect((useFake.mock.calls[0]?.[1] as { variables: object }).variables).toEqual({ first: 2 })
  })

  it('has the options of beforeQuery', () => {
    const Cell = createCell({ QUERY, Success, beforeQuery: ({ page }: { page: number }) => ({ variables: { first: page * 10 }, fetchPolicy: 'cache-first' as const }) })
    show(<Cell page={2} />)
    expect(useFake).toHaveBeenCalledWith(QUERY, { variables: { first: 20 }, fetchPolicy: 'cache-first' })
  })

  it('may depend on the options', () => {
    const choose = vi.fn(() => QUERY)
    const Cell = createCell({ QUERY: choose, Success, beforeQuery: () => ({ variables: { first: 1 } }) })
    show(<Cell />)
    expect(choose).toHaveBeenCalledWith({ variables: { first: 1 } })
    expect(useFake).toHaveBeenCalledWith(QUERY, { variables: { first: 1 } })
  })

  it('gives what afterQuery makes of the data', () => {
    const Cell = createCell({ QUERY, afterQuery: (data) => ({ count: data.posts?.length ?? 0 }), Success: ({ count }) => <>{count}</> })
    expect(show(<Cell />).textContent).toBe('1')
  })

  it('leaves the props to Success, under the data', () => {
    const Cell = createCell({ QUERY, Success: ({ posts, highlight }: { posts: readonly Post[] | null; highlight: string }) => <>{posts?.length} {highlight}</> })
    expect(show(<Cell highlight="x" />).textContent).toBe('1 x')
    const Loose = Cell as (props: Record<string, unknown>) => ReactNode
    expect(show(<Loose posts={[]} highlight="y" />).textContent).toBe('1 y')
  })

  it('has a name', () => {
    expect(createCell({ QUERY, Success }).displayName).toBe('Cell')
    expect(createCell({ QUERY, Success, displayName: 'PostsCell' }).displayName).toBe('PostsCell')
  })
})

describe('a cell with suspense', () => {
  // What useSuspenseQuery does, by attempt: it suspends, throws or returns.
  let attempts: (() => object)[] = []
  const hooks = { ...client, useSuspenseQuery: (_query: unknown, { queryKey }: { queryKey: number }) => attempts[queryKey]?.() } as unknown as GraphQLHooks
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => { vi.restoreAllMocks() })

  it('shows Loading while it suspends, then Success', async () => {
    const answered: { data?: object } = {}
    let done: (() => void) | undefined
    const pending = new Promise<void>((resolve) => { done = resolve })
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what Suspense catches
    attempts = [() => { if (!answered.data) throw pending; return { ...answered, refetch } }]
    const Cell = createCell({ QUERY, Success, Loading, suspense: true })
    const container = show(<Cell />, hooks)
    expect(container.textContent).toBe('loading')
    answered.data = { posts: [{ title: 'a' }] }
    done?.()
    expect(await screen.findByText('a')).toBeTruthy()
  })

  it('shows Failure for an error, from where it runs again', async () => {
    attempts = [() => { throw new Error('not now') }, () => ({ data: { posts: [{ title: 'a' }] }, loading: true, refetch })]
    const Cell = createCell({ QUERY, Success, suspense: true, Failure: ({ error, queryResult }) => <button onClick={() => void queryResult.refetch()}>{error.message}</button> })
    show(<Cell />, hooks)
    fireEvent.click(screen.getByText('not now'))
    expect(await screen.findByText('a updating')).toBeTruthy()
  })

  it('leaves Failure when it asks for something else', () => {
    const hooks = {
      ...client,
      useSuspenseQuery: (_query: unknown, { variables }: { variables: { first: number } }) => {
        if (variables.first < 0) throw new Error('too few')
        return { data: { posts: [{ title: `${variables.first} posts` }] }, refetch }
      },
    } as unknown as GraphQLHooks
    const Cell = createCell({ QUERY, Success, suspense: true, Failure: ({ error }) => <p>{error.message}</p> })
    const at = (first: number) => <GraphQLHooksProvider {...hooks}><Cell first={first} /></GraphQLHooksProvider>
    const { container, rerender } = render(at(-1))
    rerender(at(-1))
    expect(container.textContent).toBe('too few')
    rerender(at(5))
    expect(container.textContent).toBe('5 posts ')
    rerender(at(-2))
    expect(container.textContent).toBe('too few')
  })

  it('shows Empty for empty data', () => {
    attempts = [() => ({ data: { posts: [] }, refetch })]
    const Cell = createCell({ QUERY, Success, Empty, suspense: true })
    expect(show(<Cell />, hooks).textContent).toBe('empty ')
  })
})

it('has a prop that nobody has if a component does not fit its query', () => {
  type Wrong = CellComponent<{ QUERY: Posts; Loading: () => null; Success: (props: { posts: readonly { readonly name: string }[] | null }) => null; Empty: (props: { posts: readonly Post[] | null }) => null }>
  expectTypeOf<keyof ComponentProps<Wrong>>().toEqualTypeOf<'first' | 'Success of this cell does not fit its QUERY'>()
  type Right = CellComponent<{ QUERY: Posts; Success: typeof Success; displayName: string }>
  expectTypeOf<keyof ComponentProps<Right>>().toEqualTypeOf<'first'>()
})

it('isDataEmpty reports whether every field is null or an empty list', () => {
  expect([{}, { a: null }, { a: [], b: null }, { a: [1] }, { a: 0 }, { a: [], b: {} }, { __typename: 'Query', a: null }].map(isDataEmpty)).toEqual([true, true, true, false, false, false, true])
})
