// Starts the Go program, and a browser, for the tests.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright-core'

const folder = mkdtempSync(join(tmpdir(), 'blog-e2e-'))
const program = join(folder, 'blog')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Builds the program. */
export function build() {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: 'inherit' })
}

/** A running blog with a database of its own. */
export class Blog {
  static #n = 0
  #db = join(folder, `${Blog.#n++}.db`)
  #address = 'localhost:0'
  #args
  #process

  static async start(...args) {
    const blog = new Blog()
    blog.#args = args
    await blog.start()
    return blog
  }

  async start() {
    const args = ['-addr', this.#address, '-db', this.#db, ...this.#args]
    this.#process = spawn(program, args, { stdio: ['ignore', 'pipe', process.env.VERBOSE ? 'inherit' : 'ignore'], env: { ...process.env, MODERATION_SECRET: 'secret' } })
    const [line] = await once(createInterface({ input: this.#process.stdout }), 'line')
    this.url = line.replace('Listening on ', '')
    this.#address = new URL(this.url).host // where it starts again
  }

  async stop() {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
  }

  /** Asks the server itself, as Ann if as is 'ann'. */
  async ask(query, variables, as) {
    const headers = { 'content-type': 'application/json', ...(as && { 'auth-provider': 'blog', authorization: `Bearer ${as}` }) }
    const response = await fetch(`${this.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    const { data, errors } = await response.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  comment(body, name = 'Bot') {
    return this.ask('mutation($i: NewComment!) { createComment(input: $i) { id } }', { i: { postId: '1', name, body } })
  }

  post(title, body = 'Text.') {
    return this.ask('mutation($i: NewPost!) { createPost(input: $i) { id } }', { i: { title, body } }, 'ann')
  }
}

/** Returns a browser, or undefined where there is none and REQUIRE_SERVICES is not set. */
export async function browser() {
  const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].filter(Boolean)
  const places = names.flatMap((name) => (name.includes('/') ? [name] : process.env.PATH.split(delimiter).map((dir) => join(dir, name))))
  const executablePath = places.find((place) => existsSync(place))
  if (!executablePath) {
    const how = 'no browser: apt-get install chromium, or name one in CHROMIUM'
    if (process.env.REQUIRE_SERVICES) throw new Error(how)
    console.log(`skipped: ${how}`)
    return undefined
  }
  return chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}

/** Opens a tab, in a context of its own unless one is given. Errors of the page fail the test. */
export async function open(chrome, url, { context, ...options } = {}) {
  const page = await (context ?? (await chrome.newContext(options))).newPage()
  page.errors = []
  page.on('pageerror', (error) => page.errors.push(String(error)))
  await page.goto(url)
  return page
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe-core finds wrong with a page. */
export async function violations(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run())
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`)
}

/** Holds the requests of an operation until they are let go. */
export async function hold(page, operation) {
  let release
  const released = new Promise((resolve) => {
    release = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName === operation) await released
    await route.fallback()
  })
  return release
}
