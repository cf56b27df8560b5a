import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, createServer, type Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { cells } from '@signalbox/web/vite'

const here = fileURLToPath(new URL('.', import.meta.url))
let root = ''

beforeEach(async () => {
  root = await mkdtemp(path.join(here, 'fixtures', 'tmp-'))
  await cp(path.join(here, 'fixtures', 'cells'), root, { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

async function bundled(options?: Parameters<typeof cells>[0]) {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [cells(options)],
    build: { write: false, minify: false, sourcemap: true, lib: { entry: 'src/main.tsx', formats: ['es'] }, rolldownOptions: { external: ['react', 'react/jsx-runtime', '@signalbox/web'] } },
  })) as Rolldown.RolldownOutput[]
  const chunk = result[0]?.output[0]
  if (!chunk?.map) throw new Error('no source map')
  return { code: chunk.code, map: chunk.map }
}

const files = async () => (await readdir(path.join(root, 'src'), { recursive: true })).sort()

describe('cells', () => {
  it('makes a cell of the exports', async () => {
    const { code } = await bundled()
    expect(code).toContain('createCell({')
    expect(/createCell\(\{([^}]*)\}/.exec(code)?.[1]?.replace(/\s+/g, ' ')).toBe(' QUERY, beforeQuery, Loading, Success, displayName: "PostsCell" ')
    expect(code.match(/createCell\(\{/g)).toHaveLength(1)
  })

  it('leaves every line in its place in the source map', async () => {
    const { code, map } = await bundled()
    const source = map.sources.findIndex((name) => name.endsWith('PostsCell.tsx'))
    const original = await readFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), 'utf8')
    expect(map.sourcesContent[source]).toBe(original)
    const { SourceMap } = await import('node:module')
    const line = code.split('\n').findIndex((text) => text.includes('"h1"'))
    const column = (code.split('\n')[line] ?? '').indexOf('"h1"')
    const entry = new SourceMap(map as never).findEntry(line, column) as { originalLine: number; originalSource: string }
    expect(entry.originalSource).toContain('PostsCell.tsx')
    expect(original.split('\n')[entry.originalLine]).toContain('<h1>')
  })

  it('writes a declaration of each cell, by which TypeScript knows its props', async () => {
    await bundled()
    expect(await files()).toEqual(['OwnCell.tsx', 'PostsCell', 'PostsCell/PostsCell.tsx', 'PostsCell/index.d.ts', 'main.tsx'])
    const text = await readFile(path.join(root, 'src/PostsCell/index.d.ts'), 'utf8')
    expect(text).toContain("declare const PostsCell: CellComponent<typeof import('./PostsCell')>")
    execFileSync(path.join(here, '../node_modules/.bin/tsc'), ['-p', root], { stdio: 'pipe' }) // its main.tsx has what must be an error, too
  })

  it('writes none if told so', async () => {
    await bundled({ declarations: false })
    expect(await files()).not.toContain('PostsCell/index.d.ts')
  })

  it('says what a cell lacks', async () => {
    await writeFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), `export const QUERY = '{ posts }'\n`)
    await expect(bundled()).rejects.toThrow(/src\/PostsCell\/PostsCell.tsx exports QUERY, so it is a cell, and needs an export Success/)
  })

  it('takes exports that are written apart', async () => {
    await writeFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), `const QUERY = '{ posts }'\nfunction Show() { return null }\ntype Empty = string\nexport { QUERY, Show as Success, type Empty }\nexport { Wait as Loading } from './parts'\n`)
    await writeFile(path.join(root, 'src/PostsCell/parts.tsx'), 'export const Wait = () => null\n')
    expect((await bundled()).code).toMatch(/createCell\(\{\s*QUERY,\s*Loading: Wait,\s*Success: Show,\s*displayName/)
  })

  it('has React Refresh ignore what is no component, in development', async () => {
    const server = await createServer({ root, configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false }, plugins: [cells()] })
    try {
      const cell = await server.transformRequest('/src/PostsCell/PostsCell.tsx')
      expect(cell?.code).toContain('__getReactRefreshIgnoredExports')
      const own = await server.transformRequest('/src/OwnCell.tsx')
      expect(own?.code).not.toContain('createCell')
    } finally {
      await server.close()
    }
  })
})
