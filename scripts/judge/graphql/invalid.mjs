// Documents with a mistake: a valid one, changed at one place.
import { Kind, Lexer, Source, TokenKind, parse, visit } from 'graphql'

// mistaken is query with one or two changes. It may still be valid, for the
// judge to tell.
export function mistaken(random, schema, query) {
  const changes = random.chance(0.75) ? nodeChanges : tokenChanges
  const once = random.pick(changes)(random, query, schema) ?? query
  return random.chance(0.15) ? safely(() => random.pick(nodeChanges)(random, once, schema)) ?? once : once
}

function safely(f) {
  try {
    return f()
  } catch {
    return undefined // the first change left no document to look at
  }
}

function nodesOf(query, kinds) {
  const list = []
  visit(parse(query), { enter: (node) => void (kinds.includes(node.kind) && list.push(node)) })
  return list
}

function textOf(query, node) {
  return query.slice(node.loc.start, node.loc.end)
}

function replaced(query, node, text) {
  return query.slice(0, node.loc.start) + text + query.slice(node.loc.end)
}

// change makes a changer of the nodes of some kinds.
function change(kinds, f) {
  return (random, query, schema) => {
    const nodes = nodesOf(query, kinds)
    if (nodes.length === 0) return undefined
    const node = random.pick(nodes)
    return replaced(query, node, f(textOf(query, node), random, schema, node))
  }
}

function typo(name, random) {
  const at = random.int(0, name.length - 1)
  return random.pick([name.slice(0, at) + name.slice(at + 1) || 'x', name.slice(0, at) + 'x' + name.slice(at), `${name}s`, name.toUpperCase(), 'nothingLikeIt', 'frobnicate'])
}

const values = [Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN, Kind.ENUM, Kind.LIST, Kind.OBJECT, Kind.NULL, Kind.VARIABLE]
const literals = ['1', '-7', '1.5', '"text"', 'true', 'RED', 'PURPLE', 'red', 'null', '[]', '[1, "a"]', '{}', '{ nope: 1 }', '{ id: "x", size: 1 }', '$undefined', '99999999999', '"RED"', '1e3']

const nodeChanges = [
  change([Kind.NAME], (text, random) => typo(text, random)),
  change([Kind.NAME], (text, random) => typo(text, random)),
  change([Kind.NAME], (text, random, schema) => random.pick(Object.keys(schema.getTypeMap()).filter((n) => !n.startsWith('__')))),
  change([Kind.FIELD, Kind.ARGUMENT, Kind.DIRECTIVE, Kind.VARIABLE_DEFINITION, Kind.OBJECT_FIELD], (text) => `${text} ${text}`),
  change([Kind.ARGUMENT], (text) => `${text} ${text}`),
  change([Kind.OBJECT_FIELD], (text) => `${text}, ${text}`),
  change([Kind.VARIABLE_DEFINITION], (text) => `${text} ${text}`),
  change([Kind.FRAGMENT_DEFINITION, Kind.OPERATION_DEFINITION], (text) => `${text}\n${text}`),
  change([Kind.FRAGMENT_DEFINITION], () => ''),
  change([Kind.FRAGMENT_SPREAD], () => '__typename'),
  change([Kind.ARGUMENT], () => '__x: 1'),
  change([Kind.OBJECT_FIELD], () => ''),
  (random, query) => query.replace(/\([^()]*\)/, ''),
  change([Kind.VARIABLE_DEFINITION], () => '$other: Int'),
  change(values, (text, random) => random.pick(literals)),
  change(values, (text, random) => random.pick(literals)),
  change(values, (text, random) => random.pick(literals)),
  change([Kind.SELECTION_SET], () => ''),
  change([Kind.SELECTION_SET], (text) => text.replace('{', '{ id { id } ')),
  change([Kind.SELECTION_SET], (text) => text.replace('{', '{ id: name ')),
  change([Kind.SELECTION_SET], (text) => text.replace('{', '{ ...Missing ')),
  change([Kind.SELECTION_SET], (text) => text.replace('{', '{ ...F1 ')),
  change([Kind.SELECTION_SET], (text) => text.replace('{', '{ ... on Frob { id } ')),
  change([Kind.SELECTION_SET], (text, random) => text.replace('{', `{ ... on ${random.pick(['User', 'Post', 'Node', 'Item', 'Color', 'Filter', 'Int', 'Query'])} { __typename } `)),
  change([Kind.FIELD], (text) => `${text} @frob`),
  change([Kind.FIELD], (text) => `${text.split(/[{ (@]/)[0]} @skip @include(if: 1)`),
  change([Kind.FIELD, Kind.FRAGMENT_SPREAD, Kind.OPERATION_DEFINITION], (text, random) => (text.startsWith('query') ? text.replace('{', '@skip(if: true) {') : `${text} @${random.pick(['deprecated', 'skipAuth', 'oneOf', 'specifiedBy(url: "x")', 'skip(if: false) @skip(if: true)'])}`)),
  change([Kind.NAMED_TYPE], (text, random) => random.pick(['User', 'Int', 'String', 'Color', 'Filter', 'Frob', 'Node', 'Item', 'Boolean', 'ID', 'Usre', 'Strin'])),
  change([Kind.NON_NULL_TYPE], (text) => text.slice(0, -1)),
  change([Kind.NAMED_TYPE, Kind.NON_NULL_TYPE], (text) => `[${text}]`),
  (random, query) => `${query}\n{ __typename }`,
  (random, query) => `${query}\nfragment Unused on Query { __typename }`,
  (random, query) => `${query}\nfragment A on Query { ...B }\nfragment B on Query { ...A }`,
  (random, query) => `${query}\nfragment Loop on Query { ...Loop }`,
  (random, query) => `${query}\n${random.pick(['type Extra { id: ID }', 'extend type Query { more: Int }', 'schema { query: Query }', 'scalar Other', 'type Extra implements Node & Nope @deprecated { id(x: Int = 1 @skip(if: true)): ID! @deprecated(reason: 1) }', 'input Extra { a: [Strin!] = [{a: 1, a: 2}] b: Filter @deprecated @deprecated }', 'directive @nope(a: Int! = 1, b: Frob!) on FIELD | QUERY', 'union Extra @skip(if: true) = User | Usre', 'enum Extra { A @deprecated B @nope }', 'extend input Filter { more: Extra @nope }'])}`,
  (random, query) => query.replace(/^query|^mutation|^\{/, (w) => (w === '{' ? 'mutation {' : w === 'query' ? 'mutation' : 'query')),
  (random, query) => query.replace(/^query|^mutation|^\{/, (w) => (w === '{' ? 'subscription {' : 'subscription')),
]

function tokensOf(query) {
  const lexer = new Lexer(new Source(query))
  const list = []
  for (let t = lexer.advance(); t.kind !== TokenKind.EOF; t = lexer.advance()) list.push(t)
  return list
}

// splice replaces what is from one place of the text to another.
function splice(query, start, end, text) {
  return query.slice(0, start) + text + query.slice(end)
}

const strange = ['!', '$', '&', '(', ')', '...', ':', '=', '@', '[', ']', '{', '|', '}', '..', '.', '%', '?', '"', '"""', '"\\q"', '"\\u12"', '"\\u{110000}"', '"\\uD800"', '"a\nb"', '01', '1.', '1.e3', '1e', '-', '1a', '\u0000', '\u00a0', 'é', '😀', "'x'", '"\u0007"', 'on', 'true', 'null', 'fragment', 'query', 'type', '&&', '\ufeff', '#c\n', ',', '\r\n']

const tokenChanges = [
  (random, query) => edit(random, query, (t) => [t.start, t.end, '']),
  (random, query) => edit(random, query, (t) => [t.start, t.end, ` ${random.pick(strange)} `]),
  (random, query) => edit(random, query, (t) => [t.start, t.start, ` ${random.pick(strange)} `]),
  (random, query) => edit(random, query, (t) => [t.start, t.end, `${query.slice(t.start, t.end)} ${query.slice(t.start, t.end)}`]),
  (random, query) => query.slice(0, random.int(0, query.length - 1)),
  (random, query) => query.slice(random.int(1, query.length - 1)),
]

function edit(random, query, f) {
  const tokens = safely(() => tokensOf(query)) ?? []
  return tokens.length === 0 ? query : splice(query, ...f(random.pick(tokens)))
}
