// Bundles code as an application would, for scripts and tests that look at sizes.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { build } from 'vite'

/**
 * Bundles and minifies a module for browsers, with what it imports but react and
 * the packages of `external`. It returns the code, its gzipped size, and the
 * packages that are in it.
 */
export async function bundle(code, external = []) {
  const entry = '\0entry'
  const { output } = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'entry', resolveId: (id) => (id === 'entry' ? entry : undefined), load: (id) => (id === entry ? code : undefined) }],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict', external: [/^react(-dom)?(\/|$)/, ...external.map((name) => new RegExp(`^${name}(/|$)`))] },
    },
  })
  const [chunk] = output
  const packages = new Set(chunk.moduleIds.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]).filter(Boolean))
  return { code: chunk.code, gzip: gzipSync(chunk.code, { level: 9 }).length, packages: [...packages].sort() }
}
