import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { createCell, useMutation, useQuery, useSubscription, type CellFailureProps, type TypedDocument } from '@signalbox/web'

import { UrqlProvider } from '../examples/urql/src/UrqlProvider.jsx'
import { later, serve, Stream } from './server.js'

afterEach(cleanup)

interface Post { readonly title: string }
const POST = 'query Post($id: ID!) { post(id: $id) { title } }' as unknown as TypedDocument<{ post: Post | null }, { id: string }>
const RENAME = 'mutation Rename($title: String!) { rename(title: $title) { title } }' as unknown as TypedDocument<{ rename: Post }, { title: string }>
const UPLOAD = 'mutation Upload($file: File!) { upload(file: $file) }' as unknown as TypedDocument<{ upload: boolean }, { file: File }>
const RENAMED = 'subscription Renamed { renamed { title } }' as unknown as TypedDocument<{ renamed: Post }, Record<string, never>>

const parts = {
  QUERY: POST,
  Loading: () => <p>loading</p>,
  Empty: () => <p>empty</p>,
  Failure: ({ error, errorCode, queryResult }: CellFailureProps) => <button onClick={() => void queryResult.refetch()}>{`${error.message} ${errorCode ?? ''}`}</button>,
  Success: ({ post, updating, queryResult }: { post: Post | null; updating: boolean; queryResult: { refetch: () => Promise<unknown> } }) => (
    <button onClick={() => void queryResult.refetch()}>{post?.title} {updating && 'updating'}</button>
  ),
}
const Cell = createCell(parts)

it('goes from Loading to Success, with headers and token, and updates', async () => {
  const again = later<object>()
  const { fetch, asked } = serve(() => (asked.length === 1 ? { data: { post: { title: 'a' } } } : again.promise))
  render(<UrqlProvider fetch={fetch} headers={{ 'x-a': '1' }} auth={{ type: 'blog', getToken: () => 't' }}><Cell id="1" /></UrqlProvider>)
  expect(screen.getByText('loading')).toBeTruthy()
  fireEvent.click(await screen.findByText('a'))
  expect(await screen.findByText('a updating')).toBeTruthy()
  again.resolve({ data: { post: { title: 'b' } } })
  expect(await screen.findByText('b')).toBeTruthy()
  expect(asked[0]?.variables).toEqual({ id: '1' })
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toMatchObject({ 'x-a': '1', 'auth-provider': 'blog', authorization: 'Bearer t' })
})

it('goes from Loading to Empty', async () => {
  const { fetch } = serve(() => ({ data: { post: null } }))
  render(<UrqlProvider fetch={fetch}><Cell id="1" /></UrqlProvider>)
  expect(await screen.findByText('empty')).toBeTruthy()
})

it('goes from Loading to Failure, and by refetch to Success', async () => {
  const { fetch, asked } = serve(() => (asked.length === 1 ? { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] } : { data: { post: { title: 'a' } } }))
  render(<UrqlProvider fetch={fetch}><Cell id="1" /></UrqlProvider>)
  fireEvent.click(await screen.findByText('[GraphQL] no FORBIDDEN'))
  expect(await screen.findByText('a')).toBeTruthy()
})

it('refreshes an expired token', async () => {
  let token = 'old'
  const { fetch } = serve(({ headers }) => (headers.get('authorization') === 'Bearer new' ? { data: { post: { title: 'a' } } } : new Response('{}', { status: 401 })))
  render(<UrqlProvider fetch={fetch} auth={{ type: 'blog', getToken: () => token, refresh: () => Promise.resolve((token = 'new')) }}><Cell id="1" /></UrqlProvider>)
  expect(await screen.findByText('a')).toBeTruthy()
})

it('runs mutations, uploads among them', async () => {
  const { fetch, asked } = serve(({ form }) => ({ data: form ? { upload: true } : { rename: { title: 'b' } } }))
  function Buttons() {
    const [rename, { data, loading, called }] = useMutation(RENAME, { variables: { title: 'a' } })
    const [upload, { data: uploaded }] = useMutation(UPLOAD)
    return (
      <>
        <button onClick={() => void rename({ variables: { title: 'b' } })}>{data?.rename.title ?? (loading ? 'running' : called ? 'called' : 'rename')}</button>
        <button onClick={() => void upload({ variables: { file: new File(['x'], 'x.txt') } })}>{uploaded?.upload ? 'uploaded' : 'upload'}</button>
      </>
    )
  }
  render(<UrqlProvider fetch={fetch}><Buttons /></UrqlProvider>)
  fireEvent.click(screen.getByText('rename'))
  expect(await screen.findByText('b')).toBeTruthy()
  expect(asked[0]?.variables).toEqual({ title: 'b' })
  fireEvent.click(screen.getByText('upload'))
  expect(await screen.findByText('uploaded')).toBeTruthy()
  expect((asked[1]?.form?.get('0') as File).name).toBe('x.txt')
  expect(asked[1]?.headers.get('graphql-preflight')).toBe('1')
})

it('follows subscriptions', async () => {
  const stream = new Stream()
  const { fetch, asked } = serve(() => stream.response)
  function Renamed() {
    const { data, loading } = useSubscription(RENAMED)
    return <p>{loading ? 'waiting' : data?.renamed.title}</p>
  }
  const { unmount } = render(<UrqlProvider fetch={fetch}><Renamed /></UrqlProvider>)
  expect(screen.getByText('waiting')).toBeTruthy()
  await waitFor(() => { expect(asked).toHaveLength(1) })
  stream.next({ data: { renamed: { title: 'b' } } })
  expect(await screen.findByText('b')).toBeTruthy()
  unmount()
  await waitFor(() => { expect(asked[0]?.signal?.aborted).toBe(true) })
})

it('runs a query again with other variables, until the component asks for others itself', async () => {
  const { fetch, asked } = serve(({ variables }) => ({ data: { post: { title: `post ${variables['id'] as string}` } } }))
  const done = vi.fn()
  function Title({ id }: { id: string }) {
    const { data, refetch } = useQuery(POST, { variables: { id } })
    return <button onClick={() => void refetch({ id: 'b' }).then(() => { done(asked.length) })}>{data?.post?.title}</button>
  }
  const at = (id: string) => <UrqlProvider fetch={fetch}><Title id={id} /></UrqlProvider>
  const { rerender } = render(at('a'))
  fireEvent.click(await screen.findByText('post a'))
  expect(await screen.findByText('post b')).toBeTruthy()
  await waitFor(() => { expect(done).toHaveBeenCalledWith(2) })
  rerender(at('c'))
  expect(await screen.findByText('post c')).toBeTruthy()
  expect(asked.map(({ variables }) => variables['id'])).toEqual(['a', 'b', 'c'])
})

it('forgets the last run of a mutation, and runs it by the same function in each rendering', async () => {
  const { fetch, asked } = serve(() => ({ errors: [{ message: 'no' }] }))
  const runs = new Set()
  function Buttons({ title }: { title: string }) {
    const [rename, { error, called, reset }] = useMutation(RENAME, { variables: { title } })
    runs.add(rename)
    return <><button onClick={() => void rename()}>{error ? 'error' : called ? 'called' : 'rename'}</button><button onClick={reset}>reset</button></>
  }
  const at = (title: string) => <UrqlProvider fetch={fetch}><Buttons title={title} /></UrqlProvider>
  const { rerender } = render(at('a'))
  rerender(at('b'))
  fireEvent.click(screen.getByText('rename'))
  await screen.findByText('error')
  fireEvent.click(screen.getByText('reset'))
  fireEvent.click(await screen.findByText('rename'))
  await screen.findByText('error')
  expect(asked.map(({ variables }) => variables['title'])).toEqual(['b', 'b'])
  expect(runs.size).toBe(1)
})

it('resumes subscriptions that break, and fetches what is on the screen again', async () => {
  const streams = [new Stream(), new Stream()]
  const [first] = streams
  const { fetch, asked } = serve(({ query }) => (query?.startsWith('subscription') ? (streams.shift()?.response ?? {}) : { data: { post: { title: `post ${asked.length}` } } }))
  function Renamed() {
    useSubscription(RENAMED)
    return <Cell id="1" />
  }
  render(<UrqlProvider fetch={fetch} sse={{ retry: () => Promise.resolve() }}><Renamed /></UrqlProvider>)
  await screen.findByText(/post \d/)
  await waitFor(() => { expect(streams).toHaveLength(1) })
  first?.break()
  await waitFor(() => { expect(streams).toHaveLength(0) })
  await waitFor(() => { expect(asked.filter(({ query }) => query?.startsWith('query'))).toHaveLength(2) })
})

it('ends a subscription that is refused', async () => {
  const { fetch, asked } = serve(() => new Response('{"errors": [{"message": "not for you"}]}', { status: 403 }))
  function Renamed() {
    return <p>{useSubscription(RENAMED).error?.message}</p>
  }
  render(<UrqlProvider fetch={fetch}><Renamed /></UrqlProvider>)
  expect(await screen.findByText('[GraphQL] not for you')).toBeTruthy()
  expect(asked).toHaveLength(1)
})
