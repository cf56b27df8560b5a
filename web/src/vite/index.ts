/**
 * The Vite plugin that makes cells of modules.
 *
 * @module
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import MagicString from 'magic-string'
import { parseSync, type Plugin } from 'vite'

/** Options of {@link cells}. */
export interface CellsOptions {
  /** Where modules with declarations are looked for, below Vite's root; without it `src`. False writes no declarations. */
  readonly declarations?: string | false | undefined
}

/** The exports that createCell takes. */
const parts = ['QUERY', 'beforeQuery', 'afterQuery', 'isEmpty', 'Loading', 'Empty', 'Failure', 'Success', 'displayName', 'suspense']

const cellFile = /Cell\.[jt]sx?$/
const header = '// Written by the plugin cells() of @signalbox/web/vite: the cell that it makes of the module.\n'

/**
 * Makes a component of each module whose name ends in `Cell` and that exports a
 * `QUERY` and no default: the module's default export is then the cell. A module
 * in a folder of its name, `PostsCell/PostsCell.tsx`, is imported by the folder,
 * `./PostsCell`, where `index.d.ts` tells TypeScript its type.
 */
export function cells({ declarations = 'src' }: CellsOptions = {}): Plugin {
  let root = ''
  const write = declarations !== false
  return {
    name: 'signalbox:cells',
    enforce: 'pre',
    // Vite looks for dependencies in the files as they are written, where this one is not.
    config: () => ({ optimizeDeps: { include: ['@signalbox/web'] } }),
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      if (write) await writeDeclarations(path.resolve(root, declarations))
    },
    resolveId: {
      filter: { id: /Cell$/ },
      async handler(source, importer) {
        if (!importer || !/^[./]/.test(source)) return null
        return this.resolve(`${source}/${path.basename(source)}`, importer, { skipSelf: true })
      },
    },
    transform: {
      filter: { id: cellFile },
      async handler(code, id) {
        const exported = exportsOf(code, id)
        if (!isCell(exported)) return null
        if (!exported.has('Success')) this.error(`${path.relative(root, id)} exports QUERY, so it is a cell, and needs an export Success`)
        if (write && isDeclared(id)) await writeDeclaration(id)
        return addCell(code, id, exported, this.environment.mode === 'dev' && this.environment.config.consumer === 'client')
      },
    },
    async watchChange(id, { event }) {
      if (write && event === 'delete' && isDeclared(id)) await rm(declarationOf(id), { force: true })
    },
  }
}

/** addCell appends the default export: nothing of the module moves. */
function addCell(code: string, id: string, exported: ReadonlyMap<string, Exported>, dev: boolean) {
  const imports = [`import { createCell as __signalboxCreateCell } from '@signalbox/web'`]
  const given = parts.flatMap((name) => {
    const { local, from } = exported.get(name) ?? {}
    if (local === undefined) return []
    if (from === undefined) return local === name ? [name] : [`${name}: ${local}`]
    imports.push(`import { ${local} as __signalbox${name} } from ${JSON.stringify(from)}`)
    return [`${name}: __signalbox${name}`]
  })
  if (!exported.has('displayName')) given.push(`displayName: ${JSON.stringify(nameOf(id))}`)
  const text = new MagicString(code)
  text.append(`\n${imports.join('\n')}\nexport default __signalboxCreateCell({ ${given.join(', ')} })\n`)
  if (dev) text.append(refresh)
  return { code: text.toString(), map: text.generateMap({ source: id, includeContent: true, hires: 'boundary' }) }
}

/**
 * refresh has React Refresh update a module in place although it exports more
 * than components: the cell, which is replaced too, is what uses the others.
 */
const refresh = `if (import.meta.hot && !window.__signalboxCells) {
  window.__signalboxCells = true
  const before = window.__getReactRefreshIgnoredExports
  window.__getReactRefreshIgnoredExports = (module) => [...(before?.(module) ?? []), ...(${String(cellFile)}.test(module.id) ? ${JSON.stringify(
    parts.filter((name) => !/^[A-Z][a-z]/.test(name)),
  )} : [])]
}
`

/** What is exported: its name in the module, or in the one that it comes from. */
interface Exported {
  readonly local: string
  readonly from?: string | undefined
}

interface Name {
  readonly name?: string
  readonly value?: string
}

interface ExportNode {
  readonly type: string
  readonly exportKind?: string
  readonly source?: { readonly value: string } | null
  readonly declaration?: { readonly id?: Name | null; readonly declarations?: readonly { readonly id: Name }[] } | null
  readonly specifiers?: readonly { readonly local: Name; readonly exported: Name; readonly exportKind?: string }[]
}

/** exportsOf returns the values that a module exports, by their names. */
function exportsOf(code: string, id: string): Map<string, Exported> {
  const names = new Map<string, Exported>()
  const { program } = parseSync(id, code)
  for (const node of program.body as readonly ExportNode[]) {
    if (node.type === 'ExportDefaultDeclaration') names.set('default', { local: 'default' })
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') continue
    const { declaration, specifiers = [], source } = node
    for (const { id: name } of [...(declaration?.declarations ?? []), declaration ?? {}]) if (name?.name) names.set(name.name, { local: name.name })
    for (const { local, exported, exportKind } of specifiers) if (exportKind !== 'type') names.set(nameIn(exported), { local: nameIn(local), from: source?.value })
  }
  return names
}

function nameIn({ name, value = '' }: Name): string {
  return name ?? value
}

function isCell(exported: ReadonlyMap<string, Exported>): boolean {
  return exported.has('QUERY') && !exported.has('default')
}

function nameOf(id: string): string {
  return path.basename(id).replace(/\.\w+$/, '')
}

/** isDeclared reports whether a file is a TypeScript module in a folder of its name. */
function isDeclared(id: string): boolean {
  return /Cell\.tsx?$/.test(id) && path.basename(path.dirname(id)) === nameOf(id)
}

function declarationOf(id: string): string {
  return path.join(path.dirname(id), 'index.d.ts')
}

async function writeDeclarations(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  for (const file of files.filter((name) => isDeclared(name) && !name.includes('node_modules'))) {
    const id = path.join(folder, file)
    if (isCell(exportsOf(await readFile(id, 'utf8'), id))) await writeDeclaration(id)
  }
}

/** writeDeclaration writes the declaration of a cell, unless it is there. */
async function writeDeclaration(id: string): Promise<void> {
  const name = nameOf(id)
  const text = `${header}import type { CellComponent } from '@signalbox/web'
declare const ${name}: CellComponent<typeof import('./${name}')>
export default ${name}
export * from './${name}'
`
  const target = declarationOf(id)
  if ((await readFile(target, 'utf8').catch(() => '')) !== text) await writeFile(target, text)
}
