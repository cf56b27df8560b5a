// Fails if dist/, which is in the Go program, is not what a build makes now.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = mkdtempSync(join(tmpdir(), 'blog-web-'))
const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

try {
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const [old, now] = [files(join(root, 'dist')), files(outDir)]
  const stale = [...new Set([...old, ...now])].filter(
    (name) => !old.includes(name) || !now.includes(name) || !readFileSync(join(root, 'dist', name)).equals(readFileSync(join(outDir, name))),
  )
  if (stale.length > 0) {
    console.error(`dist is out of date; run: npm run build\n${stale.map((name) => `  ${name}`).join('\n')}`)
    process.exitCode = 1
  }
} finally {
  rmSync(outDir, { recursive: true })
}
