import type { App, View } from './app'
import { h, pathText, verbText } from './dom'
import { List } from './list'
import { nowhere, writePlace } from './link'
import { endpointOf, placeOf, type Diff, type Finding, type Row } from './model'
import { branches, type Branch } from './tree'

const rowLine = (app: App, row: Row): HTMLElement => app.link(row, verbText(row.verb), ' ', pathText(row.path))

/** The paths by their segments. */
export function treeView(app: App): View {
  const toggled = new Map<string, boolean>()
  const isOpen = (path: string, level: number): boolean => toggled.get(path) ?? (level < 1 || app.place.search !== '' || app.shown.length < 300)
  const list = new List<Branch>({
    label: 'Paths by their segments', role: 'tree', itemRole: 'treeitem', className: 'tree', key: (b) => b.node.path,
    draw: (b, into) => {
      into.setAttribute('aria-level', String(b.level + 1))
      if (!b.leaf) into.setAttribute('aria-expanded', String(b.open))
      into.append(h('span', { class: `indent level-${String(Math.min(b.level, 12))}` }), h('span', { class: 'twist', 'aria-hidden': 'true' }, b.leaf ? '' : b.open ? '▾' : '▸'),
        h('span', { class: 'segment' }, pathText(b.node.segment)), h('span', { class: 'ends' },
          ...b.node.routes.map((r) => app.link(app.row(r), verbText(r.verb), ' ', r.endpoint)), b.leaf || b.open ? '' : h('small', null, `${String(b.count)} routes`)))
    },
    pick: (b) => {
      if (b.leaf) return
      toggled.set(b.node.path, !b.open)
      draw(b.node.path)
    },
  })
  const draw = (chosen = ''): void => {
    if (app.document) list.show(branches(app.document.tree, app.shown, isOpen), chosen)
  }
  return { title: 'Tree', show: (into) => { into.replaceChildren(list.element); draw() }, update: draw }
}

/** What `routes check` finds. */
export function findingsView(app: App): View {
  const text = (f: Finding): string => app.document?.files.find((x) => x.name === f.file)?.text.split('\n')[f.line - 1]?.trim() ?? ''
  const one = (f: Finding): HTMLElement => h('article', { class: `finding ${f.severity}` },
    h('h3', null, h('span', { class: `mark ${f.severity}` }, f.severity), ' ', f.message), h('p', null, h('code', { class: 'code' }, f.code), ' ', f.file ? app.source(`${f.file}:${String(f.line)}`) : null),
    text(f) ? h('pre', null, text(f)) : null, f.remedy ? h('p', { class: 'remedy' }, f.remedy) : null,
    f.routes.length > 0 ? h('p', { class: 'rows' }, ...f.routes.slice(0, 8).flatMap((r) => { const row = app.row(r); return row ? [rowLine(app, row), ' '] : [] }), f.routes.length > 8 ? `and ${String(f.routes.length - 8)} more` : '') : null)
  return {
    title: 'Findings', badge: () => String(app.document?.findings.findings.length || ''),
    show: (into) => {
      const all = app.document?.findings.findings ?? []
      const listed = all.slice(0, 500)
      into.replaceChildren(h('div', { class: 'page' }, h('h2', null, all.length === 0 ? 'Nothing is wrong' : 'What is wrong'), ...(['error', 'warning', 'note'] as const).flatMap((s) => listed.filter((f) => f.severity === s).map(one)), all.length > 500 ? h('p', null, `${String(all.length - 500)} more: routes check`) : null))
    },
  }
}

interface Line { text: string; at: string; number: number }

/** The routes files, with the rows of each line beside it. */
export function filesView(app: App): View {
  const list = new List<Line>({
    label: 'Lines', role: 'table', itemRole: 'row', className: 'file', key: (l) => l.at,
    draw: (l, into) => {
      const rows = app.rowsAt.get(l.at) ?? []
      const found = app.findingsAt.get(l.at) ?? []
      const cell = (name: string, ...content: (Node | string)[]): HTMLElement => h('span', { role: 'cell', class: name }, ...content)
      if (l.at === app.place.file) into.classList.add('chosen')
      into.append(cell('number', h('a', { href: writePlace({ ...nowhere, view: 'files', file: l.at }) }, String(l.number))), cell('text', l.text), cell('beside',
        ...found.map((f) => h('span', { class: `mark ${f.severity}`, title: f.message }, f.code)),
        ...rows.slice(0, 2).map((r) => rowLine(app, r)), rows.length > 2 ? h('button', { type: 'button', click: () => { app.go({ view: 'routes', search: `file:${l.at}`, route: '' }) } }, `+${String(rows.length - 2)}`) : ''))
    },
  })
  const name = h('select', { id: 'file', 'aria-label': 'File', change: () => { app.go({ file: `${name.value}:1` }) } })
  const bar = h('div', { class: 'bar' }, name)
  const draw = (): void => {
    const place = placeOf(app.place.file)
    const files = app.document?.files ?? []
    const file = files.find((f) => f.name === place.file) ?? files[0]
    name.replaceChildren(...files.map((f) => h('option', { selected: f === file }, f.name)))
    bar.replaceChildren(name, ...[file ? app.editor({ ...place, file: file.name }) : null, app.document?.root ? app.editorChoice() : null].filter((x) => x !== null))
    list.show((file?.text.replace(/\n$/, '').split('\n') ?? []).map((text, i) => ({ text, number: i + 1, at: `${file?.name ?? ''}:${String(i + 1)}` })))
    if (app.place.file) list.reveal(place.line - 1)
  }
  return { title: 'Files', show: (into) => { into.replaceChildren(bar, list.element); draw() }, update: draw }
}

/** Two revisions side by side. */
export function diffView(app: App): View {
  const before = h('input', { id: 'before', value: 'HEAD', spellcheck: 'false' })
  const after = h('input', { id: 'after', spellcheck: 'false', placeholder: 'working tree' })
  const out = h('div', { class: 'answer', 'aria-live': 'polite' })
  const ask = (): void => {
    app.ask<Diff>('diff', { before: before.value, after: after.value }).then((d) => { drawDiff(d, out) }, (e: unknown) => { out.replaceChildren(h('pre', { class: 'error' }, e instanceof Error ? e.message : String(e))) })
  }
  const form = h('form', { class: 'form', submit: (e) => { e.preventDefault(); ask() } }, h('label', { for: 'before' }, 'Before'), before, h('label', { for: 'after' }, 'After'), after, h('span', null), h('button', { type: 'submit' }, 'Compare'))
  return { title: 'Compare', live: true, show: (into) => { into.replaceChildren(h('div', { class: 'page' }, h('h2', null, 'What differs between two revisions?'), form, out)); ask() } }
}

function drawDiff(d: Diff, out: HTMLElement): void {
  const side = (row: Row | null): HTMLElement => h('td', null, ...(row ? [verbText(row.verb), ' ', pathText(row.path), h('div', { class: 'why' }, [endpointOf(row), row.name, ...row.guards.map((g) => g.text)].filter(Boolean).join(' · '))] : []))
  const rows = [
    ...d.exposure.map((e) => line('opens', e.before, e.after, `${e.kind} ${e.detail}`)), ...d.removed.map((r) => line('removed', r, null, '')), ...d.added.map((r) => line('added', null, r, '')),
    ...d.changed.map((c) => line('changed', c.before, c.after, c.fields.join(', '))), ...d.precedence.map((p) => line('order', p.first, p.second, `${p.witness.method} ${p.witness.path}`)),
  ]
  function line(kind: string, a: Row | null, b: Row | null, why: string): HTMLElement {
    return h('tr', { class: kind }, h('th', { scope: 'row' }, h('span', { class: `mark ${kind}` }, kind), why ? h('div', { class: 'why' }, why) : null), side(a), side(b))
  }
  if (rows.length === 0) {
    out.replaceChildren(h('p', { class: 'result good' }, `${d.before} and ${d.after} have the same routes.`))
    return
  }
  out.replaceChildren(h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Differences' }, h('table', { class: 'diff' }, h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Change'), h('th', { scope: 'col' }, d.before), h('th', { scope: 'col' }, d.after))), h('tbody', null, ...rows))),
    d.undecided > 0 ? h('p', null, `Which row answers first could not be decided for ${String(d.undecided)} pairs.`) : '')
}

/** What only the application knows, switched on and off. */
export function conditionsView(app: App): View {
  const wrong = h('p', { class: 'error', role: 'alert' })
  const settle = (expr: string, value: string | undefined): void => {
    wrong.textContent = ''
    app.settle(expr, value).catch((e: unknown) => { wrong.textContent = e instanceof Error ? e.message : String(e) })
  }
  const choice = (expr: string, sample: string): HTMLElement => {
    const now = app.set[expr]
    const button = (text: string, value: string | undefined): HTMLElement => h('button', { type: 'button', 'aria-pressed': String(now === value), click: () => { settle(expr, value) } }, text)
    if (sample === 'true' || sample === 'false') return h('div', { class: 'switch', role: 'group', 'aria-label': expr }, button('both', undefined), button('on', 'true'), button('off', 'false'))
    const value = h('input', { value: now ?? '', placeholder: sample, 'aria-label': `Value of ${expr}` })
    return h('form', { class: 'switch', submit: (e) => { e.preventDefault(); settle(expr, value.value || undefined) } }, value, h('button', { type: 'submit' }, 'Set'), now === undefined ? null : button('clear', undefined))
  }
  return {
    title: 'Conditions', badge: () => String(app.document?.conditions.length || ''),
    show: (into) => {
      const open = app.document?.conditions ?? []
      const gone = Object.keys(app.set).filter((e) => !open.some((c) => c.settings.some((s) => s.expr === e)))
      into.replaceChildren(h('div', { class: 'page' }, h('h2', null, open.length + gone.length === 0 ? 'The table depends on nothing unknown' : 'What only the application knows'), wrong,
        ...gone.map((e) => h('article', { class: 'condition' }, h('h3', null, h('code', null, e)), choice(e, app.set[e] ?? ''))),
        ...open.map((c) => h('article', { class: 'condition' }, h('h3', null, c.message), h('p', null, c.file ? app.source(`${c.file}:${String(c.line)}`) : null, ` ${String(c.routes.length)} ${c.routes.length === 1 ? 'route' : 'routes'}`),
          ...(app.live ? c.settings.map((s) => h('div', { class: 'setting' }, h('code', null, s.expr), ' ', choice(s.expr, s.sample))) : []),
          h('p', { class: 'rows' }, ...c.routes.slice(0, 6).flatMap((r) => { const row = app.row(r); return row ? [rowLine(app, row), ' '] : [] }), c.routes.length > 6 ? `and ${String(c.routes.length - 6)} more` : '')))))
    },
  }
}

