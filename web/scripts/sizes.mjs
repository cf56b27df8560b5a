// Prints how much code each part brings into an application, minified and
// gzipped, without React:
//
//   npm run build && node scripts/sizes.mjs [--check]
//
// With --check it fails if the core is larger than 4 KiB.
import { bundle } from './bundle.mjs'

const limit = 4096
const apollo = ['@apollo/client', 'graphql', 'graphql-tag', 'graphql-sse', 'rxjs']
const rows = [
  ['useFetchConfig, FetchConfigProvider', `export { useFetchConfig, FetchConfigProvider } from '@signalbox/web'`],
  ['useQuery, useMutation, useSubscription, GraphQLHooksProvider', `export { useQuery, useMutation, useSubscription, GraphQLHooksProvider } from '@signalbox/web'`],
  ['createCell', `export { createCell } from '@signalbox/web'`],
  ['the core: all of @signalbox/web', `export * from '@signalbox/web'`],
  ['SignalboxProvider besides the core, without Apollo Client and graphql-sse', `export { SignalboxProvider } from '@signalbox/web/apollo'`, [...apollo, '@signalbox/web$']],
  ['graphql-sse', `export { createClient } from 'graphql-sse'`],
  ['the core and SignalboxProvider, with all they import', `export * from '@signalbox/web'; export { SignalboxProvider } from '@signalbox/web/apollo'`],
  [
    'what of that is Apollo Client: its client, links and hooks alone',
    `export { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client'
     export { ApolloProvider, useQuery, useMutation, useSubscription, useSuspenseQuery } from '@apollo/client/react'
     export { print } from 'graphql'`,
  ],
]

let core = 0
for (const [name, code, external] of rows) {
  const { gzip } = await bundle(code, external)
  if (name.startsWith('the core: ')) core = gzip
  console.log(`${String(gzip).padStart(7)}  ${name}`)
}
if (process.argv.includes('--check') && core > limit) {
  console.error(`the core is larger than ${limit} bytes`)
  process.exit(1)
}
