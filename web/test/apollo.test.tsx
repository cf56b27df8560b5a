import { ApolloLink, gql, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { BatchHttpLink } from '@apollo/client/link/batch-http'
import { useApolloClient, useLazyQuery } from '@apollo/client/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, version, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createCell, useMutation, useQuery, useSubscription, type CellFailureProps, type CellSuccessProps } from '@signalbox/web'
import { createClient, createDocumentsLink, createLink, createSseLink, createUploadLink, hasFiles, isStream, SignalboxProvider } from '@signalbox/web/apollo'

import { later, serve, Stream, type Asked } from './server.js'

interface Post {
  readonly id: string
  readonly title: string
}
type None = Record<string, never>

const POSTS = gql`query Posts { posts { id title } }` as TypedDocumentNode<{ posts: Post[] }, None>
const POST = gql`query Post($id: ID!) { post(id: $id) { id title } }` as TypedDocumentNode<{ post: Post | null }, { id: string }>
const RENAME = gql`mutation Rename($title: String!) { rename(title: $title) { id title } }` as TypedDocumentNode<{ rename: Post }, { title: string }>
const UPLOAD = gql`mutation Upload($file: File!, $more: [File!], $name: String) { upload(file: $file, more: $more, name: $name) }` as TypedDocumentNode<
  { upload: boolean },
  { file: File; more?: File[]; name?: string }
>
const RENAMED = gql`subscription Renamed { renamed { id title } }` as TypedDocumentNode<{ renamed: Post }, None>
const LIVE = gql`query Live @live { posts { id title } }` as TypedDocumentNode<{ posts: Post[] }, None>

const post = (id: string, title: string) => ({ __typename: 'Post', id, title })
const immediately = () => Promise.resolve()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('runs with the versions of its project', () => {
  expect(version.split('.')[0]).toBe(String(__REACT__))
  expect(createClient({ uri: '/graphql', fetch }).version.split('.')[0]).toBe(String(__APOLLO__))
})

describe('SignalboxProvider', () => {
  function Titles() {
    const { data, loading, error, refetch } = useQuery(POSTS)
    return <button onClick={() => void refetch()}>{error ? error.message : loading ? 'loading' : data?.posts.map((p) => p.title).join()}</button>
  }

  it('answers useQuery, with headers and token', async () => {
    const { fetch, asked } = serve(() => ({ data: { posts: [post('1', 'a')] } }))
    render(
      <SignalboxProvider uri="/api" fetch={fetch} headers={{ 'x-a': '1' }} auth={{ type: 'blog', getToken: () => 't' }}>
        <Titles />
      </SignalboxProvider>,
    )
    expect(screen.getByText('loading')).toBeTruthy()
    expect(await screen.findByText('a')).toBeTruthy()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.uri).toBe('/api')
    expect(asked[0]?.headers.get('x-a')).toBe('1')
    expect(asked[0]?.headers.get('auth-provider')).toBe('blog')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer t')
  })

  it('works in StrictMode, which mounts everything twice', async () => {
    const { fetch } = serve(() => ({ data: { posts: [post('1', 'a')] } }))
    render(<StrictMode><SignalboxProvider fetch={fetch}><Titles /></SignalboxProvider></StrictMode>)
    expect(await screen.findByText('a')).toBeTruthy()
  })

  it('runs a query again by refetch', async () => {
    let n = 0
    const { fetch } = serve(() => ({ data: { posts: [post('1', `a${++n}`)] } }))
    render(<SignalboxProvider fetch={fetch}><Titles /></SignalboxProvider>)
    fireEvent.click(await screen.findByText('a1'))
    expect(await screen.findByText('a2')).toBeTruthy()
  })

  it('refreshes an expired token', async () => {
    let token = 'old'
    const { fetch, asked } = serve(({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? { data: { posts: [post('1', 'a')] } } : new Response('{"errors":[{"message":"expired"}]}', { status: 401 }),
    )
    const refresh = () => Promise.resolve((token = 'new'))
    render(<SignalboxProvider fetch={fetch} auth={{ type: 'blog', getToken: () => token, refresh }}><Titles /></SignalboxProvider>)
    expect(await screen.findByText('a')).toBeTruthy()
    expect(asked).toHaveLength(2)
  })

  it('keeps its client until the uri changes', () => {
    const clients: object[] = []
    function Client() {
      clients.push(useApolloClient())
      return null
    }
    const at = (uri: string) => <SignalboxProvider uri={uri} headers={{}}><Client /></SignalboxProvider>
    const { rerender } = render(at('/a'))
    rerender(at('/a'))
    rerender(at('/b'))
    expect(clients[1]).toBe(clients[0])
    expect(clients[2]).not.toBe(clients[0])
  })

  it('has useMutation return a pair, with options of Apollo Client', async () => {
    const answer = later<object>()
    const { fetch } = serve(({ operationName }) => (operationName === 'Posts' ? { data: { posts: [post('1', 'a')] } } : answer.promise))
    function Rename() {
      const [rename, { data, called }] = useMutation(RENAME, { optimisticResponse: ({ title }) => ({ rename: post('1', `${title}?`) }) })
      return <button onClick={() => void rename({ variables: { title: 'b' } })}>{data?.rename.title ?? (called ? 'called' : 'rename')}</button>
    }
    render(<SignalboxProvider fetch={fetch}><Titles /><Rename /></SignalboxProvider>)
    await screen.findByText('a')
    fireEvent.click(screen.getByText('rename'))
    expect(await screen.findByText('b?')).toBeTruthy() // the optimistic answer, in the list
    answer.resolve({ data: { rename: post('1', 'B') } })
    await waitFor(() => { expect(screen.getAllByText('B')).toHaveLength(2) })
  })

  it('leaves useLazyQuery and useApolloClient to the library', async () => {
    const { fetch, asked } = serve(({ variables }) => ({ data: { post: post('1', String(variables['id'])) } }))
    function Lazy() {
      const [load, { data }] = useLazyQuery(POST)
      const client = useApolloClient()
      return <button onClick={() => void load({ variables: { id: 'seven' } })}>{data?.post?.title ?? typeof client.query}</button>
    }
    render(<SignalboxProvider fetch={fetch}><Lazy /></SignalboxProvider>)
    expect(asked).toHaveLength(0)
    fireEvent.click(screen.getByText('function'))
    expect(await screen.findByText('seven')).toBeTruthy()
  })

  it('takes a cache, links, and options of the client', async () => {
    const cache = new InMemoryCache()
    cache.writeQuery({ query: POSTS, data: { posts: [post('1', 'cached')] } })
    const seen: (string | undefined)[] = []
    const log = new ApolloLink((operation, forward) => {
      seen.push(operation.operationName)
      return forward(operation)
    })
    const { fetch } = serve(() => ({ data: { posts: [post('1', 'fetched')] } }))
    render(
      <SignalboxProvider fetch={fetch} cache={cache} links={[log]} client={{ defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } } }}>
        <Cached />
      </SignalboxProvider>,
    )
    expect(screen.getByText('cached')).toBeTruthy()
    expect(await screen.findByText('fetched')).toBeTruthy()
    expect(seen).toEqual(['Posts'])
  })
  function Cached() {
    const { data } = useQuery(POSTS)
    return <p>{data?.posts[0]?.title}</p>
  }
})

describe('a cell with Apollo Client', () => {
  const Failure = ({ error, errorCode, queryResult }: CellFailureProps) => <button onClick={() => void queryResult.refetch()}>{`${error.message} ${errorCode ?? ''}`}</button>
  const Success = ({ post, updating, queryResult }: CellSuccessProps<typeof POST>) => (
    <button onClick={() => void queryResult.refetch()}>{post?.title} {updating && 'updating'}</button>
  )
  const parts = { QUERY: POST, Loading: () => <p>loading</p>, Empty: () => <p>empty</p>, Failure, Success }

  it('goes from Loading to Success, and updates', async () => {
    const again = later<object>()
    let n = 0
    const { fetch } = serve(() => (++n === 1 ? { data: { post: post('1', 'a') } } : again.promise))
    const Cell = createCell(parts)
    render(<SignalboxProvider fetch={fetch}><Cell id="1" /></SignalboxProvider>)
    expect(screen.getByText('loading')).toBeTruthy()
    fireEvent.click(await screen.findByText('a'))
    expect(await screen.findByText('a updating')).toBeTruthy()
    again.resolve({ data: { post: post('1', 'b') } })
    expect(await screen.findByText('b')).toBeTruthy()
  })

  it('goes from Loading to Empty', async () => {
    const { fetch } = serve(() => ({ data: { post: null } }))
    const Cell = createCell(parts)
    render(<SignalboxProvider fetch={fetch}><Cell id="1" /></SignalboxProvider>)
    expect(await screen.findByText('empty')).toBeTruthy()
  })

  it('goes from Loading to Failure, and by refetch to Success', async () => {
    let n = 0
    const { fetch } = serve(() => (++n === 1 ? { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] } : { data: { post: post('1', 'a') } }))
    const Cell = createCell(parts)
    render(<SignalboxProvider fetch={fetch}><Cell id="1" /></SignalboxProvider>)
    fireEvent.click(await screen.findByText('no FORBIDDEN'))
    expect(await screen.findByText('a')).toBeTruthy()
  })

  it('shows the network’s failures', async () => {
    const Cell = createCell(parts)
    render(<SignalboxProvider fetch={() => Promise.reject(new TypeError('Failed to fetch'))}><Cell id="1" /></SignalboxProvider>)
    expect(await screen.findByText('Failed to fetch')).toBeTruthy()
  })

  it('asks anew for other props', async () => {
    const { fetch } = serve(({ variables }) => ({ data: { post: post(String(variables['id']), `post ${String(variables['id'])}`) } }))
    const Cell = createCell(parts)
    const at = (id: string) => <SignalboxProvider fetch={fetch}><Cell id={id} /></SignalboxProvider>
    const { rerender } = render(at('1'))
    await screen.findByText('post 1')
    rerender(at('2'))
    expect(await screen.findByText('post 2')).toBeTruthy()
  })

  it('suspends, and runs again after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let n = 0
    const { fetch } = serve(() => (++n === 1 ? { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] } : { data: { post: post('1', 'a') } }))
    const shown: string[] = []
    const Loading = () => { shown.push('loading'); return null }
    const Cell = createCell({ ...parts, Loading, suspense: true })
    const once = async (what: () => void) => act(async () => { what(); await Promise.resolve() }) // React 19 resumes in an asynchronous act
    await once(() => render(<SignalboxProvider fetch={fetch}><Cell id="1" /></SignalboxProvider>))
    expect(shown[0]).toBe('loading')
    const failure = await screen.findByText('no FORBIDDEN')
    await once(() => fireEvent.click(failure))
    expect(await screen.findByText('a')).toBeTruthy()
  })
})

describe('subscriptions', () => {
  function Renamed({ children }: { children?: ReactNode }) {
    const { data, error } = useSubscription(RENAMED)
    return <p>{error?.message ?? data?.renamed.title ?? 'waiting'}{children}</p>
  }
  const isSubscription = ({ headers }: Asked) => headers.get('accept') === 'text/event-stream'

  it('come as server-sent events, until nobody listens', async () => {
    const stream = new Stream()
    const { fetch, asked } = serve(() => stream.response)
    const { unmount } = render(<SignalboxProvider fetch={fetch} auth={{ type: 'blog', getToken: () => 't' }}><Renamed /></SignalboxProvider>)
    await waitFor(() => { expect(asked).toHaveLength(1) })
    expect(asked[0]?.headers.get('accept')).toBe('text/event-stream')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer t')
    stream.next({ data: { renamed: post('1', 'b') } })
    expect(await screen.findByText('b')).toBeTruthy()
    unmount()
    await waitFor(() => { expect(asked[0]?.signal?.aborted).toBe(true) })
  })

  it('resume when the connection breaks, and what is on the screen is fetched again', async () => {
    const streams = [new Stream(), new Stream()]
    let n = 0
    let down = false
    const { fetch } = serve((request) => {
      if (!isSubscription(request)) return { data: { posts: [post('1', `a${++n}`)] } }
      if (down) {
        down = false
        throw new TypeError('Failed to fetch')
      }
      return streams.shift()?.response ?? {}
    })
    const [first, second] = streams
    const onConnect = vi.fn()
    const onDisconnect = vi.fn()
    const onReconnect = vi.fn()
    function Titles() {
      const { data } = useQuery(POSTS)
      return <p>{data?.posts[0]?.title}</p>
    }
    render(<SignalboxProvider fetch={fetch} sse={{ retry: immediately, onConnect, onDisconnect, onReconnect }}><Renamed /><Titles /></SignalboxProvider>)
    await screen.findByText('a1')
    first?.next({ data: { renamed: post('2', 'b') } })
    await screen.findByText('b')
    expect([onConnect, onReconnect].map((f) => f.mock.calls.length)).toEqual([1, 0])
    down = true
    first?.break()
    expect(await screen.findByText('a2')).toBeTruthy()
    expect(onDisconnect).toHaveBeenCalled()
    expect([onConnect, onReconnect].map((f) => f.mock.calls.length)).toEqual([2, 1])
    second?.next({ data: { renamed: post('2', 'c') } })
    expect(await screen.findByText('c')).toBeTruthy()
  })

  it.each(['SLOW_SUBSCRIBER', 'EVENTS_LOST'])('resume after %s, without an error', async (code) => {
    const streams = [new Stream(), new Stream()]
    const [first, second] = streams
    const { fetch } = serve(() => streams.shift()?.response ?? {})
    render(<SignalboxProvider fetch={fetch} sse={{ retry: immediately }}><Renamed /></SignalboxProvider>)
    await waitFor(() => { expect(streams).toHaveLength(1) })
    first?.next({ errors: [{ message: 'lost', extensions: { code } }] })
    first?.break()
    await waitFor(() => { expect(streams).toHaveLength(0) })
    expect(screen.getByText('waiting')).toBeTruthy()
    second?.next({ data: { renamed: post('1', 'b') } })
    expect(await screen.findByText('b')).toBeTruthy()
  })

  it('end with the errors of a refusal, and are not tried again', async () => {
    const { fetch, asked } = serve(() => new Response('{\n"errors": [{"message": "not for you"}]}', { status: 403 }))
    render(<SignalboxProvider fetch={fetch} sse={{ retry: immediately }}><Renamed /></SignalboxProvider>)
    expect(await screen.findByText('not for you')).toBeTruthy()
    expect(asked).toHaveLength(1)
  })

  it('say which status refused them', async () => {
    const { fetch } = serve(() => new Response('<html>', { status: 404, statusText: 'Not Found' }))
    render(<SignalboxProvider fetch={fetch}><Renamed /></SignalboxProvider>)
    expect(await screen.findByText('The server refused the subscription: 404 Not Found')).toBeTruthy()
  })

  it('are tried again while the server is busy, as often as wanted', async () => {
    const { fetch, asked } = serve(() => new Response('', { status: 503, statusText: 'Busy' }))
    render(<SignalboxProvider fetch={fetch} sse={{ retry: immediately, retryAttempts: 3 }}><Renamed /></SignalboxProvider>)
    expect(await screen.findByText(/503|Busy/)).toBeTruthy()
    expect(asked).toHaveLength(4)
  })

  it('of live queries update the data', async () => {
    const stream = new Stream()
    const { fetch, asked } = serve(() => stream.response)
    const Cell = createCell({ QUERY: LIVE, Success: ({ posts }) => <p>{posts.map((p) => p.title).join()}</p>, Loading: () => <p>loading</p> })
    render(<SignalboxProvider fetch={fetch}><Cell /></SignalboxProvider>)
    await waitFor(() => { expect(asked).toHaveLength(1) })
    expect(asked.every(isSubscription)).toBe(true)
    stream.next({ data: { posts: [post('1', 'a')] }, isLive: true })
    expect(await screen.findByText('a')).toBeTruthy()
    stream.next({ data: { posts: [post('1', 'b'), post('2', 'c')] }, isLive: true })
    expect(await screen.findByText('b,c')).toBeTruthy()
  })
})

describe('uploads', () => {
  const file = (name: string) => new File([name], name, { type: 'text/plain' })

  it('are multipart requests, with the header that tells them from a form', async () => {
    const { fetch, asked } = serve(() => ({ data: { upload: true } }))
    const client = createClient({ uri: '/graphql', fetch })
    const twice = file('b.txt')
    await client.mutate({ mutation: UPLOAD, variables: { file: file('a.txt'), more: [twice, twice], name: 'x' } })
    expect(asked[0]?.variables).toEqual({ file: null, more: [null, null], name: 'x' })
    expect(asked[0]?.form?.get('map')).toBe('{"0":["variables.file"],"1":["variables.more.0","variables.more.1"]}')
    expect(['0', '1'].map((n) => (asked[0]?.form?.get(n) as File).name)).toEqual(['a.txt', 'b.txt'])
    expect(asked[0]?.headers.get('graphql-preflight')).toBe('1')
    expect(asked[0]?.headers.get('content-type')).toBeNull()
  })

  it('find files in a FileList', () => {
    const list = Object.assign(Object.create(FileList.prototype) as FileList, { 0: file('a.txt') })
    Object.defineProperty(list, 'length', { value: 1 })
    expect(hasFiles({ input: { files: list } })).toBe(true)
    expect(hasFiles({ input: { files: [], at: new Date(), none: null } })).toBe(false)
  })

  it('send a FileList as a list', async () => {
    const { fetch, asked } = serve(() => ({ data: { upload: true } }))
    const list = Object.assign(Object.create(FileList.prototype) as FileList, { 0: file('a.txt') })
    Object.defineProperty(list, 'length', { value: 1 })
    const client = createClient({ uri: '/graphql', fetch })
    await client.mutate({ mutation: UPLOAD, variables: { file: file('b.txt'), more: list as unknown as File[] } })
    expect(asked[0]?.variables).toEqual({ file: null, more: [null] })
    expect(JSON.parse(asked[0]?.form?.get('map') as string)).toEqual({ 0: ['variables.file'], 1: ['variables.more.0'] })
  })

  it('keep objects as they are, whatever their keys', async () => {
    const { fetch, asked } = serve(() => ({ data: { up: true } }))
    const client = createClient({ uri: '/graphql', fetch })
    const UP = gql`mutation Up($meta: JSON) { up(meta: $meta) }`
    await client.mutate({ mutation: UP, variables: { meta: { 1: file('a.txt'), 7: 'x', 'a.b': file('b.txt') }, unused: file('c.txt') } })
    expect(asked[0]?.variables).toEqual({ meta: { 1: null, 7: 'x', 'a.b': null } })
    expect(asked[0]?.form?.get('map')).toBe('{"0":["variables.meta.1"],"1":["variables.meta.a.b"]}')
  })
})

describe('persisted documents', () => {
  const text = 'query Posts {\n  posts {\n    id\n    title\n    __typename\n  }\n}'

  it('go by the hash of the manifest', async () => {
    const { fetch, asked } = serve(() => ({ data: { posts: [post('1', 'a')] } }))
    const client = createClient({ uri: '/graphql', fetch }, { documents: { 'sha256:abc': text } })
    await client.query({ query: POSTS })
    expect(asked[0]?.query).toBeUndefined()
    expect(asked[0]?.extensions).toMatchObject({ persistedQuery: { version: 1, sha256Hash: 'abc' } })
  })

  it('go by the hash in the document', async () => {
    const { fetch, asked } = serve(() => ({ data: { posts: [post('1', 'a')] } }))
    const client = createClient({ uri: '/graphql', fetch }, { documents: {} })
    await client.query({ query: { ...POSTS, __meta__: { hash: 'def' } } as typeof POSTS })
    expect(asked[0]?.extensions).toMatchObject({ persistedQuery: { version: 1, sha256Hash: 'def' } })
  })

  it('leave others as they are', async () => {
    const { fetch, asked } = serve(() => ({ data: { posts: [post('1', 'a')] } }))
    await createClient({ uri: '/graphql', fetch }, { documents: {} }).query({ query: POSTS })
    expect(asked[0]?.query).toBe(text)
  })

  it('hold for subscriptions', async () => {
    const stream = new Stream()
    const { fetch, asked } = serve(() => stream.response)
    const client = createClient({ uri: '/graphql', fetch }, { documents: { ghi: 'subscription Renamed {\n  renamed {\n    id\n    title\n    __typename\n  }\n}' } })
    const subscription = client.subscribe({ query: RENAMED }).subscribe({})
    await waitFor(() => { expect(asked).toHaveLength(1) })
    expect(asked[0]?.query).toBeUndefined()
    expect(asked[0]?.extensions).toMatchObject({ persistedQuery: { version: 1, sha256Hash: 'ghi' } })
    subscription.unsubscribe()
  })
})

describe('batching', () => {
  it('is off', async () => {
    const { fetch, asked } = serve(({ operationName }) => (operationName === 'Posts' ? { data: { posts: [] } } : { data: { post: null } }))
    const client = createClient({ uri: '/graphql', fetch })
    await Promise.all([client.query({ query: POSTS }), client.query({ query: POST, variables: { id: '1' } })])
    expect(asked).toHaveLength(2)
  })

  it('is a link of the application', async () => {
    const { fetch, asked } = serve(() => [{ data: { posts: [] } }, { data: { post: null } }])
    const client = createClient({ uri: '/graphql', fetch }, { http: (options) => new BatchHttpLink({ ...options, batchInterval: 1 }) })
    await Promise.all([client.query({ query: POSTS }), client.query({ query: POST, variables: { id: '1' } })])
    expect(asked).toHaveLength(1)
  })
})

describe('the links', () => {
  it('may be taken one by one', () => {
    const config = { uri: '/graphql', fetch: serve(() => ({})).fetch }
    for (const link of [createLink(config), createSseLink(config), createUploadLink(config), createDocumentsLink()]) expect(link).toBeInstanceOf(ApolloLink)
  })

  it('know what a stream answers', () => {
    expect([POSTS, RENAMED, LIVE, RENAME].map(isStream)).toEqual([false, true, true, false])
  })
})
