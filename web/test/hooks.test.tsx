import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { GraphQLHooksProvider, useGraphQLHooks, useMutation, useQuery, useSubscription, type GraphQLHooks } from '@signalbox/web'

afterEach(cleanup)

const execute = vi.fn(() => Promise.resolve({ data: { done: true } }))
const useFakeQuery = vi.fn(() => ({ data: { query: 'data' }, loading: false, error: undefined, refetch: vi.fn() }))
const useFakeMutation = vi.fn(() => [execute, { data: undefined, loading: false, error: undefined, called: false, reset: vi.fn() }])
const useFakeSubscription = vi.fn(() => ({ data: { event: 'data' }, loading: false, error: undefined }))
const hooks = { useQuery: useFakeQuery, useMutation: useFakeMutation, useSubscription: useFakeSubscription } as unknown as GraphQLHooks

function Show() {
  const { data } = useQuery('{ posts }', { variables: { a: 1 } })
  const [run, result] = useMutation('mutation { post }', { variables: { b: 2 } })
  const { data: event } = useSubscription('subscription { posted }', { skip: false })
  return (
    <button onClick={() => void run({ variables: { b: 3 } })}>
      {JSON.stringify({ data, called: result.called, event })}
    </button>
  )
}

describe('useQuery, useMutation and useSubscription', () => {
  it('are the hooks of the provider, with the same arguments', () => {
    render(<GraphQLHooksProvider {...hooks}><Show /></GraphQLHooksProvider>)
    expect(screen.getByRole('button').textContent).toBe('{"data":{"query":"data"},"called":false,"event":{"event":"data"}}')
    expect(useFakeQuery).toHaveBeenCalledWith('{ posts }', { variables: { a: 1 } })
    expect(useFakeMutation).toHaveBeenCalledWith('mutation { post }', { variables: { b: 2 } })
    expect(useFakeSubscription).toHaveBeenCalledWith('subscription { posted }', { skip: false })
    screen.getByRole('button').click()
    expect(execute).toHaveBeenCalledWith({ variables: { b: 3 } })
  })

  it('are those of the nearest provider', () => {
    const inner = { ...hooks, useQuery: () => ({ data: { query: 'inner' } }) } as unknown as GraphQLHooks
    render(
      <GraphQLHooksProvider {...hooks}>
        <GraphQLHooksProvider {...inner}>
          <Show />
        </GraphQLHooksProvider>
      </GraphQLHooksProvider>,
    )
    expect(screen.getByRole('button').textContent).toContain('inner')
  })
})

describe('useGraphQLHooks', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => { vi.restoreAllMocks() })

  it('returns the hooks of the provider', () => {
    function Same() {
      return useGraphQLHooks().useQuery === hooks.useQuery ? 'same' : 'other'
    }
    render(<GraphQLHooksProvider {...hooks}><Same /></GraphQLHooksProvider>)
    expect(screen.getByText('same')).toBeTruthy()
  })

  it('says what is missing without a provider', () => {
    expect(() => render(<Show />)).toThrow(/No GraphQL client: put <SignalboxProvider>/)
  })
})
