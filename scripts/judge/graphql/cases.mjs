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
import { queryOnlySDL, queryOnlyCases, sdl as systematicSDL, systematicCases } from './systematic.mjs'

const folder = new URL('../../../graphqlsrv/testdata/conformance/', import.meta.url)
const rootSDL = readFileSync(new URL('root.graphql', folder), 'utf8')

// listed are the cases of a schema that a module of this folder lists.
async function listed(name, sdl, cases) {
  const schema = schemaOf(rootSDL, sdl)
  const lines = [{ schema: name, sdl }]
  for (const { name: title, ...c } of cases) lines.push(await judged(schema, { name: title, schema: name, ...c }))
  return lines.filter((c) => c.stage !== 'none')
}

async function judged(schema, { name, ...rest }) {
  const { stage, result } = await answer(schema, rest)
  return { name, stage, ...rest, ...(executed(stage) ? {} : { root: undefined }), result }
}

const executed = (stage) => stage === 'execute' || stage === 'subscribe'

// The kinds of operations of random cases.
const requests = (r) => (r.chance(0.1) ? 'mutation' : 'query')
const subscriptions = () => 'subscription'

// random are count cases on random schemas.
async function random(seed, count, title, kindOf) {
  const r = new Random(seed)
  const lines = []
  const perSchema = 40
  for (let n = 0; n * perSchema < count; ) {
    const sdl = randomSchema(r)
    const schema = schemaOf(rootSDL, sdl)
    if (kindOf === subscriptions && !schema.getSubscriptionType()) continue
    const name = `${title}${++n}`
    lines.push({ schema: name, sdl })
    for (let i = 0; i < Math.min(perSchema, count - (n - 1) * perSchema); ) {
      const line = await judged(schema, { name: `${name}/${i + 1}`, schema: name, ...(await randomCase(r, schema, kindOf)) })
      if (line.stage === 'none') continue
      lines.push(line)
      i++
    }
  }
  return lines
}

async function randomCase(r, schema, kindOf) {
  for (;;) {
    const operation = randomOperation(r, schema, kindOf(r))
    if (operation.query.length > 800) continue
    if (r.chance(0.3)) {
      const query = mistaken(r, schema, operation.query)
      const c = { ...operation, query, root: {} }
      const { stage } = await answer(schema, c)
      if (query.trim() === '' || stage === 'none' || (stage === 'subscribe' && kindOf === requests) || (executed(stage) && r.chance(0.8))) continue
      return executed(stage) ? { ...c, root: randomRoot(r, schema, query, calm) } : c
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
const files = async () => ({
  'introspection.jsonl': await listed('introspection', introspectionSDL, introspectionCases()),
  'systematic.jsonl': [...(await listed('systematic', systematicSDL, systematicCases())), ...(await listed('queryOnly', queryOnlySDL, queryOnlyCases()))],
  'random.jsonl': await random(20250901, 2000, 'random', requests),
  'subscriptions.jsonl': await random(20261128, 400, 'subscription', subscriptions),
})
if (values.write) {
  for (const [file, lines] of Object.entries(await files())) {
    writeFileSync(new URL(file, folder), text(lines))
    console.log(file, summary(lines))
  }
} else if (values.check) {
  for (const [file, lines] of Object.entries(await files())) {
    if (readFileSync(new URL(file, folder), 'utf8') !== text(lines)) {
      console.error(`${file} isn't what graphql-js ${version} answers; see: scripts/judge/run graphql cases --write, git diff`)
      process.exitCode = 1
    }
  }
} else {
  const seed = Number(values.seed ?? 1)
  const count = Number(values.count ?? 1000)
  const lines = [...(await random(seed, count * 0.8, 'random', requests)), ...(await random(seed, count * 0.2, 'subscription', subscriptions))]
  process.stdout.write(text(lines))
  console.error(summary(lines))
}
