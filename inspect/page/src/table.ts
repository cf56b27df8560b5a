import type { App, View } from './app'
import { h, pathText, verbText } from './dom'
import { List } from './list'
import { endpointOf, keyOf, type Row } from './model'

/** The table of routes. */
export function tableView(app: App): View {
  const list = new List<Row>({
    label: 'Routes', role: 'grid', itemRole: 'row', className: 'routes', key: keyOf,
    draw: (row, into) => {
      const cell = (name: string, ...content: (Node | string | null)[]): HTMLElement => h('span', { role: 'gridcell', class: name }, ...content)
      into.append(
        cell('cell-verb', verbText(row.verb)), cell('cell-path', pathText(row.path)), cell('cell-name', row.name || ''),
        cell('cell-to', endpointOf(row)), cell('cell-marks', ...marks(app, row)), cell('cell-source', h('span', { title: row.declared ?? row.source ?? '' }, (row.declared ?? row.source ?? '').replace(/^.*\//, ''))),
      )
    },
    pick: (row) => { app.go({ route: app.nameOf(row) }, true) },
  })
  const head = h('div', { class: 'head', 'aria-hidden': 'true' }, ...['Verb', 'Path', 'Name', 'Leads to', 'Marks', 'Source'].map((t) => h('span', null, t)))
  const none = h('p', { class: 'none', hidden: true }, 'No route has all of that.')
  const show = (): void => {
    const chosen = app.chosen()
    none.hidden = app.shown.length > 0
    list.show(app.shown, chosen ? keyOf(chosen) : '')
    list.reveal()
  }
  let before: readonly Row[] = []
  return {
    title: 'Routes',
    show: (into) => {
      into.replaceChildren(head, none, list.element)
      before = app.shown
      show()
    },
    update: () => {
      if (before !== app.shown) list.element.scrollTop = 0
      before = app.shown
      show()
    },
    move: (by) => { list.move(by) },
  }
}

/** What stands out of a row: guards, conditions, findings. */
function marks(app: App, row: Row): Node[] {
  const found: Node[] = []
  const worst = app.findingsAt.get(row.declared ?? row.source ?? '')?.find((f) => f.routes.some((r) => keyOf(r) === keyOf(row)))
  if (worst) found.push(h('span', { class: `mark ${worst.severity}`, title: worst.message }, worst.severity))
  if (row.conditional.length > 0) found.push(h('span', { class: 'mark if', title: row.conditional.join(', ') }, 'if'))
  if (row.guards.length > 0) found.push(h('span', { class: 'mark guard', title: row.guards.map((g) => g.text).join(', ') }, row.guards.map((g) => g.text).join(', ')))
  if (row.engine) found.push(h('span', { class: 'mark' }, row.engine))
  return found
}
