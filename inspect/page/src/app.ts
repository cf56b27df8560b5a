import { h } from './dom'
import { editorLink, editors, nowhere, readPlace, writePlace, type Place } from './link'
import { keyOf, placeOf, type Document, type Finding, type Ref, type Row, type Settings, type State } from './model'
import { Index } from './search'

/** What a view is: it draws itself into an element, and again when something changed. */
export interface View {
  title: string
  /** Whether it needs the server. */
  live?: boolean
  show: (into: HTMLElement) => void
  /** Called when the search or the chosen route is another one; without it, show is. */
  update?: () => void
  /** Moves what is chosen, from the search's box. */
  move?: (by: number) => void
  badge?: () => string
}

/** What all views know. */
export class App {
  document: Document | undefined
  state: State = { document: '', problems: [], compares: false }
  place: Place = nowhere
  shown: Row[] = []
  set: Settings = {}
  readonly rows = new Map<string, Row>()
  readonly findingsAt = new Map<string, Finding[]>()
  readonly rowsAt = new Map<string, Row[]>()
  private index = new Index([])
  private readonly byName = new Map<string, Row>()

  constructor(readonly live: boolean, private readonly redraw: (what: 'document' | 'place') => void) {}

  /** Takes a document: the first one, or what became of it. */
  take(document: Document): void {
    this.document = document
    this.index = new Index(document.rows)
    for (const m of [this.rows, this.byName, this.findingsAt, this.rowsAt]) m.clear()
    for (const row of document.rows) {
      this.rows.set(keyOf(row), row)
      if (row.name && !row.engine && !this.byName.has(row.name)) this.byName.set(row.name, row)
      const at = row.declared ?? row.source
      if (at) push(this.rowsAt, at, row)
    }
    for (const f of document.findings.findings) push(this.findingsAt, `${f.file}:${String(f.line)}`, f)
    this.search()
    this.redraw('document')
  }

  /** Goes to a place, which the address names from then on. */
  go(to: Partial<Place>, replace = false): void {
    const next = { ...this.place, ...to }
    const hash = writePlace(next)
    if (hash !== writePlace(this.place)) history[replace ? 'replaceState' : 'pushState'](null, '', hash)
    this.arrive(next)
  }

  /** Goes to where the address leads. */
  follow(): void { this.arrive(readPlace(location.hash)) }

  private arrive(next: Place): void {
    const before = this.place
    this.place = next
    if (before.search !== next.search) this.search()
    this.redraw('place')
  }

  private search(): void { this.shown = this.index.search(this.place.search) }

  /** The chosen route. */
  chosen(): Row | undefined { return this.rows.get(this.place.route) ?? this.byName.get(this.place.route) }

  /** What the address calls a row: its name, if that is its alone. */
  nameOf(row: Row): string { return row.name && this.byName.get(row.name) === row && !this.rows.has(row.name) ? row.name : keyOf(row) }

  row(ref: Ref): Row | undefined { return this.rows.get(keyOf(ref)) }

  /** A link to a row. */
  link(row: Row | undefined, ...text: (Node | string)[]): HTMLElement {
    if (!row) return h('span', null, ...text)
    return h('a', { href: writePlace({ ...nowhere, route: this.nameOf(row) }), class: 'route' }, ...text)
  }

  /** A link to a place in a file, with one that opens it in an editor. */
  source(source: string): HTMLElement {
    const place = placeOf(source)
    const has = this.document?.files.some((f) => f.name === place.file) ?? false
    const text = has ? h('a', { href: writePlace({ ...nowhere, view: 'files', file: `${place.file}:${String(place.line)}` }) }, source) : h('span', null, source)
    return h('span', { class: 'source' }, text, this.editor(place))
  }

  editor(place: { file: string; line: number; column: number }): HTMLElement | null {
    const root = this.document?.root
    if (!root) return null
    const name = localStorage.getItem('editor') ?? 'VS Code'
    return h('a', { class: 'edit', href: editorLink(name, root, place), title: `Open in ${name}` }, 'edit')
  }

  editorChoice(): HTMLElement {
    const now = localStorage.getItem('editor') ?? 'VS Code'
    return h('label', { class: 'choice' }, 'Editor ', h('select', {
      change: (e) => {
        localStorage.setItem('editor', (e.target as HTMLSelectElement).value)
        this.redraw('document')
      },
    }, ...Object.keys(editors).map((name) => h('option', { selected: name === now }, name))))
  }

  /** Asks the server. */
  async ask<T>(what: string, body: object): Promise<T> {
    const answer = await fetch(`api/${what}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...body, set: this.set }) })
    const json = await answer.json() as T & { error?: string }
    if (!answer.ok) throw new Error(json.error ?? answer.statusText)
    return json
  }

  /** Loads the document, with what the reader settled. */
  async load(): Promise<void> { this.take(await this.ask<Document>('document', {})) }

  /** Settles what only the application knows; nothing settles it no more. */
  async settle(expr: string, value: string | undefined): Promise<void> {
    const before = this.set
    this.set = { ...before }
    if (value === undefined) delete this.set[expr]
    else this.set[expr] = value
    try {
      await this.load()
    } catch (e) {
      this.set = before
      throw e
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Calls f once nothing was typed for a moment. */
export function settled(f: () => void, wait = 120): () => void {
  let timer = 0
  return () => {
    clearTimeout(timer)
    timer = setTimeout(f, wait) as unknown as number
  }
}

