// Has a composition and a gateway work with two subgraphs of graphqlsrv, and asks
// @apollo/subgraph what a subgraph answers, and Apollo Server for its traces.
//
//   scripts/judge/run graphql federation            the composition and the gateway; compares graphqlsrv/testdata/federation/entities.jsonl
//   scripts/judge/run graphql federation --write    writes entities.jsonl, and the definitions of each version
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation'
import { composeServices } from '@theguild/federation-composition'
import { buildSchema, graphql, lexicographicSortSchema, parse, printSchema, subscribe } from 'graphql'
import { answer, cases, schemaOf, traced, untimed } from './entities.mjs'
import { start } from './server/start.mjs'

const folder = new URL('../../../graphqlsrv/testdata/federation/', import.meta.url)
const read = (name) => readFileSync(new URL(name, folder), 'utf8')
const data = { ...JSON.parse(read('data.json')), nobody: {} }
const sdlOf = (name) =>
  readdirSync(new URL(`${name}/`, folder))
    .map((file) => read(`${name}/${file}`))
    .join('\n')
const services = ['books', 'people']
const judges = { ...Object.fromEntries(services.map((name) => [name, schemaOf(sdlOf(name), data[name])])), nobody: schemaOf(sdlOf('people'), {}) }

async function written() {
  const lines = []
  for (const c of cases) {
    const judge = judges[c.service]
    const its = await answer(judge, c)
    lines.push(JSON.stringify({ ...c, answer: its, trace: 'data' in its ? await traced(judge, c) : undefined }))
  }
  return lines.join('\n') + '\n'
}

// definitions are those that the judge adds to a schema that links a version.
function definitions(minor) {
  const schema = buildSubgraphSchema(parse(`extend schema @link(url: "https://specs.apollo.dev/federation/v2.${minor}") type Query { a: Int }`))
  return printSchema(lexicographicSortSchema(schema)).match(/^(directive|scalar) .*/gm)
}

// versions are what each version adds to the one before it, and drops of it.
function versions() {
  const all = []
  let earlier = []
  for (let minor = 0; ; minor++) {
    let now
    try {
      now = definitions(minor)
    } catch {
      return JSON.stringify(all, null, 1) + '\n' // the judge knows no more
    }
    all.push({ version: `v2.${minor}`, adds: now.filter((d) => !earlier.includes(d)), drops: earlier.filter((d) => !now.includes(d)) })
    earlier = now
  }
}

if (process.argv.includes('--write')) {
  writeFileSync(new URL('entities.jsonl', folder), await written())
  writeFileSync(new URL('versions.json', folder), versions())
} else {
  judge()
}

function judge() {
  let server, supergraph, gateway
  before(async () => {
    server = await start(new URL('federation/', import.meta.url), fileURLToPath(folder))
  })
  after(() => server.stop())
  const post = async (name, query, variables, headers) => {
    const response = await fetch(`${server.url}/${name}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ query, variables }) })
    return response.json()
  }
  const compose = (typeDefs) => {
    const { supergraphSdl, errors } = composeServices(services.map((name) => ({ name, url: `${server.url}/${name}`, typeDefs: parse(typeDefs[name]) })))
    assert.deepEqual(errors?.map((e) => e.message) ?? [], [])
    return supergraphSdl
  }
  const sdlBy = async (ask) => Object.fromEntries(await Promise.all(services.map(async (name) => [name, (await ask(name)).data._service.sdl])))

  test('entities.jsonl is what @apollo/subgraph answers', async () => assert.equal(read('entities.jsonl'), await written()))
  test('versions.json is what @apollo/subgraph defines', () => assert.equal(read('versions.json'), versions()))
  test('traces are those of Apollo Server, where the answers are', async () => {
    const shown = ({ data, errors = [] }) => ({ data, places: errors.map(({ path }) => path) })
    let compared = 0
    for (const c of cases.filter(({ service }) => services.includes(service))) {
      const got = await post(c.service, c.query, c.variables, { 'apollo-federation-include-trace': 'ftv1' })
      if (!got.extensions?.ftv1 || !isDeepStrictEqual(shown(got), shown(await answer(judges[c.service], c)))) continue
      assert.deepEqual(untimed(got.extensions.ftv1), await traced(judges[c.service], c), c.name)
      compared++
    }
    assert.ok(compared > 20, `only ${compared} traces`)
  })
  test('_service has the schema of the files', async () => {
    const printed = (schema) => printSchema(lexicographicSortSchema(schema))
    for (const [name, sdl] of Object.entries(await sdlBy((name) => post(name, '{ _service { sdl } }')))) {
      const described = printed(buildSubgraphSchema(parse(sdl)))
      assert.equal(described.replace('"""Everyone."""\n', ''), printed(judges[name]), name) // of @skipAuth, which is no file's
    }
  })
  test('the subgraphs compose', async () => {
    supergraph = compose(await sdlBy((name) => post(name, '{ _service { sdl } }')))
    for (const part of ['@paper(grams: 80)', '@tag(name: "staff")', '@inaccessible', 'isInterfaceObject: true', '@authenticated', 'resolvable: false', 'override: "people"', 'provides: "bookCount"', 'requires: "bookCount years"', 'external: true']) assert.ok(supergraph.includes(part), part)
  })
  test('the text of @apollo/subgraph composes to the same', async () => {
    const theirs = compose(await sdlBy((name) => graphql({ schema: judges[name], source: '{ _service { sdl } }' })))
    const sorted = (sdl) => sdl.split('\n').map((line) => line.trim()).sort().join('\n')
    assert.equal(sorted(theirs), sorted(supergraph))
  })
  test('the example of docs/graphql.md', async () => {
    const docs = readFileSync(new URL('../../../docs/graphql.md', import.meta.url), 'utf8')
    const files = mkdtempSync(join(tmpdir(), 'documented-'))
    const program = new URL('../../node_modules/.compose.mjs', import.meta.url) // where its packages are
    writeFileSync(join(files, 'data.json'), '{}')
    const sdls = [...docs.matchAll(/^`(products|reviews)\/schema.graphql`\n\n```graphql\n([^]*?)^```/gm)]
    assert.deepEqual(sdls.map(([, name]) => name), ['products', 'reviews'])
    for (const [, name, sdl] of sdls) {
      mkdirSync(join(files, name))
      writeFileSync(join(files, name, 'schema.graphql'), sdl)
    }
    const [, source, query] = docs.match(/```js\n(\/\/ node compose.mjs '(.*?)'[^]*?)```/)
    writeFileSync(program, source)
    const documented = await start(new URL('federation/', import.meta.url), files)
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program), query, ...sdls.map(([, name]) => `${name}=${documented.url}/${name}`)])
      assert.deepEqual(JSON.parse(stdout), {
        data: {
          products: [
            { name: 'Kettle', shipping: 5, reviews: [{ text: 'Of 1' }] },
            { name: 'Lamp', shipping: 14, reviews: [{ text: 'Of 2' }] },
          ],
        },
      })
    } finally {
      rmSync(program)
      rmSync(files, { recursive: true })
      await documented.stop()
    }
  })
  test('a gateway', async (t) => {
    gateway = getStitchedSchemaFromSupergraphSdl({ supergraphSdl: supergraph, batch: true })
    const ask = async (source, variableValues) => {
      const { data, errors } = await graphql({ schema: gateway, source, variableValues, contextValue: {} })
      assert.deepEqual(errors?.map((e) => e.message) ?? [], [])
      return JSON.parse(JSON.stringify(data))
    }
    const email = 'ines@example.com'
    await t.test('an entity of both', async () => {
      assert.deepEqual(await ask('{ book(isbn: "978-1") { title author { email name years } } }'), { book: { title: 'Tides', author: { email, name: 'Ines Moreau', years: 5 } } })
    })
    await t.test('@requires', async () => {
      assert.deepEqual(await ask('{ author(email: "ines@example.com") { booksPerYear } }'), { author: { booksPerYear: 8 } })
    })
    await t.test('@override', async () => {
      assert.deepEqual(await ask('{ author(email: "ines@example.com") { name bookCount } }'), { author: { name: 'Ines Moreau', bookCount: 40 } })
    })
    await t.test('@provides, @external', async () => {
      const provided = await post('books', '{ book(isbn: "978-1") { author { bookCount } } }')
      assert.deepEqual(provided, { data: { book: { author: { bookCount: 12 } } } })
      assert.deepEqual(await ask('{ author(email: "ines@example.com") { bookCount } }'), { author: { bookCount: 40 } })
    })
    await t.test('@interfaceObject', async () => {
      const shelf = await ask('{ shelf(id: "s1") { __typename id metres books { isbn title } ... on OpenShelf { room { number floor } } } }')
      assert.deepEqual(shelf, { shelf: { __typename: 'OpenShelf', id: 's1', metres: 2.5, books: [{ isbn: '978-1', title: 'Tides' }], room: { number: 7, floor: 1 } } })
    })
    await t.test('@inaccessible', async () => {
      const { errors } = await graphql({ schema: gateway, source: '{ book(isbn: "978-1") { size { unit } } }', contextValue: {} })
      assert.match(errors[0].message, /Cannot query field "unit"/)
    })
    await t.test('@shareable, @tag, @deprecated', async () => {
      assert.deepEqual(await ask('{ book(isbn: "978-2") { publisher { name } size { height } remarks } leaflet(title: "Opening hours", edition: 3) { reason } author(email: "ines@example.com") { publisher { name } } }'), {
        book: { publisher: { name: 'Mole' }, size: { height: 30 }, remarks: 'fragile' },
        leaflet: { reason: 'a move' },
        author: { publisher: { name: 'Pier' } },
      })
    })
    await t.test('mutations of both', async () => {
      const source = 'mutation { write(email: "ines@example.com", books: 2) { bookCount name } return(card: "r2", on: "2026-01-02") { returned reader { card } } again: write(email: "ines@example.com", books: 3) { bookCount } }'
      assert.deepEqual(await ask(source), { write: { bookCount: 42, name: 'Ines Moreau' }, return: { returned: '2026-01-02', reader: { card: 'r2' } }, again: { bookCount: 43 } })
    })
    await t.test('the error of a mutation', async () => {
      const { data, errors } = await graphql({ schema: gateway, source: 'mutation { return(card: "r9", on: "") { returned } }', contextValue: {} })
      assert.deepEqual({ ...data }, { return: null })
      assert.deepEqual(errors.map(({ message, path, extensions }) => ({ message, path, code: extensions.code })), [{ message: 'nobody has this card', path: ['return'], code: 'BAD_USER_INPUT' }])
    })
    await t.test('a subscription', async () => {
      const events = await subscribe({ schema: gateway, document: parse('subscription { titles(of: ["978-1", "978-2"]) { title author { email years } } }'), contextValue: {} })
      const got = []
      for await (const event of events) got.push(JSON.parse(JSON.stringify(event)))
      assert.deepEqual(got, [{ data: { titles: { title: 'Tides', author: { email, years: 5 } } } }, { data: { titles: { title: 'Harbours', author: { email, years: 5 } } } }])
    })
    await t.test('the entities of a list are found at once', async () => {
      const calls = async () => Number(await (await fetch(`${server.url}/calls`)).text())
      const earlier = await calls()
      const { data } = await post('people', 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Author { salary } } }', { r: Array(100).fill({ __typename: 'Author', email }) })
      assert.equal(data._entities.length, 100)
      assert.equal(await calls(), earlier + 1)
    })
    await t.test('the gateway shows nothing of the subgraphs', () => {
      const printed = printSchema(gateway)
      for (const name of ['_entities', '_service', '_Any', 'signalbox', 'skipAuth']) assert.ok(!printed.includes(name), name)
      buildSchema(printed)
    })
  })
}
