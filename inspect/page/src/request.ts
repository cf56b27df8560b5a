import { settled, type App, type View } from './app'
import { samplePath } from './detail'
import { h, pathText, verbText } from './dom'
import type { Answer, HelperResult, Ref } from './model'

/** The box that tells which route answers a request. */
export function matchView(app: App): View {
  const method = h('select', { id: 'method' }, ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((m) => h('option', null, m)))
  const url = h('input', { id: 'url', value: '/', spellcheck: 'false', autocomplete: 'off', placeholder: '/posts/1 or https://api.example.com/v1' })
  const host = h('input', { id: 'host', spellcheck: 'false', autocomplete: 'off', placeholder: 'www.example.com' })
  const headers = h('textarea', { id: 'headers', rows: 2, spellcheck: 'false', placeholder: 'Accept: application/json' })
  const out = h('div', { class: 'answer', 'aria-live': 'polite' })
  let asked = 0
  const ask = (): void => {
    const turn = ++asked
    app.ask<Answer>('match', { method: method.value, url: url.value, host: host.value, headers: readHeaders(headers.value) })
      .then((a) => { if (turn === asked) drawAnswer(app, a, out) }, (e: unknown) => { out.replaceChildren(h('p', { class: 'error' }, String(e))) })
  }
  const soon = settled(ask)
  const form = h('form', { class: 'form', submit: (e) => { e.preventDefault(); ask() }, input: soon },
    h('label', { for: 'method' }, 'Method'), method, h('label', { for: 'url' }, 'URL'), url, h('label', { for: 'host' }, 'Host'), host, h('label', { for: 'headers' }, 'Headers'), headers)
  let begun = ''
  return {
    title: 'Request', live: true,
    show: (into) => {
      const row = app.chosen()
      if (row && begun !== app.place.route) {
        method.value = row.verb.split('|')[0] || 'GET'
        url.value = samplePath(row)
      }
      begun = app.place.route
      into.replaceChildren(h('div', { class: 'page' }, h('h2', null, 'Which route answers?'), form, out))
      ask()
    },
  }
}

/** Reads lines of `Name: value`. */
export function readHeaders(text: string): Record<string, string> {
  const all: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) all[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return all
}

function rowOf(app: App, ref: Ref): HTMLElement {
  const row = app.row(ref)
  return row ? app.link(row, verbText(row.verb), ' ', pathText(row.path)) : h('span', null, `route ${String(ref.index)}`)
}

function drawAnswer(app: App, a: Answer, out: HTMLElement): void {
  const good = a.status < 400
  const parts: (Node | null)[] = [
    h('p', { class: `result ${good ? 'good' : 'bad'}` }, h('strong', null, `${String(a.status)} ${a.statusText}`), ' ', a.endpoint ?? '', a.location ? ` → ${a.location}` : ''),
    a.error ? h('p', { class: 'error' }, a.error) : null,
    a.route ? h('p', null, rowOf(app, a.route), a.inner ? ' → ' : '', a.inner ? rowOf(app, a.inner) : null, ' ', sourceOf(app, a.inner ?? a.route)) : null,
    a.params.length > 0 ? h('table', { class: 'params' }, h('caption', null, 'Parameters'), h('tbody', null, ...a.params.map((p) => h('tr', null, h('th', { scope: 'row' }, p.name), h('td', null, h('code', null, p.value)))))) : null,
    ...section('Only the application knows', a.guesses.map((g) => h('li', null, h('code', null, g.question), ` is taken as ${String(g.answer)} `, g.source ? app.source(g.source) : null))),
    ...section('Possible answers, in this order', a.candidates.map((c) => h('li', null, c.route ? rowOf(app, c.route) : `${String(c.status)}`, c.if ? ` if ${c.if}` : ''))),
    ...section(a.route ? 'Why earlier routes did not answer' : 'Why no route answered', a.refusals.map((r) => h('li', null, rowOf(app, r), h('div', { class: 'why' }, r.why, ' ', sourceOf(app, r)), guardsOf(app, r)))),
  ]
  out.replaceChildren(...parts.filter((p) => p !== null))
}

function section(title: string, items: HTMLElement[]): Node[] {
  return items.length > 0 ? [h('h3', null, title), h('ol', null, ...items)] : []
}

function sourceOf(app: App, ref: Ref): HTMLElement | null {
  const row = app.row(ref)
  const at = row?.declared ?? row?.source
  return at ? app.source(at) : null
}

/** What the route asks of a request besides verb and path, each constraint of its own. */
function guardsOf(app: App, ref: Ref): HTMLElement | null {
  const guards = app.row(ref)?.guards ?? []
  return guards.length > 0 ? h('div', { class: 'why' }, 'asks for ', ...guards.flatMap((g) => [h('code', null, g.text), ' '])) : null
}

/** Helpers, tried with values. */
export function helperView(app: App): View {
  const name = h('input', { id: 'helper', list: 'helper-names', spellcheck: 'false', autocomplete: 'off', placeholder: 'edit_post' })
  const names = h('datalist', { id: 'helper-names' })
  const fields = h('div', { class: 'form' })
  const more = h('input', { id: 'more', spellcheck: 'false', autocomplete: 'off', placeholder: 'format=json page=2' })
  const out = h('div', { class: 'answer', 'aria-live': 'polite' })
  const row = () => app.document?.rows.find((r) => r.name === name.value && !r.engine)
  const ask = (): void => {
    if (!name.value) {
      out.replaceChildren()
      return
    }
    const params: Record<string, string> = {}
    for (const word of more.value.split(/\s+/)) {
      const [key, ...value] = word.split('=')
      if (key && value.length > 0) params[key] = value.join('=')
    }
    for (const f of fields.querySelectorAll('input')) if (f.value) params[f.name] = f.value
    const one = (url: boolean) => app.ask<HelperResult>('path', { name: name.value, url, args: [], params })
    Promise.all([one(false), one(true)]).then((results) => {
      out.replaceChildren(...results.map((r, i) => h('p', { class: r.error ? 'error' : 'result good' }, h('code', null, `${name.value}_${i === 0 ? 'path' : 'url'}`), ' ', r.error ?? h('strong', null, r.result ?? ''), r.hint ? h('small', null, ` ${r.hint}`) : null)))
    }, (e: unknown) => { out.replaceChildren(h('p', { class: 'error' }, String(e))) })
  }
  const choose = (): void => {
    const r = row()
    fields.replaceChildren(...[...(r?.required_parts ?? []), ...(r?.optional_parts ?? [])].flatMap((part) => {
      const needed = r?.required_parts.includes(part) ?? false
      return [h('label', { for: `part-${part}` }, part, needed ? '' : h('small', null, ' optional')), h('input', { id: `part-${part}`, name: part, value: needed ? '1' : '', autocomplete: 'off' })]
    }))
    ask()
  }
  const soon = settled(ask)
  name.addEventListener('input', choose)
  fields.addEventListener('input', soon)
  more.addEventListener('input', soon)
  let begun = ''
  return {
    title: 'Helpers', live: true,
    show: (into) => {
      names.replaceChildren(...(app.document?.helpers ?? []).slice(0, 2000).map((n) => h('option', { value: n })))
      const chosen = app.chosen()
      if (chosen?.name && begun !== app.place.route) name.value = chosen.name
      begun = app.place.route
      into.replaceChildren(h('div', { class: 'page' }, h('h2', null, 'What does a helper return?'),
        h('div', { class: 'form' }, h('label', { for: 'helper' }, 'Helper'), name, names), fields, h('div', { class: 'form' }, h('label', { for: 'more' }, 'Options'), more), out))
      choose()
    },
  }
}
