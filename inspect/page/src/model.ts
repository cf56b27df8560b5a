/** What the server, or the file itself, gives the page; see document.go and diff/json.go. */

export interface Guard {
  kind: string
  text: string
  source: string | null
}

/** A row of `routes --json --engines`. */
export interface Row {
  index: number
  engine?: string
  name: string | false | null
  verb: string
  path: string
  controller: unknown
  action: unknown
  reqs: string
  defaults: Record<string, unknown>
  requirements: Record<string, unknown>
  constraints: Record<string, unknown>
  source: string | null
  declared?: string
  column: number | null
  kind: string
  internal: boolean
  required_parts: string[]
  optional_parts: string[]
  conditional: string[]
  placeholders?: string[]
  guards: Guard[]
}

/** Names a row: its index in the table of its engine. */
export interface Ref {
  engine?: string
  index: number
}

export interface TreeNode {
  segment: string
  path: string
  routes: { index: number; name: string; verb: string; endpoint: string }[]
  children: TreeNode[]
}

export interface Finding {
  code: string
  severity: 'error' | 'warning' | 'note'
  file: string
  line: number
  column: number
  message: string
  remedy: string
  routes: Ref[]
  by: Ref[]
}

export interface Condition {
  expr: string
  message: string
  file: string
  line: number
  settings: { expr: string; sample: string }[]
  routes: Ref[]
}

export interface SourceFile {
  name: string
  text: string
}

export type Settings = Record<string, string>

export interface Document {
  title: string
  root?: string
  rows: Row[]
  tree: TreeNode
  findings: { findings: Finding[] }
  conditions: Condition[]
  helpers: string[]
  files: SourceFile[]
  set?: Settings
}

export interface State {
  document: string
  problems: { message: string; file?: string; line?: number; column?: number }[]
  report?: string
  compares: boolean
}

export interface Answer {
  status: number
  statusText: string
  error?: string
  route: Ref | null
  inner?: Ref
  endpoint?: string
  location?: string
  params: { name: string; value: string }[]
  refusals: (Ref & { why: string })[]
  guesses: { question: string; answer: boolean; source?: string }[]
  candidates: { route: Ref | null; status: number; if: string }[]
}

export interface HelperResult {
  result?: string
  error?: string
  hint?: string
}

export interface Diff {
  before: string
  after: string
  exposure: { kind: string; before: Row | null; after: Row; detail: string }[]
  added: Row[]
  removed: Row[]
  changed: { before: Row; after: Row; fields: string[] }[]
  precedence: { first: Row; second: Row; witness: { method: string; path: string } }[]
  undecided: number
}

/** The key of a row: "12", or "Shop::Engine:12" for an engine's. */
export function keyOf(ref: Ref): string {
  return ref.engine ? `${ref.engine}:${String(ref.index)}` : String(ref.index)
}

/** What a row leads to: posts#show, or the application's own text. */
export function endpointOf(row: Row): string {
  return row.reqs.split(' {')[0] ?? ''
}

/** Splits "config/routes.rb:3", or with a column behind. */
export function placeOf(source: string): { file: string; line: number; column: number } {
  const found = /^(.*?):(\d+)(?::(\d+))?$/.exec(source)
  return found ? { file: found[1] ?? '', line: Number(found[2]), column: Number(found[3] ?? 1) } : { file: source, line: 1, column: 1 }
}
