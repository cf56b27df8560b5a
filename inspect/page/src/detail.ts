import type { App } from './app'
import { h, pathText, verbText } from './dom'
import { nowhere, writePlace } from './link'
import { endpointOf, keyOf, type Row } from './model'

/** What the page knows of one route. */
export function drawDetail(app: App, row: Row, into: HTMLElement): void {
  const line = (name: string, ...content: (Node | string)[]): HTMLElement[] => [h('dt', null, name), h('dd', null, ...content)]
  const values = (name: string, hash: Record<string, unknown>): HTMLElement[] => {
    const own = Object.entries(hash).filter(([k]) => k !== 'controller' && k !== 'action')
    return own.length > 0 ? line(name, ...own.map(([k, v]) => h('div', null, h('code', null, `${k}: ${ruby(v)}`)))) : []
  }
  const found = (app.document?.findings.findings ?? []).filter((f) => f.routes.some((r) => keyOf(r) === keyOf(row)))
  into.replaceChildren(
    h('div', { class: 'detail-head' }, h('h2', null, verbText(row.verb), ' ', pathText(row.path)),
      h('button', { type: 'button', class: 'close', 'aria-label': 'Close', click: () => { app.go({ route: '' }) } }, '×')),
    h('dl', null,
      ...line('Leads to', endpointOf(row)),
      ...(row.name ? line('Helpers', h('code', null, `${row.name}_path`), ' ', h('code', null, `${row.name}_url`)) : []),
      ...(row.engine ? line('Engine', row.engine) : []),
      ...(row.source ? line('Declared', app.source(`${row.declared ?? row.source}${row.declared || !row.column ? '' : `:${String(row.column)}`}`)) : []),
      ...(row.guards.length > 0 ? line('Guards', ...row.guards.map((g) => h('div', null, h('code', null, g.text), ' ', h('small', null, g.kind), ' ', g.source ? app.source(g.source) : null))) : []),
      ...(row.conditional.length > 0 ? line('Exists if', ...row.conditional.map((c) => h('div', null, h('code', null, c)))) : []),
      ...values('Requirements', row.requirements), ...values('Constraints', row.constraints), ...values('Defaults', row.defaults),
      ...(found.length > 0 ? line('Findings', ...found.map((f) => h('div', { class: `finding-line ${f.severity}` }, f.message))) : []),
    ),
    app.live && !row.engine ? h('p', { class: 'actions' },
      h('a', { href: `${writePlace({ ...nowhere, view: 'match', route: app.nameOf(row) })}` }, 'Try a request'),
      row.name ? h('a', { href: `${writePlace({ ...nowhere, view: 'helpers', route: app.nameOf(row) })}` }, 'Try the helper') : null) : '',
  )
}

/** A value of the JSON rows as Ruby writes it. */
export function ruby(v: unknown): string {
  if (v === null) return 'nil'
  if (Array.isArray(v)) return `[${v.map(ruby).join(', ')}]`
  if (typeof v !== 'object') return JSON.stringify(v)
  const o = v as Record<string, unknown>
  if (typeof o.regexp === 'string') return `/${o.regexp}/${String(o.options ?? '')}`
  if (typeof o.sym === 'string') return `:${o.sym}`
  for (const key of ['obj', 'range', 'unknown']) if (typeof o[key] === 'string') return o[key]
  return `{${Object.entries(o).map(([k, x]) => `${k}: ${ruby(x)}`).join(', ')}}`
}

/** A path that a row takes, for the box to begin with: each parameter is 1. */
export function samplePath(row: Row): string {
  return row.path.replaceAll(/\([^()]*\)/g, '').replaceAll(/\([^()]*\)/g, '').replaceAll(/[:*]\w+/g, '1') || '/'
}
