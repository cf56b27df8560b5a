// The links of the package, without a browser, against the server of
// scripts/judge/graphql/server: what the blog does not use is here.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { gql } from '@apollo/client'
import { createClient } from '@signalbox/web/apollo'

import { start } from '../../../../scripts/judge/graphql/server/start.mjs'

let server, client
before(async () => {
  server = await start()
  client = createClient({ uri: server.url, fetch })
})
after(() => server.stop())

const say = (text) => client.mutate({ mutation: gql('mutation Say($text: String!) { say(text: $text) { id text } }'), variables: { text } })

// An iterator over what an observable emits.
function events(observable) {
  const waiting = []
  const came = []
  const give = (value) => (waiting.length > 0 ? waiting.shift()(value) : came.push(value))
  const subscription = observable.subscribe({ next: give, error: give })
  return {
    next: () => (came.length > 0 ? Promise.resolve(came.shift()) : new Promise((resolve) => waiting.push(resolve))),
    end: () => subscription.unsubscribe(),
  }
}

test('a live query answers again when what it showed changes', async () => {
  const live = events(client.watchQuery({ query: gql('query Live @live { messages { id text } }') }))
  let result = await live.next()
  while (!result.data?.messages) result = await live.next() // Apollo Client tells first that it loads
  const before = result.data.messages.length
  await say('live')
  while (result.data.messages.length === before) result = await live.next()
  assert.equal(result.data.messages.at(-1).text, 'live')
  live.end()
})

test('a subscription', async () => {
  const said = events(client.subscribe({ query: gql('subscription Said { said { id text } }') }))
  const { data } = await client.query({ query: gql('{ listeners }'), fetchPolicy: 'network-only' })
  for (let n = data.listeners; n === 0; ) n = (await client.query({ query: gql('{ listeners }'), fetchPolicy: 'network-only' })).data.listeners
  await say('heard')
  assert.equal((await said.next()).data.said.text, 'heard')
  said.end()
})

test('uploads, several in one request', async () => {
  const files = [new File(['one'], 'a.txt', { type: 'text/plain' }), new File(['two'], 'b.txt')]
  const { data } = await client.mutate({ mutation: gql('mutation Upload($files: [File!]!) { upload(files: $files) { name text } }'), variables: { files } })
  assert.deepEqual(data.upload.map(({ name, text }) => [name, text]), [['a.txt', 'one'], ['b.txt', 'two']])
})
