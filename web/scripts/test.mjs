// Runs every check of the package: npm test
//
// The tests run with React 18 and 19 and with Apollo Client 3.13 and 4; their
// types are checked with both versions of Apollo Client.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const checks = {
  build: ['tsdown'],
  types: ['tsc', '-p', '.'],
  'types with Apollo Client 3.13': ['tsc', '-p', 'matrix/tsconfig.apollo3.json'],
  lint: ['eslint', '.'],
  'urql example': ['vite', 'build', 'examples/urql', '--logLevel', 'warn'],
  'types of the urql example': ['tsc', '-p', 'examples/urql'],
  'examples of the documentation': ['node', 'scripts/docs.mjs'],
  'types of these examples': ['tsc', '-p', 'test/docs'],
  tests: ['vitest', 'run'],
  sizes: ['node', 'scripts/sizes.mjs', '--check'],
  publint: ['publint', '--strict'],
  'are the types wrong': ['attw', '--pack', '.', '--profile', 'esm-only', '--format', 'ascii'],
}

const cwd = fileURLToPath(new URL('..', import.meta.url))
const failed = []
for (const [name, [command, ...args]] of Object.entries(checks)) {
  console.log(`\n--- ${name}`)
  const path = `${cwd}/node_modules/.bin:${process.env.PATH}`
  if (spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } }).status !== 0) failed.push(name)
}
if (failed.length > 0) {
  console.error(`\nFAILED: ${failed.join(', ')}`)
  process.exit(1)
}
