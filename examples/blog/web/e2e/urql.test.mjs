// The example with urql, web/examples/urql, against the Go program.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { build as buildPages, preview } from 'vite'

import { Blog, browser, build, open, violations } from './blog.mjs'

const root = fileURLToPath(new URL('../../../../web/examples/urql', import.meta.url))
const chrome = await browser()
const options = { skip: !chrome, timeout: 60_000 }
let blog, server

before(async () => {
  if (!chrome) return
  build()
  blog = await Blog.start()
  process.env.SERVER = blog.url // for its vite.config.ts
  await buildPages({ root, logLevel: 'error' })
  server = await preview({ root, logLevel: 'error', preview: { port: 0 } })
})
after(async () => {
  await chrome?.close()
  await server?.close()
  await blog?.stop()
})

test('the urql page queries, comments and follows comments', options, async () => {
  const page = await open(chrome, server.resolvedUrls.local[0])
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  assert.equal(await page.getByRole('listitem').count(), 1)
  await page.getByLabel('Name').fill('Cy')
  await page.getByLabel('Comment on the first post').fill('By urql.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Cy on “Hello”: By urql.').waitFor() // by the subscription
  await page.getByRole('listitem').getByText('By urql.').waitFor() // by the cache
  await blog.comment('From elsewhere.')
  await page.getByText('Bot on “Hello”: From elsewhere.').waitFor()
  await page.getByLabel('Name').fill(' ')
  await page.getByLabel('Comment on the first post').fill('Refused.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText("name can't be blank").waitFor()
  assert.deepEqual(await violations(page), [])
  assert.deepEqual(page.errors, [])
})
