// Writes the examples of README.md and docs/web.md to test/docs/, where tsc
// checks them. The first line of each names its file; the others are left out.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('..', import.meta.url))
const out = join(web, 'test/docs')
rmSync(join(out), { recursive: true, force: true })

for (const file of [join(web, 'README.md'), join(web, '../docs/web.md')]) {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```tsx?\n(\/\/ (\S+)\n[^]*?)^```$/gm)
  let n = 0
  for (const [, code, name] of blocks) {
    n++
    const target = join(out, basename(file, '.md'), name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
    // What the plugin writes beside a cell.
    const cell = /(\w+Cell)\/\1\.tsx$/.exec(name)?.[1]
    if (cell) writeFileSync(join(dirname(target), 'index.d.ts'), `import type { CellComponent } from '@signalbox/web'\ndeclare const Cell: CellComponent<typeof import('./${cell}')>\nexport default Cell\n`)
  }
  if (n === 0) throw new Error(`${file} has no examples`)
}
writeFileSync(
  join(out, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: { paths: Object.fromEntries([['', 'index'], ['/apollo', 'apollo/index'], ['/sse', 'sse'], ['/vite', 'vite/index']].map(([entry, path]) => [`@signalbox/web${entry}`, [`../../src/${path}.ts`]])) },
    include: ['.'],
    exclude: [],
  }),
)
