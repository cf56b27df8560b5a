// The questions of gateways to the subgraphs of graphqlsrv/testdata/federation, and what
// @apollo/subgraph answers. A key that is "broken" is an error, what the data has not is null.
import { ApolloServer, HeaderMap } from '@apollo/server'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { Trace } from '@apollo/usage-reporting-protobuf'
import { graphql, parse } from 'graphql'

const asked = (selection) => `query ($representations: [_Any!]!) { _entities(representations: $representations) ${selection} }`
const of = (type, ...keys) => keys.map((key) => ({ __typename: type, ...key }))
const title = '{ ... on Book { isbn title } }'

export const cases = [
  { name: 'one key', query: asked('{ ... on Book { isbn title publisher { name } size { height width unit } remarks printed loans { reader { card } } } }'), representations: of('Book', { isbn: '978-1' }) },
  { name: 'key of several fields', query: asked('{ ... on Leaflet { title edition reason } }'), representations: of('Leaflet', { title: 'Opening hours', edition: 3 }) },
  { name: 'key of fields within', query: asked('{ ... on Loan { reader { card name } returned } }'), representations: of('Loan', { reader: { card: 'r2' } }) },
  { name: 'several keys', query: asked(title), representations: of('Book', { isbn: '978-2' }, { title: 'Tides', edition: 1 }, { title: 'Tides', publisher: { name: 'Quay' } }) },
  { name: 'several types in order', query: asked('{ __typename ... on Book { title } ... on Author { email name } ... on Loan { returned } }'), representations: [...of('Author', { email: 'ines@example.com' }), ...of('Book', { isbn: '978-2' }), ...of('Loan', { reader: { card: 'r2' } }), ...of('Book', { isbn: '978-1' })] },
  { name: 'the same twice', query: asked(title), representations: of('Book', { isbn: '978-1' }, { isbn: '978-1' }) },
  { name: 'none', query: asked('{ __typename }'), representations: [] },
  { name: 'required fields', query: asked('{ ... on Author { booksPerYear } }'), representations: of('Author', { email: 'ines@example.com', bookCount: 12, years: 5 }) },
  { name: 'required fields are null', query: asked('{ ... on Author { booksPerYear } }'), representations: of('Author', { email: 'ines@example.com', bookCount: null, years: 5 }) },
  { name: 'a field that is not there and must not be null', query: asked('{ ... on Author { name years } ... on Book { title } }'), representations: [...of('Author', { email: 'ines@example.com' }), ...of('Book', { isbn: '978-2' })] },
  { name: 'an entity that is not there', query: asked(title), representations: of('Book', { isbn: '978-1' }, { isbn: '978-9' }, { isbn: '978-2' }) },
  { name: 'an error', query: asked(title), representations: of('Book', { isbn: 'broken' }) },
  { name: 'an error among others', query: asked('{ ...title }') + ' fragment title on Book { title }', representations: of('Book', { isbn: '978-1' }, { isbn: 'broken' }, { isbn: '978-2' }, { isbn: 'broken' }) },
  { name: 'no key', query: asked(title), representations: of('Book', {}) },
  { name: 'half a key', query: asked(title), representations: of('Book', { edition: 2 }) },
  { name: 'fields of no key', query: asked(title), representations: of('Book', { isbn: '978-1', unknown: { a: [1] } }) },
  { name: 'the object of an interface elsewhere', query: asked('{ ... on Shelf { id books { isbn title } } }'), representations: of('Shelf', { id: 's1' }, { id: 's2' }) },
  { name: 'not resolvable, and not resolved', query: asked('{ ... on Room { number } }'), representations: of('Room', { number: 7 }) },
  { name: 'an unknown type', query: asked('{ __typename }'), representations: [...of('Book', { isbn: '978-1' }), ...of('Nothing', { id: 1 })] },
  { name: 'no type', query: asked('{ __typename }'), representations: [{ isbn: '978-1' }] },
  { name: 'a type that is null', query: asked('{ __typename }'), representations: [{ __typename: null, isbn: '978-1' }] },
  { name: 'a type that is a number', query: asked('{ __typename }'), representations: [{ __typename: 5 }] },
  { name: 'a type that is no entity', query: asked('{ __typename ... on Book { title } }'), representations: [...of('Publisher', { name: 'Quay' }), ...of('Book', { isbn: '978-1' })] },
  { name: 'a scalar', query: asked('{ __typename }'), representations: of('Date', {}) },
  { name: 'a union', query: asked('{ __typename }'), representations: of('_Entity', {}) },
  { name: 'no object', query: asked('{ __typename }'), representations: ['Book'] },
  { name: 'null', query: asked('{ __typename }'), representations: [null] },
  { name: 'no list', query: asked(title), representations: of('Book', { isbn: '978-1' })[0] },
  { name: 'in the text', query: '{ _entities(representations: [{__typename: "Loan", reader: {card: "r1"}}, {__typename: "Leaflet", title: "Opening hours", edition: 3}]) { ... on Loan { reader { name } } ... on Leaflet { reason } } }' },
  { name: 'two lists', query: 'query ($representations: [_Any!]!) { a: _entities(representations: $representations) { ... on Book { isbn } } b: _entities(representations: $representations) { ... on Book { title } } }', representations: of('Book', { isbn: '978-1' }, { isbn: '978-2' }) },
  { name: 'provided fields', query: '{ book(isbn: "978-1") { author { email bookCount } } }' },
  { name: 'the entities', query: '{ __type(name: "_Entity") { kind possibleTypes { name } } }' },
  { name: 'representations', query: '{ __type(name: "_Any") { kind } }' },
  { name: 'fields of an interface', service: 'people', query: asked('{ __typename ... on Shelf { id metres } ... on OpenShelf { room { number floor } } ... on ClosedShelf { lock } }'), representations: [...of('Shelf', { id: 's1' }, { id: 's2' }, { id: 's3' }), ...of('OpenShelf', { id: 's1' }), ...of('ClosedShelf', { id: 's2' })] },
  { name: 'an error of an interface', service: 'people', query: asked('{ __typename }'), representations: of('Shelf', { id: 'broken' }) },
  { name: 'an interface nobody resolves', service: 'nobody', query: asked('{ __typename }'), representations: of('Shelf', { id: 's1' }) },
  { name: 'entities nobody resolves', service: 'nobody', query: asked('{ __typename ... on OpenShelf { id metres } ... on Author { email name } }'), representations: [...of('OpenShelf', { id: 's9', metres: 1 }), ...of('Author', { email: 'x', name: 'Y' })] },
  { name: 'wrong values nobody resolves', service: 'nobody', query: asked('{ ... on OpenShelf { id metres room { floor } } }'), representations: of('OpenShelf', { id: 's9', metres: 'long', room: { floor: 1.5 } }, { id: { a: 1 } }) },
  { name: 'the entities of an interface', service: 'people', query: '{ __type(name: "_Entity") { possibleTypes { name } } }' },
].map(({ service = 'books', representations, ...c }) => ({ service, ...c, ...(representations === undefined ? {} : { variables: { representations } }) }))

// schemaOf is the judge's schema of a subgraph: resolvers is what graphqlsrv's own are.
export function schemaOf(sdl, data) {
  const date = '"A date without a time, such as 2025-09-03." scalar Date @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")'
  const known = `directive @skipAuth on FIELD_DEFINITION ${sdl.includes(': Date') ? date : ''}` // of the root schema
  return buildSubgraphSchema([{ typeDefs: parse(known) }, { typeDefs: parse(sdl), resolvers: resolversOf(data) }])
}

function resolversOf(data) {
  const resolvers = {
    Query: { book: (_, key) => find(data.Book, key) },
    Author: { booksPerYear: ({ bookCount, years }) => (bookCount == null || years == null ? null : Math.round(bookCount / years)) },
  }
  for (const type of Object.keys(data)) {
    resolvers[type] = { ...resolvers[type], __resolveReference: async ({ __typename, ...given }) => find(data[type], given) }
  }
  return resolvers
}

// find gives the first item that has what is given of its fields, with what else is given.
function find(list, given) {
  if (Object.values(given).includes('broken')) throw new Error('it is broken')
  const common = (item) => Object.keys(given).filter((key) => key in item)
  const item = list.find((item) => common(item).length > 0 && common(item).every((key) => has(item[key], given[key])))
  return item ? { ...given, ...item } : null
}

const has = (value, part) => (part !== null && typeof part === 'object' ? Object.keys(part).every((key) => has(value?.[key], part[key])) : value === part)

// answer is what the judge answers to a case.
export async function answer(schema, { query, variables }) {
  const { data, errors } = await graphql({ schema, source: query, variableValues: variables, rootValue: {} })
  const plain = errors?.map(({ message, locations, path }) => JSON.parse(JSON.stringify({ message, locations: locations?.map(({ line, column }) => ({ line, column })), path })))
  return JSON.parse(JSON.stringify({ data, errors: plain }))
}

// traced is the trace of a case that Apollo Server answers a gateway with.
export async function traced(schema, { query, variables }) {
  const server = new ApolloServer({ schema, introspection: true, logger: { debug() {}, info() {}, warn() {}, error() {} } })
  const headers = new HeaderMap([['apollo-federation-include-trace', 'ftv1']])
  const { body } = await server.executeOperation({ query, variables, http: { method: 'POST', headers, search: '', body: null } })
  await server.stop()
  return untimed(body.singleResult.extensions.ftv1)
}

// untimed decodes a trace and leaves out when it was, and which server masked its errors.
export function untimed(ftv1) {
  const { startTime, endTime, durationNs, root, ...trace } = Trace.toObject(Trace.decode(Buffer.from(ftv1, 'base64')))
  if (!(startTime.seconds > 0) || !(endTime.seconds >= startTime.seconds) || !(durationNs > 0)) throw new Error('the trace has no time')
  const plain = ({ startTime, endTime, child, error, ...node }) => {
    if (node.type !== undefined && !(endTime >= startTime && endTime <= durationNs)) throw new Error(`${node.responseName} has no time`)
    if (error) node.error = error.map(({ json, ...e }) => ({ ...e, json: { ...JSON.parse(json), extensions: undefined } }))
    return child ? { ...node, child: child.map(plain).sort(byPlace) } : node
  }
  return JSON.parse(JSON.stringify({ ...trace, root: plain(root) }))
}

const byPlace = (a, b) => (a.responseName === undefined ? a.index - b.index : a.responseName < b.responseName ? -1 : 1)
