// Writes the conformance cases of graphqlsrv, or checks that they are what
// graphql-js answers today.
//
//   scripts/judge/run graphql cases --write                      writes the cases of graphqlsrv/testdata/conformance
//   scripts/judge/run graphql cases --check                      compares them with what it would write
//   scripts/judge/run graphql cases --seed 7 --count 10000       prints other cases, for GRAPHQL_CASES=file go test ./graphqlsrv -run Conformance
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { version } from 'graphql'
import { calm, randomRoot, stormy } from './data.mjs'
import { mistaken } from './invalid.mjs'
import { introspectionCases, sdl as introspectionSDL } from './introspection.mjs'
import { answer, schemaOf } from './judge.mjs'
import { randomOperation } from './queries.mjs'
import { Random } from './random.mjs'
import { randomSchema } from './schemas.mjs'
import { sdl as systematicSDL, systematicCases } from './systematic.mjs'

const folder = new URL('../../../graphqlsrv/testdata/conformance/', import.meta.url)
const rootSDL = readFileSync(new URL('root.graphql', folder), 'utf8')

// listed are the cases of a schema that a module of this folder lists.
function listed(name, sdl, cases) {
  const schema = schemaOf(rootSDL, sdl)
  return [{ schema: name, sdl }, ...cases.map(({ name: title, ...c }) => judged(schema, { name: title, schema: name, ...c })).filter((c) => c.stage !== 'none')]
}

function judged(schema, { name, ...rest }) {
  const { stage, result } = answer(schema, rest)
  return { name, stage, ...rest, ...(stage === 'execute' ? {} : { root: undefined }), result }
}

// random are count cases on random schemas.
function random(seed, count) {
  const r = new Random(seed)
  const lines = []
  const perSchema = 40
  for (let n = 0; n * perSchema < count; n++) {
    const name = `random${n + 1}`
    const sdl = randomSchema(r)
    const schema = schemaOf(rootSDL, sdl)
    lines.push({ schema: name, sdl })
    for (let i = 0; i < Math.min(perSchema, count - n * perSchema); i++) lines.push(judged(schema, { name: `${name}/${i + 1}`, schema: name, ...randomCase(r, schema) }))
  }
  return lines
}

function randomCase(r, schema) {
  for (;;) {
    const operation = randomOperation(r, schema, r.chance(0.1) ? 'mutation' : 'query')
    if (operation.query.length > 800) continue
    if (r.chance(0.3)) {
      const query = mistaken(r, schema, operation.query)
      const c = { ...operation, query, root: {} }
      const { stage } = answer(schema, c)
      if (query.trim() === '' || stage === 'none' || (stage === 'execute' && r.chance(0.8))) continue
      return stage === 'execute' ? { ...c, root: randomRoot(r, schema, query, calm) } : c
    }
    const root = randomRoot(r, schema, operation.query, r.pick([calm, stormy, stormy]))
    if (JSON.stringify(root).length > 1200) continue
    return { ...operation, root }
  }
}

function text(lines) {
  return lines.map((l) => JSON.stringify(l).replaceAll('\u2028', '\\u2028')).join('\n') + '\n'
}

function summary(lines) {
  const stages = {}
  for (const l of lines) if (l.stage) stages[l.stage] = (stages[l.stage] ?? 0) + 1
  return `graphql-js ${version}: ${JSON.stringify(stages)}`
}

const { values } = parseArgs({ options: { write: { type: 'boolean' }, check: { type: 'boolean' }, seed: { type: 'string' }, count: { type: 'string' } } })
const files = () => ({
  'introspection.jsonl': listed('introspection', introspectionSDL, introspectionCases()),
  'systematic.jsonl': listed('systematic', systematicSDL, systematicCases()),
  'random.jsonl': random(20250901, 2000),
})
if (values.write) {
  for (const [file, lines] of Object.entries(files())) {
    writeFileSync(new URL(file, folder), text(lines))
    console.log(file, summary(lines))
  }
} else if (values.check) {
  for (const [file, lines] of Object.entries(files())) {
    if (readFileSync(new URL(file, folder), 'utf8') !== text(lines)) {
      console.error(`${file} isn't what graphql-js ${version} answers; see: scripts/judge/run graphql cases --write, git diff`)
      process.exitCode = 1
    }
  }
} else {
  const lines = random(Number(values.seed ?? 1), Number(values.count ?? 1000))
  process.stdout.write(text(lines))
  console.error(summary(lines))
}
