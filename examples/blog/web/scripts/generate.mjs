// Writes what the pages take from the server: its schema, the paths of its
// routes, and the types of the GraphQL operations.
//
//   npm run generate
//   npm run generate -- --check    fails if a file is out of date
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const check = process.argv.includes('--check') ? ['--check'] : []
const routes = ['go', 'run', 'signalbox/cmd/routes', 'gen']
const commands = [
  [...routes, 'sdl', '-f', '../graphql', '-o', 'schema.graphql', ...check],
  [...routes, 'ts', '-f', '..', '-o', 'src/routes.ts', ...check],
  ['node_modules/.bin/graphql-codegen', '--config', 'codegen.ts', ...check],
]

for (const [command, ...args] of commands) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) {
    if (check.length > 0) console.error('run: npm run generate')
    process.exit(1)
  }
}
