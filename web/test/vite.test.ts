import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, createLogger, createServer, type Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { cells } from '@signalbox/web/vite'

const here = fileURLToPath(new URL('.', import.meta.url))
let root = ''

beforeEach(async () => {
  root = await mkdtemp(path.join(here, 'fixtures', 'tmp-'))
  await cp(path.join(here, 'fixtures', 'cells'), root, { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

async function bundled(options?: Parameters<typeof cells>[0], warnings: string[] = []) {
  const logger = createLogger('warn')
  logger.warn = (message) => { warnings.push(message) }
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    customLogger: logger,
    plugins: [cells(options)],
    build: { write: false, minify: false, sourcemap: true, lib: { entry: 'src/main.tsx', formats: ['es'] }, rolldownOptions: { external: ['react', 'react/jsx-runtime', '@signalbox/web'] } },
  })) as Rolldown.RolldownOutput[]
  const chunk = result[0]?.output[0]
  if (!chunk?.map) throw new Error('no source map')
  return { code: chunk.code, map: chunk.map }
}

// watched tells the plugin of a change, as Vite's development server does.
async function watched(file: string, event: 'delete') {
  const server = await createServer({ root, configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false }, plugins: [cells({ declarations: 'none' })] })
  await server.environments.client.pluginContainer.watchChange(path.join(root, file), { event })
  await server.close()
}

const files = async () => (await readdir(path.join(root, 'src'), { recursive: true })).sort()

describe('cells', () => {
  it('makes a cell of the exports', async () => {
    const { code } = await bundled()
    expect(code).toContain('createCell({')
    const made = Array.from(code.matchAll(/createCell\(\{([^}]*)\}/g), ([, text = '']) => text.replace(/\s+/g, ' ').replace(/: \w+\$\d/g, '').trim())
    expect(made).toContain('QUERY, beforeQuery, Loading, Success, displayName: "PostsCell"')
    expect(made).toHaveLength(2)
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
    expect(await files()).toEqual(['OwnCell.tsx', 'PostsCell', 'PostsCell/PostsCell.tsx', 'PostsCell/index.d.ts', 'SelfCell.tsx', 'WrongCell', 'WrongCell/WrongCell.tsx', 'WrongCell/index.d.ts', 'main.tsx'])
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

  it('leaves alone what somebody else wrote', async () => {
    const write = (name: string, text: string) => writeFile(path.join(root, 'src', name), text)
    const read = (name: string) => readFile(path.join(root, 'src', name), 'utf8')
    await write('PostsCell/index.d.ts', '// mine\n')
    await write('WrongCell/index.ts', "export default () => 'the index of mine'\n")
    await mkdir(path.join(root, 'src/NoCell'))
    await write('NoCell/NoCell.tsx', 'export const nothing = 1\n')
    await write('NoCell/index.d.ts', '// mine too\n')
    const { code } = await bundled()
    expect(code).toContain('the index of mine')
    expect([await read('PostsCell/index.d.ts'), await read('NoCell/index.d.ts')]).toEqual(['// mine\n', '// mine too\n'])
    expect(await files()).not.toContain('WrongCell/index.d.ts')
    await rm(path.join(root, 'src/PostsCell/PostsCell.tsx'))
    await watched('src/PostsCell/PostsCell.tsx', 'delete')
    expect(await read('PostsCell/index.d.ts')).toBe('// mine\n')
  })

  it('removes the declarations of what is no cell any more', async () => {
    await bundled()
    await rm(path.join(root, 'src/WrongCell/WrongCell.tsx'))
    await watched('src/WrongCell/WrongCell.tsx', 'delete')
    expect(await files()).not.toContain('WrongCell/index.d.ts')
    await writeFile(path.join(root, 'src/main.tsx'), "export { default } from './PostsCell'\n")
    await rename(path.join(root, 'src/PostsCell/PostsCell.tsx'), path.join(root, 'src/PostsCell/Posts.tsx')) // while the plugin does not watch
    await bundled().catch(() => undefined)
    expect(await files()).not.toContain('PostsCell/index.d.ts')
    await writeFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), `export const QUERY = '{ posts }'\nexport const Success = () => null\n`)
    await bundled()
    expect(await files()).toContain('PostsCell/index.d.ts')
    await writeFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), `export const QUERY = '{ posts }'\nexport default () => null\n`)
    await bundled()
    expect(await files()).not.toContain('PostsCell/index.d.ts')
  })

  it('says how TypeScript gets to know a cell that is in no folder', async () => {
    await writeFile(path.join(root, 'src/FlatCell.tsx'), `export const QUERY = '{ posts }'\nexport const Success = () => null\n`)
    await writeFile(path.join(root, 'src/main.tsx'), "export { default } from './FlatCell'\nexport { default as other } from './SelfCell'\n")
    const warnings: string[] = []
    const { code } = await bundled(undefined, warnings)
    expect(code).toContain('displayName: "FlatCell"')
    expect(warnings.join()).toMatch(/the default export that cells\(\) gives to src\/FlatCell.tsx\. Either move it to FlatCell\/FlatCell\.tsx, .* or end it with: import \* as self from '.\/FlatCell'; export default createCell\(self\)/)
    expect(warnings.join()).not.toContain('SelfCell')
  })

  it('takes exports that are written apart', async () => {
    await writeFile(path.join(root, 'src/PostsCell/PostsCell.tsx'), `const QUERY = '{ posts }'\nfunction Show() { return null }\ntype Empty = string\nexport { QUERY, Show as Success, type Empty }\nexport { Wait as Loading } from './parts'\n`)
    await writeFile(path.join(root, 'src/main.tsx'), "export { default } from './PostsCell'\n")
    await writeFile(path.join(root, 'src/PostsCell/parts.tsx'), 'export const Wait = () => null\n')
    expect((await bundled()).code).toMatch(/createCell\(\{\s*QUERY,\s*Loading: Wait,\s*Success: Show,\s*displayName/)
  })

  it('has React Refresh ignore what is no component, in development', async () => {
    const server = await createServer({ root, configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false }, plugins: [cells()] })
    try {
      const cell = await server.transformRequest('/src/PostsCell/PostsCell.tsx')
      expect(cell?.code).toContain('__getReactRefreshIgnoredExports')
      const self = await server.transformRequest('/src/SelfCell.tsx')
      expect(self?.code).toContain('__getReactRefreshIgnoredExports')
      expect(self?.code).not.toContain('__signalboxCreateCell')
      const own = await server.transformRequest('/src/OwnCell.tsx')
      expect(own?.code).not.toMatch(/createCell|__getReactRefresh/)
    } finally {
      await server.close()
    }
  })
})
