// Has the clients that browsers use work with the server: each asks, changes,
// fails, uploads and subscribes.
//
//   scripts/judge/run graphql clients
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, InMemoryCache, gql as apolloGQL } from '@apollo/client'
import { createPersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { OperationTypeNode, print } from 'graphql'
import { cacheExchange, fetchExchange, gql, Client as UrqlClient, subscriptionExchange } from '@urql/core'
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs'
import { createHash } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { Observable } from 'rxjs'
import { start } from './server/start.mjs'

let server
before(async () => {
  server = await start()
})
after(() => server.stop())

const asked = '{ messages { id text } }'
const saying = 'mutation Say($text: String!) { say(text: $text) { text } }'
const uploading = 'mutation Upload($files: [File!]!) { upload(files: $files) { name text } }'
const listening = 'subscription { said { text } }'
const files = () => [new File(['one'], 'a.txt', { type: 'text/plain' }), new File(['two'], 'b.txt')]
const uploaded = [
  { name: 'a.txt', text: 'one' },
  { name: 'b.txt', text: 'two' },
]
const preflight = { 'Apollo-Require-Preflight': 'true' }

async function ask(query, variables) {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()).data
}

// listeners waits until so many listen.
async function listeners(n) {
  while ((await ask('{ listeners }')).listeners !== n) await new Promise((next) => setImmediate(next))
}

// firstOf subscribes, has something said, and gives the first event; then it
// leaves, which the server must notice.
async function firstOf(subscribe, text) {
  let leave
  const first = new Promise((event, failed) => {
    leave = subscribe(event, failed)
  })
  await listeners(1)
  await ask(saying, { text })
  const event = await first
  leave()
  await listeners(0)
  return event
}

// sseLink is the link that graphql-sse's documentation gives for Apollo Client.
function sseLink() {
  const client = createClient({ url: server.url, retryAttempts: 0 })
  return new ApolloLink(
    (operation) =>
      new Observable((sink) =>
        client.subscribe(
          { ...operation, query: print(operation.query) },
          { next: sink.next.bind(sink), complete: sink.complete.bind(sink), error: sink.error.bind(sink) },
        ),
      ),
  )
}

function apollo(...links) {
  const http = ApolloLink.from([...links, new UploadHttpLink({ uri: server.url, headers: preflight })])
  return new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split((operation) => operation.operationType === OperationTypeNode.SUBSCRIPTION, sseLink(), http),
  })
}

test('Apollo Client', async (t) => {
  const client = apollo()
  await t.test('query', async () => {
    const { data } = await client.query({ query: apolloGQL(asked) })
    assert.equal(data.messages[0].text, 'hello')
  })
  await t.test('mutation', async () => {
    const { data } = await client.mutate({ mutation: apolloGQL(saying), variables: { text: 'apollo' } })
    assert.equal(data.say.text, 'apollo')
  })
  await t.test('error', async () => {
    await assert.rejects(client.query({ query: apolloGQL('{ refused }') }), (e) => {
      assert.ok(CombinedGraphQLErrors.is(e))
      assert.equal(e.errors[0].message, 'none left')
      assert.equal(e.errors[0].extensions.code, 'OUT_OF_STOCK')
      return true
    })
  })
  await t.test('invalid query', async () => {
    await assert.rejects(client.query({ query: apolloGQL('{ nothing }') }), (e) => CombinedGraphQLErrors.is(e) && /nothing/.test(e.message))
  })
  await t.test('upload', async () => {
    const { data } = await client.mutate({ mutation: apolloGQL(uploading), variables: { files: files() } })
    assert.deepEqual(data.upload.map(({ name, text }) => ({ name, text })), uploaded)
  })
  await t.test('upload without a preflight header is refused', async () => {
    const bare = new ApolloClient({ cache: new InMemoryCache(), link: new UploadHttpLink({ uri: server.url }) })
    await assert.rejects(bare.mutate({ mutation: apolloGQL(uploading), variables: { files: files() } }), /GraphQL-Preflight|400/)
  })
  await t.test('subscription', async () => {
    const result = await firstOf((event, failed) => {
      const s = client.subscribe({ query: apolloGQL(listening) }).subscribe({ next: event, error: failed })
      return () => s.unsubscribe()
    }, 'to apollo')
    assert.equal(result.data.said.text, 'to apollo')
  })
  await t.test('automatic persisted queries', async () => {
    const sha256 = (text) => createHash('sha256').update(text).digest('hex')
    const persisting = apollo(createPersistedQueryLink({ sha256 }))
    for (let i = 0; i < 2; i++) {
      const { data } = await persisting.query({ query: apolloGQL(asked), fetchPolicy: 'network-only' })
      assert.equal(data.messages[0].text, 'hello')
    }
  })
})

function urql(options) {
  return new UrqlClient({ url: server.url, exchanges: [cacheExchange, fetchExchange], preferGetMethod: false, ...options })
}

test('urql', async (t) => {
  const client = urql({ fetchSubscriptions: true, fetchOptions: { headers: preflight } })
  await t.test('query', async () => {
    const { data, error } = await client.query(gql(asked), {}).toPromise()
    assert.equal(error, undefined)
    assert.equal(data.messages[0].text, 'hello')
  })
  await t.test('query by GET', async () => {
    const { data, error } = await urql({ preferGetMethod: 'force' }).query(gql(asked), {}).toPromise()
    assert.equal(error, undefined)
    assert.equal(data.messages[0].text, 'hello')
  })
  await t.test('mutation', async () => {
    const { data } = await client.mutation(gql(saying), { text: 'urql' }).toPromise()
    assert.equal(data.say.text, 'urql')
  })
  await t.test('error', async () => {
    const { data, error } = await client.query(gql('{ refused }'), {}).toPromise()
    assert.deepEqual(data, { refused: null })
    assert.equal(error.graphQLErrors[0].message, 'none left')
    assert.equal(error.graphQLErrors[0].extensions.code, 'OUT_OF_STOCK')
  })
  await t.test('invalid query', async () => {
    const { error } = await client.query(gql('{ nothing }'), {}).toPromise()
    assert.match(error.graphQLErrors[0].message, /Cannot query field "nothing"/)
  })
  await t.test('upload', async () => {
    const { data, error } = await client.mutation(gql(uploading), { files: files() }).toPromise()
    assert.equal(error, undefined)
    assert.deepEqual(data.upload.map(({ name, text }) => ({ name, text })), uploaded)
  })
  await t.test('subscription by fetch', async () => {
    const result = await firstOf((event) => client.subscription(gql(listening), {}).subscribe(event).unsubscribe, 'to urql')
    assert.equal(result.data.said.text, 'to urql')
  })
  await t.test('subscription by graphql-sse', async () => {
    const sse = createClient({ url: server.url, retryAttempts: 0 })
    const forwarding = urql({
      exchanges: [fetchExchange, subscriptionExchange({ forwardSubscription: (operation) => ({ subscribe: (sink) => ({ unsubscribe: sse.subscribe(operation, sink) }) }) })],
    })
    const result = await firstOf((event) => forwarding.subscription(gql(listening), {}).subscribe(event).unsubscribe, 'to urql again')
    assert.equal(result.data.said.text, 'to urql again')
  })
})

test('graphql-sse', async (t) => {
  const client = createClient({ url: server.url, retryAttempts: 0 })
  const once = async (query, variables) => {
    const results = []
    for await (const result of client.iterate({ query, variables })) results.push(result)
    assert.equal(results.length, 1)
    return results[0]
  }
  await t.test('query', async () => assert.equal((await once(asked)).data.messages[0].text, 'hello'))
  await t.test('mutation', async () => assert.equal((await once(saying, { text: 'sse' })).data.say.text, 'sse'))
  await t.test('error', async () => assert.equal((await once('{ refused }')).errors[0].extensions.code, 'OUT_OF_STOCK'))
  await t.test('invalid query', async () => assert.match((await once('{ nothing }')).errors[0].message, /Cannot query field "nothing"/))
  await t.test('subscription', async () => {
    const result = await firstOf((next, error) => client.subscribe({ query: listening }, { next, error, complete() {} }), 'to sse')
    assert.equal(result.data.said.text, 'to sse')
  })
  await t.test('live query', async () => {
    const lengths = []
    for await (const { data, isLive } of client.iterate({ query: 'query @live { messages { id } }' })) {
      assert.equal(isLive, true)
      lengths.push(data.messages.length)
      if (lengths.length === 2) break
      await ask(saying, { text: 'live' })
    }
    assert.equal(lengths[1], lengths[0] + 1)
  })
})
