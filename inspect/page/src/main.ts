import { App, type View } from './app'
import { drawDetail } from './detail'
import { byId, h } from './dom'
import { writePlace, nowhere } from './link'
import type { Document, State } from './model'
import { conditionsView, diffView, filesView, findingsView, treeView } from './others'
import { helperView, matchView } from './request'
import { tableView } from './table'

const inFile = document.getElementById('document')
const app = new App(inFile === null, (what) => { redraw(what) })
const views: Record<string, View> = {
  routes: tableView(app), tree: treeView(app), match: matchView(app), helpers: helperView(app), findings: findingsView(app), files: filesView(app), compare: diffView(app), conditions: conditionsView(app),
}
const search = byId('search') as HTMLInputElement
let drawn = ''

function viewName(): string {
  const view = views[app.place.view]
  return view && (app.live || !view.live) ? app.place.view : 'routes'
}

function redraw(what: 'document' | 'place'): void {
  if (!app.document) return
  const name = viewName()
  const view = views[name]
  if (search.value !== app.place.search) search.value = app.place.search
  byId('title').textContent = app.document.title
  document.title = `${app.document.title} routes`
  const all = app.document.rows.length
  byId('count').textContent = app.shown.length === all ? `${String(all)} routes` : `${String(app.shown.length)} of ${String(all)}`
  drawTabs(name)
  drawNotices()
  if (what === 'document' && view?.live && drawn === name) view.show(byId('view'))
  else if (what === 'place' && drawn === name && view?.update) view.update()
  else if (drawn !== name || what === 'document') view?.show(byId('view'))
  drawn = name
  byId('view').dataset.view = name
  const row = app.chosen()
  const detail = byId('detail')
  detail.hidden = !row || !(name === 'routes' || name === 'tree')
  if (row && !detail.hidden) drawDetail(app, row, detail)
}

function drawTabs(current: string): void {
  byId('tabs').replaceChildren(...Object.entries(views).filter(([name, v]) => (app.live || !v.live) && (name !== 'compare' || app.state.compares)).map(([name, v]) => {
    const badge = v.badge?.()
    return h('a', { href: writePlace({ ...nowhere, view: name, search: app.place.search }), 'aria-current': name === current ? 'page' : undefined }, v.title, badge ? h('span', { class: 'badge' }, badge) : null)
  }))
}

function drawNotices(): void {
  const notices: Node[] = []
  if (app.state.report) notices.push(h('div', { role: 'alert', class: 'problem' }, h('strong', null, app.document ? 'The routes have an error; this is the last good table.' : 'The routes have an error.'), h('pre', null, app.state.report),
    ...app.state.problems.slice(0, 5).flatMap((p) => p.file && p.line ? [app.source(`${p.file}:${String(p.line)}`), ' '] : [])))
  const set = Object.entries(app.set)
  if (set.length > 0) notices.push(h('div', { class: 'settled' }, 'With ', ...set.flatMap(([k, v]) => [h('code', null, `${k}=${v}`), ' ']), h('button', { type: 'button', click: () => { app.set = {}; void app.load() } }, 'Reset')))
  byId('notices').replaceChildren(...notices)
}

/** Hears of changes, and loads the document of each. */
function listen(): void {
  const status = byId('status')
  const say = (text: string, kind: string): void => {
    if (status.textContent !== text) status.textContent = text
    status.className = kind
  }
  const events = new EventSource('api/events')
  events.addEventListener('message', (e) => {
    const before = app.state
    app.state = JSON.parse(e.data as string) as State
    say(app.state.report ? 'error' : 'live', app.state.report ? 'bad' : 'good')
    if (app.state.document && app.state.document !== before.document) app.load().catch(() => { app.set = {}; void app.load() })
    else if (app.document) redraw('place')
    drawNotices()
  })
  events.addEventListener('error', () => { say('not connected', 'bad') })
}

function keys(e: KeyboardEvent): void {
  const typing = e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement || e.target instanceof HTMLSelectElement
  if (e.key === '/' && !typing) {
    e.preventDefault()
    search.focus()
    search.select()
  } else if (e.key === 'Escape') {
    if (app.place.route && !typing) app.go({ route: '' })
    else if (e.target === search && search.value) app.go({ search: '' }, true)
    else if (app.place.route) app.go({ route: '' })
    else search.blur()
  } else if (e.target === search && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
    e.preventDefault()
    views[viewName()]?.move?.(e.key === 'ArrowDown' ? 1 : -1)
  }
}

function themes(): void {
  const button = byId('theme')
  const order = ['auto', 'light', 'dark']
  const use = (theme: string): void => {
    if (theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    button.textContent = { auto: 'Auto', light: 'Light', dark: 'Dark' }[theme] ?? 'Auto'
    button.setAttribute('aria-label', `Theme: ${theme}`)
  }
  let now = localStorage.getItem('theme') ?? 'auto'
  use(now)
  button.addEventListener('click', () => {
    now = order[(order.indexOf(now) + 1) % order.length] ?? 'auto'
    localStorage.setItem('theme', now)
    use(now)
  })
}

search.addEventListener('input', () => {
  const name = viewName()
  app.go({ search: search.value, ...(name === 'routes' || name === 'tree' ? {} : { view: 'routes' }) }, true)
})
document.addEventListener('keydown', keys)
addEventListener('popstate', () => { app.follow() })
addEventListener('hashchange', () => { app.follow() })
themes()
app.follow()
if (inFile) {
  byId('status').textContent = 'offline file'
  app.take(JSON.parse(inFile.textContent ?? '') as Document)
} else listen()
