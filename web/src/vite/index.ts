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
 * `./PostsCell`, where `index.d.ts` tells TypeScript its type; an index that
 * somebody wrote there comes first, and is left alone. A module that has its cell
 * by `export default createCell(self)` only gets fast refresh.
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
      if (write) await declareAll(path.resolve(root, declarations))
    },
    resolveId: {
      filter: { id: /Cell$/ },
      async handler(source, importer) {
        if (!importer || !/^[./]/.test(source)) return null
        const own = await this.resolve(source, importer, { skipSelf: true })
        return own ?? this.resolve(`${source}/${path.basename(source)}`, importer, { skipSelf: true })
      },
    },
    transform: {
      filter: { id: cellFile },
      async handler(code, id) {
        const exported = exportsOf(code, id)
        const cell = isCell(exported)
        if (write && isDeclared(id)) await declare(path.dirname(id), cell)
        const dev = this.environment.mode === 'dev' && this.environment.config.consumer === 'client'
        if (cell) {
          const file = path.relative(root, id)
          if (!exported.has('Success')) this.error(`${file} exports QUERY, so it is a cell, and needs an export Success`)
          if (/\.tsx?$/.test(id) && !isDeclared(id)) this.warn(flat(file, nameOf(id)))
          return addCell(code, id, exported, dev)
        }
        return dev && exported.has('QUERY') && code.includes('createCell') ? append(code, id, refresh) : null
      },
    },
    async watchChange(id, { event }) {
      if (write && event === 'delete' && isDeclared(id)) await declare(path.dirname(id), false)
    },
  }
}

/** flat is what to do about a cell that TypeScript knows no default export of. */
function flat(file: string, name: string): string {
  return `TypeScript does not know the default export that cells() gives to ${file}. Either move it to ${name}/${path.basename(file)}, where the plugin writes a declaration beside it, or end it with: import * as self from './${name}'; export default createCell(self)`
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
  return append(code, id, `${imports.join('\n')}\nexport default __signalboxCreateCell({ ${given.join(', ')} })\n${dev ? refresh : ''}`)
}

function append(code: string, id: string, more: string) {
  const text = new MagicString(code)
  text.append(`\n${more}`)
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

/** declareAll writes the declarations of all cells below a folder, and removes those of what is none any more. */
async function declareAll(root: string): Promise<void> {
  const files = (await readdir(root, { recursive: true }).catch(() => [])).filter((name) => !name.includes('node_modules'))
  for (const folder of new Set(files.map((name) => path.dirname(name)).filter((name) => name.endsWith('Cell')))) {
    const module = files.find((name) => path.dirname(name) === folder && isDeclared(name))
    const id = module && path.join(root, module)
    await declare(path.join(root, folder), id !== undefined && isCell(exportsOf(await readFile(id, 'utf8'), id)))
  }
}

/**
 * declare writes the declaration of a folder's module if that is a cell, and
 * removes it if not. What somebody else wrote stays as it is.
 */
async function declare(folder: string, cell: boolean): Promise<void> {
  const target = path.join(folder, 'index.d.ts')
  const old = await readFile(target, 'utf8').catch(() => undefined)
  if (old !== undefined && !old.startsWith(header)) return
  const own = (await readdir(folder).catch(() => [])).some((name) => /^index\.[jt]sx?$/.test(name))
  const name = path.basename(folder)
  const text = `${header}import type { CellComponent } from '@signalbox/web'
declare const ${name}: CellComponent<typeof import('./${name}')>
export default ${name}
export * from './${name}'
`
  if (!cell || own) await rm(target, { force: true })
  else if (old !== text) await writeFile(target, text)
}
