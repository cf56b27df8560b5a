// Has the clients that browsers use work with the server: each asks, changes,
// fails, uploads and subscribes.
//
//   scripts/judge/run graphql clients
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, gql as apolloGQL } from '@apollo/client'
import { createPersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { OperationTypeNode, print } from 'graphql'
import { cacheExchange, fetchExchange, gql, Client as UrqlClient, subscriptionExchange } from '@urql/core'
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs'
import { createHash } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { createClient as createSocketClient } from 'graphql-ws'
import { Observable } from 'rxjs'
import WebSocket from 'ws'
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

// firstOf subscribes, has something happen and something said, and gives the first event; then it
// leaves, which the server must notice.
async function firstOf(subscribe, text, happen = async () => {}) {
  let leave
  const first = new Promise((event, failed) => {
    leave = subscribe(event, failed)
  })
  await listeners(1)
  await happen()
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
  await t.test('subscription by parts, without a link of its own', async () => {
    const plain = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: server.url }) })
    const result = await firstOf((event, failed) => {
      const s = plain.subscribe({ query: apolloGQL(listening) }).subscribe({ next: event, error: failed })
      return () => s.unsubscribe()
    }, 'to apollo by parts')
    assert.equal(result.data.said.text, 'to apollo by parts')
    await assert.rejects(new Promise((next, error) => plain.subscribe({ query: apolloGQL('subscription { none }') }).subscribe({ next: (r) => (r.error ? error(r.error) : next(r)), error })), /none/)
  })
  await t.test('parts until the end', async () => {
    const plain = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: server.url }) })
    const counted = []
    await new Promise((complete, error) =>
      plain.subscribe({ query: apolloGQL('subscription { count(to: 3) }') }).subscribe({ next: ({ data }) => counted.push(data.count), complete, error }),
    )
    assert.deepEqual(counted, [1, 2, 3])
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

for (const singleConnection of [false, true]) {
  test(singleConnection ? 'graphql-sse, single connection' : 'graphql-sse', async (t) => {
    const client = createClient({ url: server.url, retryAttempts: 0, singleConnection })
    const once = async (query, variables) => {
      const results = []
      for await (const result of client.iterate({ query, variables })) results.push(result)
      assert.equal(results.length, 1)
      return results[0]
    }
    await t.test('query', async () => assert.equal((await once(asked)).data.messages[0].text, 'hello'))
    await t.test('mutation', async () => assert.equal((await once(saying, { text: 'sse' })).data.say.text, 'sse'))
    await t.test('error', async () => assert.equal((await once('{ refused }')).errors[0].extensions.code, 'OUT_OF_STOCK'))
    await t.test('invalid query', async () => {
      if (singleConnection) await assert.rejects(once('{ nothing }'), /OK|Bad Request/) // the client shows the answer's status
      else assert.match((await once('{ nothing }')).errors[0].message, /Cannot query field "nothing"/)
    })
    await t.test('subscription', async () => {
      const result = await firstOf((next, error) => client.subscribe({ query: listening }, { next, error, complete() {} }), 'to sse')
      assert.equal(result.data.said.text, 'to sse')
    })
    await t.test('several at once', async () => {
      const leave = []
      const events = [1, 2, 3].map(() => new Promise((next, error) => leave.push(client.subscribe({ query: listening }, { next, error, complete() {} }))))
      await listeners(3)
      await ask(saying, { text: 'to all' })
      for (const event of events) assert.equal((await event).data.said.text, 'to all')
      leave.pop()()
      await listeners(2)
      for (const go of leave) go()
      await listeners(0)
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
}

test('graphql-ws', async (t) => {
  const url = server.url.replace('http', 'ws')
  const client = createSocketClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, keepAlive: 50 })
  const once = async (query, variables) => {
    const results = []
    for await (const result of client.iterate({ query, variables })) results.push(result)
    assert.equal(results.length, 1)
    return results[0]
  }
  const closedWith = async (script, protocol = 'graphql-transport-ws') => {
    const socket = new WebSocket(url, protocol)
    const closed = new Promise((done, failed) => {
      socket.on('close', (code, reason) => done([code, reason.toString()]))
      socket.on('error', failed)
    })
    await new Promise((open) => socket.on('open', open))
    for (const message of script) socket.send(typeof message === 'object' && !Buffer.isBuffer(message) ? JSON.stringify(message) : message)
    return closed
  }
  const init = { type: 'connection_init' }
  const subscribe = { id: '1', type: 'subscribe', payload: { query: listening } }
  await t.test('query', async () => assert.equal((await once(asked)).data.messages[0].text, 'hello'))
  await t.test('mutation', async () => assert.equal((await once(saying, { text: 'ws' })).data.say.text, 'ws'))
  await t.test('error', async () => assert.equal((await once('{ refused }')).errors[0].extensions.code, 'OUT_OF_STOCK'))
  await t.test('invalid query', async () => {
    await assert.rejects(once('{ nothing }'), (errors) => /Cannot query field "nothing"/.test(errors[0].message))
  })
  await t.test('subscription', async () => {
    const result = await firstOf((next, error) => client.subscribe({ query: listening }, { next, error, complete() {} }), 'to ws')
    assert.equal(result.data.said.text, 'to ws')
  })
  await t.test('several at once', async () => {
    const leave = []
    const events = [1, 2, 3].map(() => new Promise((next, error) => leave.push(client.subscribe({ query: listening }, { next, error, complete() {} }))))
    await listeners(3)
    await ask(saying, { text: 'to all' })
    for (const event of events) assert.equal((await event).data.said.text, 'to all')
    for (const go of leave) go()
    await listeners(0)
  })
  await t.test('live query', async () => {
    const lengths = []
    for await (const { data } of client.iterate({ query: 'query @live { messages { id } }' })) {
      lengths.push(data.messages.length)
      if (lengths.length === 2) break
      await ask(saying, { text: 'live' })
    }
    assert.equal(lengths[1], lengths[0] + 1)
  })
  await t.test('urql', async () => {
    const urql = new UrqlClient({
      url: server.url,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query, variables }) => ({ subscribe: (sink) => ({ unsubscribe: client.subscribe({ query, variables }, sink) }) }),
        }),
      ],
    })
    const result = await firstOf((event) => urql.subscription(gql(listening), {}).subscribe(event).unsubscribe, 'to urql by ws')
    assert.equal(result.data.said.text, 'to urql by ws')
  })
  await t.test('connectionParams', async () => {
    const who = async (authorization) => {
      const connectionParams = { 'auth-provider': 'test', authorization, 'GraphQL-Cost': 'report' }
      const client = createSocketClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, connectionParams })
      for await (const result of client.iterate({ query: '{ signalbox { currentUser } }' })) return result
    }
    assert.deepEqual(await who('Bearer ada'), { data: { signalbox: { currentUser: 'ada' } }, extensions: { operationCost: { fieldCost: 1, typeCost: 2 } } })
    await assert.rejects(who('Bearer expired'), ({ code, reason }) => code === 4403 && reason === 'Log in again.')
  })
  await t.test('a server that drains', async () => {
    const codes = []
    const again = createSocketClient({ url, webSocketImpl: WebSocket, retryWait: async () => {}, on: { closed: ({ code }) => codes.push(code) } })
    const connections = []
    const twice = new Promise((done) => again.on('connected', (socket) => connections.push(socket) === 2 && done()))
    const result = await firstOf((next, error) => {
      const leave = again.subscribe({ query: listening }, { next, error, complete() {} })
      return () => (leave(), again.dispose())
    }, 'to who came again', async () => {
      await fetch(new URL('/drain', server.url), { method: 'POST' })
      await twice
    })
    assert.equal(result.data.said.text, 'to who came again')
    assert.equal(codes[0], 1012)
  })
  await t.test('a client that goes away', async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await new Promise((open) => socket.on('open', open))
    for (const message of [init, subscribe]) socket.send(JSON.stringify(message))
    await listeners(1)
    socket.terminate()
    await listeners(0)
  })
  // The codes by which the protocol says that the client is wrong.
  await t.test('no JSON', async () => assert.equal((await closedWith(['{'])).at(0), 4400))
  await t.test('no type', async () => assert.equal((await closedWith([{ id: '1' }])).at(0), 4400))
  await t.test('bytes', async () => assert.equal((await closedWith([Buffer.from('{}')])).at(0), 4400))
  await t.test('before connection_init', async () => assert.deepEqual(await closedWith([subscribe]), [4401, 'Unauthorized']))
  await t.test('without connection_init', async () => assert.deepEqual(await closedWith([]), [4408, 'Connection initialisation timeout']))
  await t.test('twice', async () => assert.deepEqual(await closedWith([init, init]), [4429, 'Too many initialisation requests']))
  await t.test('an id again', async () => assert.deepEqual(await closedWith([init, subscribe, subscribe]), [4409, 'Subscriber for 1 already exists']))
  await t.test('no id', async () => assert.equal((await closedWith([init, { ...subscribe, id: '' }])).at(0), 4400))
  await t.test('another protocol', async () => {
    const socket = new WebSocket(url, 'graphql-ws')
    const failed = new Promise((error) => socket.on('error', error))
    assert.match((await failed).message, /no subprotocol/)
  })
  client.dispose()
})
