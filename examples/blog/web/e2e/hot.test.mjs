// Hot reload: the pages of Vite's development server, through the Go program.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { createServer } from 'vite'

import { Blog, browser, build, open } from './blog.mjs'

const web = fileURLToPath(new URL('..', import.meta.url))
const chrome = await browser()
const options = { skip: !chrome, timeout: 120_000 }
let blog, vite, root

before(async () => {
  if (!chrome) return
  build()
  root = mkdtempSync(join(web, 'e2e/tmp-')) // a copy to be changed
  for (const name of ['src', 'index.html', 'vite.config.ts', 'tsconfig.json']) cpSync(join(web, name), join(root, name), { recursive: true })
  vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error', server: { port: 0, strictPort: false } })
  await vite.listen()
  blog = await Blog.start('-web', vite.resolvedUrls.local[0].replace(/\/$/, ''))
})
after(async () => {
  await chrome?.close()
  await blog?.stop()
  await vite?.close()
  if (root) rmSync(root, { recursive: true })
})

test('a change of a cell shows without loading the page anew', options, async () => {
  const page = await open(chrome, `${blog.url}/posts/1`)
  await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Comment' }).fill('half written')
  await page.evaluate(() => { globalThis.same = true })
  const cell = join(root, 'src/components/PostCell/PostCell.tsx')
  const change = (from, to) => writeFileSync(cell, readFileSync(cell, 'utf8').replace(from, to))
  change('<h1>{post.title}</h1>', '<h1>{post.title}, changed</h1>')
  await page.getByRole('heading', { level: 1, name: 'Hello, changed' }).waitFor()
  assert.equal(await page.evaluate(() => globalThis.same), true)
  assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'half written') // its state is kept
  // What is no component is taken in as well.
  change('export const Loading', "export const afterQuery = (data: { post?: { title: string } | null }) => ({ ...data, post: data.post && { ...data.post, title: 'After' } })\nexport const Loading")
  await page.getByRole('heading', { level: 1, name: 'After, changed' }).waitFor()
  assert.equal(await page.evaluate(() => globalThis.same), true)
  assert.deepEqual(page.errors, [])
})

test('so does a change of a module that makes its cell itself', options, async () => {
  const cell = join(root, 'src/components/TitleCell.tsx')
  writeFileSync(cell, `import { createCell } from '@signalbox/web'
import { gql } from '@apollo/client'
import * as self from './TitleCell'
export const QUERY = gql\`query Title($id: ID!) { user(id: $id) { id name } }\`
export const Success = ({ user }: { user: { name: string } | null }) => <p>By {user?.name}.</p>
export default createCell(self)
`)
  const pageFile = join(root, 'src/pages/PostPage.tsx')
  writeFileSync(pageFile, readFileSync(pageFile, 'utf8').replace('<PostCell id={id} />', '<><TitleCell id="1" /><input aria-label="Kept" /><PostCell id={id} /></>').replace('import', "import TitleCell from '../components/TitleCell'\nimport"))
  const page = await open(chrome, `${blog.url}/posts/1`)
  await page.getByText('By Ann.').waitFor({ timeout: 60_000 })
  await page.getByLabel('Kept').fill('written')
  await page.evaluate(() => { globalThis.same = true })
  writeFileSync(cell, readFileSync(cell, 'utf8').replace('By {', 'Written by {'))
  await page.getByText('Written by Ann.').waitFor()
  assert.equal(await page.evaluate(() => globalThis.same), true)
  assert.equal(await page.getByLabel('Kept').inputValue(), 'written')
  assert.deepEqual(page.errors, [])
})
