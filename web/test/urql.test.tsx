import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { createCell, useMutation, useSubscription, type CellFailureProps, type TypedDocument } from '@signalbox/web'

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
