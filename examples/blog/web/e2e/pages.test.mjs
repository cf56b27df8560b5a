// The pages in a browser, against the Go program with SQLite.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { Blog, browser, build, hold, open, violations } from './blog.mjs'

const chrome = await browser()
const options = { skip: !chrome, timeout: 60_000 }
let blog

before(async () => {
  if (!chrome) return
  build()
  blog = await Blog.start()
})
after(async () => {
  await chrome?.close()
  await blog?.stop()
})

async function signIn(page, name = 'ann') {
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Password').fill(name)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.errors, [])
    await page.context().close()
  }
}

test('loading, then success', options, async () => {
  const page = await open(chrome, 'about:blank')
  const release = await hold(page, 'Posts')
  await page.goto(blog.url)
  await page.getByRole('status', { name: 'Loading the posts' }).waitFor()
  release()
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  assert.equal(await page.getByRole('status', { name: 'Loading the posts' }).count(), 0)
  await close(page)
})

test('empty, in production, where only the operations of the pages are served', options, async () => {
  const production = await Blog.start('-production')
  const page = await open(chrome, production.url)
  await page.getByText('Nothing is written yet.').waitFor()
  await close(page)
  await production.stop()
})

test('failure, and trying again', options, async () => {
  const page = await open(chrome, 'about:blank')
  let broken = true
  await page.route('**/graphql', (route) =>
    broken ? route.fulfill({ json: { errors: [{ message: 'the line is blocked', extensions: { code: 'BLOCKED' } }] } }) : route.fallback(),
  )
  await page.goto(`${blog.url}/posts`)
  assert.equal(await page.getByRole('alert').textContent(), 'The line is blocked.')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await close(page)
})

test('a page by id, whose route comes from routes.rb', options, async () => {
  const page = await open(chrome, blog.url)
  await page.getByRole('link', { name: 'Hello' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/posts/1')
  assert.equal(await page.title(), 'Hello · The Signal Box')
  await page.goBack()
  await page.getByRole('heading', { name: 'Notes from beside the line.' }).waitFor()
  for (const [path, status] of [['/posts/999', 404], ['/users/999', 404], ['/users/1', 200]]) {
    const response = await page.goto(blog.url + path)
    assert.equal(response.status(), status, path)
    await page.getByRole('heading', { level: 1, name: status === 404 ? 'The line ends here.' : 'Ann' }).waitFor()
  }
  await close(page)
})

test('a page has the paths that the server takes it by', options, async () => {
  const page = await open(chrome, 'about:blank')
  for (const [path, heading] of [['/posts/', 'Notes from beside the line.'], ['/posts/1/', 'Hello'], ['/posts/1.html', 'Hello'], ['/users//1', 'Ann'], ['/posts/new/', 'A new post']]) {
    const response = await page.goto(blog.url + path)
    assert.equal(response.status(), 200, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await page.context().close()
})

test('a server that is not reached', options, async () => {
  const page = await open(chrome, 'about:blank')
  await page.route('**/graphql', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
  await page.goto(blog.url)
  assert.equal(await page.getByRole('alert').textContent(), 'The blog can’t be reached just now.')
  await close(page)
})

test('a lazy query', options, async () => {
  const many = await Blog.start()
  for (let i = 0; i < 9; i++) await many.post(`Post ${i}`)
  const page = await open(chrome, many.url)
  await page.getByRole('heading', { name: 'Post 8' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Hello' }).count(), 0)
  await page.getByRole('button', { name: 'Older posts' }).click()
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await page.getByText('That is where it began.').waitFor()
  await close(page)
  await many.stop()
})

test('signing in and out', options, async () => {
  const page = await open(chrome, blog.url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('ann')
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByLabel('Password').press('Enter')
  assert.equal(await dialog.getByRole('alert').textContent(), "Name and password don't belong together.")
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await signIn(page)
  const asked = page.waitForRequest((request) => request.url().endsWith('/graphql'))
  await page.reload()
  const headers = (await asked).headers()
  assert.equal(headers['auth-provider'], 'blog')
  assert.match(headers.authorization, /^Bearer \w+$/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('session')), null)
  await close(page)
})

test('signing in loses neither what is being written nor the focus', options, async () => {
  const page = await open(chrome, `${blog.url}/posts/1`)
  await page.getByText('Welcome!').waitFor()
  const text = page.getByRole('textbox', { name: 'Comment' })
  await text.fill('half written')
  await signIn(page)
  assert.equal(await text.inputValue(), 'half written')
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Ann')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Sign out')
  const fetched = page.waitForResponse((response) => response.request().postDataJSON()?.operationName === 'Post')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await fetched // as nobody may see it
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Sign in')
  assert.equal(await text.inputValue(), 'half written')
  await page.getByRole('button', { name: 'Sign in' }).click()
  assert.equal(await page.getByRole('dialog').getByLabel('Password').inputValue(), '') // not for the next one
  await close(page)
})

test('creating a post, with an optimistic answer', options, async () => {
  const page = await open(chrome, blog.url)
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await page.getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Title').fill('Points failure')
  await page.getByLabel('Text').fill('One.\n\nTwo.')
  const release = await hold(page, 'CreatePost')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('on its way…').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Points failure' }).count(), 1)
  release()
  await page.getByRole('heading', { level: 1, name: 'Points failure' }).waitFor()
  assert.match(page.url(), /\/posts\/\d+$/)
  assert.equal(await page.locator('.prose p').count(), 2)
  await page.goBack()
  await page.getByRole('link', { name: 'Points failure' }).waitFor()
  assert.equal(await page.getByText('on its way…').count(), 0)
  await close(page)
})

test('a post that is refused is taken back, and kept to be mended', options, async () => {
  const page = await open(chrome, blog.url)
  await signIn(page)
  await page.getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Title').fill(' ')
  await page.getByLabel('Text').fill('Kept.')
  await page.getByRole('button', { name: 'Publish' }).click()
  assert.equal(await page.getByRole('alert').textContent(), "Title can't be blank.")
  assert.equal(await page.getByLabel('Text').inputValue(), 'Kept.')
  await close(page)
})

test('a comment appears at once, and live in a second tab', options, async () => {
  const context = await chrome.newContext()
  const first = await open(chrome, `${blog.url}/posts/1`, { context })
  const second = await open(chrome, `${blog.url}/posts/1`)
  for (const page of [first, second]) await page.getByText('Welcome!').waitFor()
  await first.getByRole('textbox', { name: 'Name' }).fill('Cy')
  await first.getByRole('textbox', { name: 'Comment' }).fill('All clear.')
  const release = await hold(first, 'CreateComment')
  await first.getByRole('button', { name: 'Send' }).click()
  await first.getByText('sending…').waitFor()
  assert.equal(await first.getByText('All clear.').count(), 1)
  assert.equal(await second.getByText('All clear.').count(), 0)
  release()
  await second.getByText('All clear.').waitFor()
  await first.getByText('sending…').waitFor({ state: 'detached' })
  assert.equal(await first.getByText('All clear.').count(), 1)
  assert.equal(await first.getByRole('textbox', { name: 'Comment' }).inputValue(), '')
  await second.getByRole('heading', { name: '2 comments' }).waitFor()
  await close(first, second)
})

test('earlier comments, and new ones behind all others', options, async () => {
  const many = await Blog.start()
  for (let i = 1; i <= 60; i++) await many.comment(`No. ${i}.`)
  const page = await open(chrome, `${many.url}/posts/1`)
  await page.getByRole('heading', { name: '50+ comments' }).waitFor()
  const asked = []
  page.on('request', (request) => { if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().operationName) })
  const shown = async (n, first, last) => {
    await page.waitForFunction(([n]) => document.querySelectorAll('.branch li').length === n, [n])
    assert.match(await page.locator('.branch li').first().textContent(), first)
    assert.match(await page.locator('.branch li').last().textContent(), last)
  }
  await shown(50, /No\. 11\./, /No\. 60\./)
  await page.getByRole('textbox', { name: 'Name' }).fill('Cy')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Mine.')
  await page.getByRole('button', { name: 'Send' }).click()
  await shown(51, /No\. 11\./, /Mine\./)
  await many.comment('Of another.')
  await shown(52, /No\. 11\./, /Of another\./)
  await page.getByText('sending…').waitFor({ state: 'detached' })
  assert.deepEqual(asked, ['CreateComment'])
  await page.getByRole('button', { name: 'Earlier comments' }).click()
  await shown(63, /Welcome!/, /Of another\./)
  await page.getByRole('heading', { name: '63 comments' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Earlier comments' }).count(), 0)
  await close(page)
  await many.stop()
})

test('a comment that is refused is taken back', options, async () => {
  const page = await open(chrome, `${blog.url}/posts/1`)
  await page.getByRole('textbox', { name: 'Name' }).fill(' ')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Lost?')
  await page.getByRole('button', { name: 'Send' }).click()
  assert.equal(await page.getByRole('alert').textContent(), "Name can't be blank.")
  assert.equal(await page.locator('.branch').getByText('Lost?').count(), 0)
  assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Lost?')
  await close(page)
})

test('an upload', options, async () => {
  const page = await open(chrome, `${blog.url}/users/1`)
  await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
  assert.equal(await page.getByLabel('Add a photo').count(), 0) // only she may
  await signIn(page)
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p5nKsQAAAABJRU5ErkJggg=='
  const choose = (buffer, name) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose(Buffer.from('no image'), 'a.png')
  assert.equal(await page.getByRole('alert').textContent(), 'The photo must be a JPEG, PNG or GIF.')
  await choose(Buffer.from(png, 'base64'), 'a.png')
  const photo = page.getByRole('img', { name: 'Photo of Ann' })
  await photo.waitFor()
  await page.waitForFunction((img) => img.naturalWidth === 1, await photo.elementHandle())
  await page.getByLabel('Change the photo').waitFor({ state: 'attached' })
  await close(page)
})

test('an expired token is renewed', options, async () => {
  const page = await open(chrome, blog.url)
  await signIn(page)
  await page.evaluate(() => localStorage.setItem('session', JSON.stringify({ ...JSON.parse(localStorage.getItem('session')), token: 'expired' })))
  await page.goto(`${blog.url}/posts/new`)
  await page.getByLabel('Title').fill('Renewed')
  await page.getByLabel('Text').fill('Text.')
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('button', { name: 'Publish' }).click()
  await refused
  await page.getByRole('heading', { level: 1, name: 'Renewed' }).waitFor()
  assert.notEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('session')).token), 'expired')
  await close(page)
})

test('a subscription renews an expired token', options, async () => {
  const restarted = await Blog.start()
  const page = await open(chrome, `${restarted.url}/posts/1`)
  await page.getByText('Welcome!').waitFor()
  await signIn(page)
  await page.getByRole('status').getByText('Live').waitFor()
  await page.evaluate(() => localStorage.setItem('session', JSON.stringify({ ...JSON.parse(localStorage.getItem('session')), token: 'expired' })))
  await restarted.stop()
  await page.getByText('Reconnecting…').waitFor()
  const refused = page.waitForResponse((response) => response.status() === 401 && response.request().headers().accept.includes('event-stream'))
  await restarted.start()
  await refused
  await page.getByRole('status').getByText('Live').waitFor()
  await restarted.comment('Heard by the new token.')
  await page.getByText('Heard by the new token.').waitFor()
  assert.notEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('session')).token), 'expired')
  await close(page)
  await restarted.stop()
})

test('a session outlives a server that can not renew it', options, async () => {
  const page = await open(chrome, blog.url)
  await signIn(page)
  const session = await page.evaluate(() => localStorage.getItem('session'))
  await page.evaluate(() => localStorage.setItem('session', JSON.stringify({ ...JSON.parse(localStorage.getItem('session')), token: 'expired' })))
  let broken = true
  await page.route('**/graphql', (route) =>
    broken && route.request().postDataJSON()?.operationName === 'RenewSession' ? route.fulfill({ json: { data: null, errors: [{ message: 'Something went wrong.' }] } }) : route.fallback(),
  )
  await page.reload()
  await page.getByText('Something went wrong.').waitFor()
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('session')).refreshToken), JSON.parse(session).refreshToken)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await close(page)
})

test('a session that is over is one of nobody', options, async () => {
  const page = await open(chrome, blog.url)
  await signIn(page)
  await page.evaluate(() => localStorage.setItem('session', JSON.stringify({ ...JSON.parse(localStorage.getItem('session')), token: 'expired', refreshToken: 'gone' })))
  await page.reload()
  await page.getByRole('heading', { name: 'Hello' }).waitFor() // what everyone may see
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await close(page)
})

test('a subscription resumes after the server was restarted', options, async () => {
  const restarted = await Blog.start()
  const page = await open(chrome, `${restarted.url}/posts/1`)
  await page.getByText('Welcome!').waitFor()
  await page.getByRole('status').getByText('Live').waitFor()
  await restarted.stop()
  await page.getByText('Reconnecting…').waitFor()
  await restarted.start()
  await restarted.comment('Said while nobody heard.')
  await page.getByText('Said while nobody heard.').waitFor() // fetched when the stream is there again
  await page.getByRole('status').getByText('Live').waitFor()
  await restarted.comment('Heard.')
  await page.getByText('Heard.', { exact: true }).waitFor()
  await close(page)
  await restarted.stop()
})

test('the lamp tells of the stream of this page, not of one before', options, async () => {
  const restarted = await Blog.start()
  const page = await open(chrome, `${restarted.url}/posts/1`)
  await page.getByRole('status').getByText('Live').waitFor()
  await restarted.stop()
  await page.getByText('Reconnecting…').waitFor()
  await page.getByRole('link', { name: 'The Signal Box' }).click()
  await page.getByRole('heading', { name: 'Notes from beside the line.' }).waitFor()
  await restarted.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Hello' }).click()
  await page.getByRole('status').getByText('Live').waitFor()
  await close(page)
  await restarted.stop()
})

test('with the keyboard alone', options, async () => {
  const page = await open(chrome, blog.url)
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.id)
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the content')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Sign in')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ann')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ann')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Write' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Title').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main') // the new page begins there
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Text.')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Publish')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor()
  await close(page)
})

const pages = { list: '/', post: '/posts/1', user: '/users/1', form: '/posts/new', 'not found': '/posts/999' }

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}`, options, async () => {
    const context = await chrome.newContext({ colorScheme })
    const page = await open(chrome, blog.url, { context })
    await signIn(page)
    const check = async (name) => assert.deepEqual(await violations(page), [], name)
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(blog.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await check(name)
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await check('signing in')
    await close(page)
  })
}

test('every page fits a phone', options, async () => {
  const page = await open(chrome, blog.url, { viewport: { width: 320, height: 640 }, isMobile: true })
  await signIn(page)
  await blog.comment(`A word of ${'x'.repeat(200)} letters`)
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(blog.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, name)
  }
  await close(page)
})
