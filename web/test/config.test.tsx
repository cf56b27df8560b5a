import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createFetch, FetchConfigProvider, useFetchConfig, type AuthProvider, type FetchConfig } from '@signalbox/web'

afterEach(cleanup)

// answering returns a fetch that answers with these statuses, one after the other.
function answering(...statuses: number[]) {
  return vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}', { status: statuses.shift() ?? 200 })))
}

const headersOf = (sent: ReturnType<typeof answering>, n = 0) => Object.fromEntries(new Headers(sent.mock.calls[n]?.[1]?.headers))

describe('createFetch', () => {
  it('sends headers, the token and its provider with every request', async () => {
    const fetch = answering()
    const send = createFetch({ fetch, headers: { 'x-tenant': 'a' }, auth: { type: 'blog', getToken: () => 't1' } })
    await send('/graphql', { headers: { accept: 'application/json' } })
    expect(headersOf(fetch)).toEqual({ 'x-tenant': 'a', 'auth-provider': 'blog', authorization: 'Bearer t1', accept: 'application/json' })
  })

  it('asks a function for the headers of each request', async () => {
    const fetch = answering()
    let n = 0
    const send = createFetch({ fetch, headers: () => Promise.resolve({ n: String(++n) }) })
    await send('/graphql')
    await send('/graphql')
    expect([headersOf(fetch, 0), headersOf(fetch, 1)]).toEqual([{ n: '1' }, { n: '2' }])
  })

  it('sends nothing of the provider while nobody is signed in', async () => {
    const fetch = answering()
    await createFetch({ fetch, auth: { type: 'blog', getToken: () => Promise.resolve(null) } })('/graphql')
    expect(headersOf(fetch)).toEqual({})
  })

  it('keeps the headers and the body of a Request', async () => {
    const fetch = answering(401)
    const send = createFetch({ fetch, auth: { type: 'blog', getToken: () => 'old', refresh: () => Promise.resolve('new') } })
    await send(new Request('http://localhost/graphql', { method: 'POST', body: 'text', headers: { 'x-a': '1' } }))
    const bodies = await Promise.all(fetch.mock.calls.map(([request]) => (request as Request).text()))
    expect(bodies).toEqual(['text', 'text'])
    expect(headersOf(fetch, 1)).toMatchObject({ 'x-a': '1', authorization: 'Bearer new' })
  })

  it('refreshes the token on 401 and sends the request once more', async () => {
    const fetch = answering(401, 200)
    const refresh = vi.fn(() => Promise.resolve('new'))
    const response = await createFetch({ fetch, auth: { type: 'blog', getToken: () => 'old', refresh } })('/graphql', { method: 'POST', body: '{}' })
    expect(response.status).toBe(200)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(headersOf(fetch, 0)['authorization']).toBe('Bearer old')
    expect(headersOf(fetch, 1)['authorization']).toBe('Bearer new')
    expect(fetch.mock.calls[1]?.[1]?.body).toBe('{}')
  })

  it('refreshes once for requests that fail at the same time', async () => {
    const fetch = answering(401, 401, 200, 200)
    const refresh = vi.fn(() => Promise.resolve('new'))
    const send = createFetch({ fetch, auth: { type: 'blog', getToken: () => 'old', refresh } })
    const responses = await Promise.all([send('/graphql'), send('/graphql')])
    expect(responses.map((r) => r.status)).toEqual([200, 200])
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('takes the token that another request has refreshed meanwhile', async () => {
    const fetch = answering(401, 200)
    const tokens = ['old', 'new']
    const refresh = vi.fn(() => Promise.resolve('newer'))
    await createFetch({ fetch, auth: { type: 'blog', getToken: () => tokens.shift(), refresh } })('/graphql')
    expect(refresh).not.toHaveBeenCalled()
    expect(headersOf(fetch, 1)['authorization']).toBe('Bearer new')
  })

  it('answers 401 if the new token is refused too, or there is nothing to refresh', async () => {
    const auth: AuthProvider = { type: 'blog', getToken: () => 'old', refresh: () => Promise.resolve('new') }
    expect((await createFetch({ fetch: answering(401, 401), auth })('/graphql')).status).toBe(401)
    const fetch = answering(401)
    expect((await createFetch({ fetch, auth: { type: 'blog', getToken: () => 'old' } })('/graphql')).status).toBe(401)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('sends the request without a token if the session is over', async () => {
    const fetch = answering(401, 200)
    await createFetch({ fetch, auth: { type: 'blog', getToken: () => 'old', refresh: () => Promise.resolve(null) } })('/graphql')
    expect(headersOf(fetch, 1)).toEqual({})
  })
})

describe('FetchConfigProvider and useFetchConfig', () => {
  const seen: FetchConfig[] = []
  afterEach(() => seen.splice(0))
  function Show() {
    const config = useFetchConfig()
    seen.push(config)
    return config.uri
  }

  it('is a server at /graphql without a provider, and in one without a uri', async () => {
    const { container } = render(<Show />)
    expect(container.textContent).toBe('/graphql')
    expect(await seen[0]?.getHeaders()).toEqual({})
    const inside = render(<FetchConfigProvider><Show /></FetchConfigProvider>)
    expect(inside.container.textContent).toBe('/graphql')
  })

  it('gives the uri, headers and token', async () => {
    const fetch = answering()
    render(
      <FetchConfigProvider uri="/api" headers={{ a: '1' }} auth={{ type: 'blog', getToken: () => 't' }} fetch={fetch}>
        <Show />
      </FetchConfigProvider>,
    )
    const expected = { a: '1', 'auth-provider': 'blog', authorization: 'Bearer t' }
    expect(seen[0]?.uri).toBe('/api')
    expect(await seen[0]?.getHeaders()).toEqual(expected)
    await seen[0]?.fetch('/api')
    expect(headersOf(fetch)).toEqual(expected)
  })

  it('stays the same object until the uri changes, and takes new headers', async () => {
    const at = (uri: string, a: string) => (
      <FetchConfigProvider uri={uri} headers={{ a }}>
        <Show />
      </FetchConfigProvider>
    )
    const { rerender } = render(at('/a', '1'))
    rerender(at('/a', '2'))
    rerender(at('/b', '2'))
    expect(seen[1]).toBe(seen[0])
    expect(await seen[0]?.getHeaders()).toEqual({ a: '2' })
    expect(seen[2]).not.toBe(seen[0])
    expect(seen[2]?.uri).toBe('/b')
  })
})
