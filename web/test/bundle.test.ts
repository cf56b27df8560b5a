// These look at what is built: run `npm run build` first.
import { describe, expect, it } from 'vitest'

import { bundle } from '../scripts/bundle.mjs'

describe('the bundle of an application', () => {
  it('has no byte of Apollo without the root provider', async () => {
    const { code, packages } = await bundle(`export * from '@signalbox/web'`)
    expect(packages).toEqual([])
    expect(code.replaceAll('@signalbox/web/apollo', '')).not.toMatch(/apollo/i) // a message names the entry
  })

  it('has none with another client either', async () => {
    const { code, packages } = await bundle(`export { UrqlProvider } from './examples/urql/src/UrqlProvider.tsx'`)
    expect(packages).toEqual(['@0no-co/graphql.web', '@urql/core', 'graphql-sse', 'urql', 'wonka'])
    expect(code).not.toMatch(/apollo-?client|ApolloProvider/i)
  })

  it('has Apollo with the root provider', async () => {
    const { packages } = await bundle(`export { SignalboxProvider } from '@signalbox/web/apollo'`)
    expect(packages).toContain('@apollo/client')
  })

  it('has only what it uses', async () => {
    const { code } = await bundle(`export { useFetchConfig } from '@signalbox/web'`)
    expect(code).not.toContain('Suspense')
    const unused = await bundle(`import '@signalbox/web'; import '@signalbox/web/apollo'; export const nothing = 1`)
    expect(unused.gzip).toBeLessThan(80)
  })

  it('has a core of at most 4 KiB', async () => {
    const { gzip } = await bundle(`export * from '@signalbox/web'`)
    expect(gzip).toBeLessThanOrEqual(4096)
  })
})
