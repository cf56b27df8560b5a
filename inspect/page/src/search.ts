import { endpointOf, type Row } from './model'

/** The fields that a term may name; more than one name may mean the same. */
const names: Record<string, Field> = {
  verb: 'verb', method: 'verb', path: 'path', name: 'name', helper: 'name', controller: 'controller', to: 'controller',
  guard: 'guard', file: 'file', source: 'file', if: 'condition', engine: 'engine',
}

type Field = 'verb' | 'path' | 'name' | 'controller' | 'guard' | 'file' | 'condition' | 'engine'

export interface Term {
  field: Field | undefined
  text: string
  not: boolean
}

type Entry = Record<Field, string> & { all: string; row: Row; pattern?: RegExp | undefined }

/** Reads a search: words that all have to be there, verb:get, -not. Quotes keep spaces. */
export function parse(query: string): Term[] {
  const terms: Term[] = []
  for (const [word] of query.toLowerCase().matchAll(/(?:[^\s"]|"[^"]*"?)+/g)) {
    let text = word
    const not = text.startsWith('-') && text.length > 1
    if (not) text = text.slice(1)
    const colon = text.indexOf(':')
    const field = colon > 0 ? names[text.slice(0, colon)] : undefined
    if (field) text = text.slice(colon + 1)
    text = text.replaceAll('"', '')
    if (text) terms.push({ field, text, not })
  }
  return terms
}

/** The rows of a table, made ready to be searched at each key. */
export class Index {
  private readonly entries: Entry[]

  constructor(rows: readonly Row[]) {
    this.entries = rows.map(entry)
  }

  /** The rows that have all terms of a search, in the table's order. */
  search(query: string): Row[] {
    const terms = parse(query)
    const found: Row[] = []
    for (const e of this.entries) if (terms.every((t) => has(e, t) !== t.not)) found.push(e.row)
    return found
  }
}

function entry(row: Row): Entry {
  const e = {
    row,
    verb: (row.verb || 'any').toLowerCase(),
    path: row.path.toLowerCase(),
    name: (row.name || '').toLowerCase(),
    controller: endpointOf(row).toLowerCase(),
    guard: row.guards.map((g) => `${g.kind} ${g.text}`).join('\n').toLowerCase(),
    file: `${row.declared ?? row.source ?? ''}`.toLowerCase(),
    condition: row.conditional.join('\n').toLowerCase(),
    engine: (row.engine ?? '').toLowerCase(),
  }
  return { ...e, all: [e.verb, e.path, e.name, e.controller, e.guard, e.file, e.condition, e.engine].join('\n') }
}

function has(e: Entry, t: Term): boolean {
  if (t.field === 'verb') return e.verb.split('|').includes(t.text)
  if (t.field ? e[t.field].includes(t.text) : e.all.includes(t.text)) return true
  return t.text.startsWith('/') && t.text.length > 1 && (t.field === undefined || t.field === 'path') && takes(e, t.text)
}

/** Whether the path of a row takes a path that is asked for, requirements aside: /posts/1. */
function takes(e: Entry, path: string): boolean {
  if (!e.path.includes(':') && !e.path.includes('*')) return false
  e.pattern ??= pathPattern(e.path)
  return e.pattern.test(path)
}

/** The pattern of a path; that of its first segment has to be given as it is. */
export function pathPattern(path: string): RegExp {
  const source = path.replaceAll(/[.+^$|?\\{}[\]]|\)|\/[:*]\w+|[:*]\w+/g, (part) => {
    if (part === ')') return ')?'
    const name = part.replace('/', '')
    if (name.startsWith(':')) return `${part.startsWith('/') ? '/' : ''}[^/.?]+`
    if (name.startsWith('*')) return `${part.startsWith('/') ? '/' : ''}.+`
    return `\\${part}`
  })
  return new RegExp(`^${source}$`)
}
