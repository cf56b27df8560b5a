// Systematic cases: every value against every type, every place of a null or
// an error in every wrapping.

const leaves = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Any', 'Color']
const wrappings = ['T', 'T!', '[T]', '[T!]', '[T]!', '[T!]!', '[[T]]', '[[T!]!]', '[[T]!]!', '[[T!]!]!']

const words = (type) => type.replaceAll('[', 'L').replaceAll(']', 'E').replaceAll('!', 'N')
const fieldOf = (wrapping, type) => `f${words(wrapping.replace('T', 'x'))}${type}`

export const sdl = `scalar Any
scalar Url @specifiedBy(url: "https://example.org/url")
enum Color { RED GREEN BLUE }
input Point { x: Int! y: Int = 2 label: String tags: [String!] at: Point }
input Defaults { i: Int = 1 f: Float = 1 s: String = "s" b: Boolean = true c: Color = RED l: [Int!] = [1, 2] id: ID = 5 p: Point = {x: 1} n: Int! = 3 any: Any = {a: 1} one: [Int] = 4 }
input Choice @oneOf { a: Int b: String p: Point l: [Int!] }
interface Named { name: String }
interface Strict { must: String! }
type Cat implements Named & Strict { name: String lives: Int must: String! friend: Named }
type Dog implements Named { name: String barks: Boolean owner: Thing }
union Pet = Cat | Dog
type Thing {
  id: ID
  must: Int!
  arg(x: Int! = 1, in: Point): Int
  ${wrappings.flatMap((w) => leaves.slice(0, 1).concat('Color').map((t) => `${fieldOf(w, t)}: ${w.replace('T', t)}`)).join('\n  ')}
  ${wrappings.map((w) => `${fieldOf(w, 'Thing')}: ${w.replace('T', 'Thing')}`).join('\n  ')}
  ${wrappings.map((w) => `${fieldOf(w, 'Named')}: ${w.replace('T', 'Named')}`).join('\n  ')}
}
type Query {
  ${leaves.map((t) => `out${t}: ${t} @skipAuth`).join('\n  ')}
  ${leaves.map((t) => `list${t}: [${t}] @skipAuth`).join('\n  ')}
  ${[...leaves, 'Point', 'Choice', 'Defaults'].flatMap((t) => wrappings.slice(0, 7).map((w) => `in${words(w.replace('T', ''))}${t}(x: ${w.replace('T', t)}): String @skipAuth`)).join('\n  ')}
  defaulted(i: Int! = 1, s: String = "s", c: Color = RED, l: [Int!]! = [1], p: Point = {x: 1}, d: Defaults = {}): String @skipAuth
  thing: Thing @skipAuth
  sure: Thing! @skipAuth
  things: [Thing!]! @skipAuth
  maybe: [Thing] @skipAuth
  pet: Pet @skipAuth
  pets: [Pet!] @skipAuth
  named: Named @skipAuth
  strict: Strict @skipAuth
  a: Int @skipAuth
  b: Int! @skipAuth
  c: [Int!] @skipAuth
}
type Mutation { increment(by: Int! = 1): Int! @skipAuth counter: Int @skipAuth maybe: Int @skipAuth must: Int! @skipAuth thing: Thing @skipAuth }
`

const answers = [
  0, 1, -1, 5, 1.5, -0.5, 2147483647, 2147483648, -2147483648, -2147483649, 1e15, 1e21, 1e-7, true, false, '', ' ', 'text', '5', '-5', '1.5', '1e3', '0x10', ' 7 ', 'RED', 'red', 'true', {}, { a: 1 },
  { a: { b: { c: { d: 1 } } }, s: "it's \"quoted\"" }, [], [1], [[1]], [[[1]]], ['a', null, true], Array.from({ length: 15 }, (_, i) => i), { $number: 'NaN' }, { $number: 'Infinity' }, { $number: '-Infinity' },
  'line\nbreak', 'ümlaut 😀', '\u0000\u0007\u007f', '\u2028',
]

const literals = [
  '1', '0', '-0', '-7', '1.0', '1.5', '1e3', '-1E-2', '2147483647', '2147483648', '-2147483649', '99999999999999999999', '"text"', '""', '"5"', '"RED"', 'true', 'false', 'RED', 'PURPLE', 'Red', 'null', '[]', '[1]', '[1, 2]', '["a"]', '[null]',
  '[[1]]', '[[1], [2, null]]', '[RED, GREEN]', '{}', '{x: 1}', '{x: "1"}', '{x: 1, y: null}', '{x: null}', '{x: 1, z: 1}', '{x: 1, y: 1.5, label: 3, tags: "one"}', '{x: 1, at: {x: 2, at: {y: 3}}}', '{x: 1, tags: [null]}', '{y: 1}',
  '{a: 1}', '{a: 1, b: "x"}', '{a: null}', '{b: "x"}', '{p: {x: 1}}', '{p: {}}', '{l: 1}', '{l: [1, null]}', '{i: null, n: 4}', '{n: null}', '{l: null, c: BLUE, one: 1}', '{lable: 1}', '"""block"""', '[true, "a", 1.5]',
]

const given = [
  0, 1, -7, 1.5, -0.5, 2147483647, 2147483648, -2147483649, 1e21, '', 'text', '5', 'RED', 'PURPLE', 'Red', true, false, null, [], [1], [1, 2], [1.5, 'a', null], ['a'], [null], [[1]], [[1], [2, null]], ['RED', 'x'], {}, { x: 1 }, { x: '1' },
  { x: 1, y: null }, { x: null }, { x: 1, z: 1 }, { x: 1, y: 1.5, label: 3, tags: 'one' }, { x: 1, at: { x: 2, at: { y: 3 } } }, { x: 1, tags: [null, 1] }, { y: 1 }, { a: 1 }, { a: 1, b: 'x' }, { a: null }, { b: 'x' }, { p: { x: 1 } }, { p: {} }, { l: 1 },
  { l: [1, null] }, { i: null, n: 4 }, { n: null }, { l: null, c: 'BLUE', one: 1 }, { lable: 1, labl: 2 }, { c: 'PURPLE' }, { c: 1 }, [{ x: 1 }, { x: 'a' }],
]

// systematicCases are the cases on the schema above.
export function systematicCases() {
  return [...serialization(), ...argumentLiterals(), ...variables(), ...presence(), ...nulls(), ...abstract(), ...mutations(), ...documents(), ...definitions(), ...edges()]
}

function serialization() {
  const groups = [answers.slice(0, 12), answers.slice(12, 24), answers.slice(24, 36), answers.slice(36)]
  return leaves.flatMap((type) =>
    groups.flatMap((group, i) => [
      { name: `serialize/${type}/list/${i + 1}`, query: `{ list${type} }`, root: { [`list${type}`]: group } },
      ...group.map((value, j) => ({ name: `serialize/${type}/${i + 1}.${j + 1}`, query: `{ out${type} }`, root: { [`out${type}`]: value } })),
    ]).filter((c, i) => c.name.includes('list') || i % 2 === 0),
  )
}

function inputFields() {
  return [...leaves, 'Point', 'Choice', 'Defaults'].flatMap((t) => wrappings.slice(0, 7).map((w) => ({ field: `in${words(w.replace('T', ''))}${t}`, type: w.replace('T', t) })))
}

// argumentLiterals puts literals into arguments: the valid ones are executed,
// the others are refused, several at once.
function argumentLiterals() {
  return inputFields().flatMap(({ field, type }, f) =>
    [0, 1, 2, 3].map((part) => {
      const list = literals.filter((_, i) => (i + f) % 4 === part)
      return { name: `literal/${type}/${part + 1}`, query: `{\n${list.map((l, i) => `  a${i}: ${field}(x: ${l})`).join('\n')}\n}`, root: { [field]: { $args: true } } }
    }),
  )
}

// edges are numbers that a double can't hold, and minus zero. Scalars of the
// application keep the digits of the former.
function edges() {
  const zeros = ['-0.0', '[-0.0, -0]', '{x: -0, y: -0.0}', '1e-400']
  const infinite = ['1e400', '-1e400', '[1e400, 1]', '{x: 1, y: -1e400}']
  return inputFields().filter(({ type }) => /Int|Float|ID|Any|Point/.test(type)).flatMap(({ field, type }) =>
    [...zeros, ...(type.includes('Any') ? [] : infinite)].map((l, i) => ({ name: `edge/${type}/${i + 1}`, query: `{ ${field}(x: ${l}) }`, root: { [field]: { $args: true } } })),
  )
}

function variables() {
  return inputFields().flatMap(({ field, type }, f) =>
    given
      .filter((_, i) => (i + f) % 5 === 0 || (f % 7 < 2 && (i + f) % 2 === 0))
      .map((x, i) => ({ name: `variable/${type}/${i + 1}`, query: `query ($x: ${type}) { ${field}(x: $x) }`, variables: { x }, root: { [field]: { $args: true } } })),
  )
}

// presence is about values that are missing, null or defaults.
function presence() {
  const echo = { root: { defaulted: { $args: true }, inInt: { $args: true }, inNInt: { $args: true }, inPoint: { $args: true }, inLEInt: { $args: true }, inAny: { $args: true }, inChoice: { $args: true } } }
  const queries = [
    ['{ defaulted }'],
    ['{ defaulted(i: 2, s: null, c: null, p: null, d: null) }'],
    ['{ defaulted(d: {l: 5, p: {x: 2}, any: null}) }'],
    ['query ($i: Int) { defaulted(i: $i) }', {}],
    ['query ($i: Int) { defaulted(i: $i) }', { i: null }],
    ['query ($i: Int = 4) { defaulted(i: $i) }', {}],
    ['query ($i: Int = 4) { defaulted(i: $i) }', { i: null }],
    ['query ($i: Int!) { defaulted(i: $i) }', {}],
    ['query ($i: Int!) { defaulted(i: $i) }', { i: null }],
    ['query ($i: Int! = 9) { defaulted(i: $i) }', {}],
    ['query ($i: Int! = 9) { defaulted(i: $i) }', { i: null }],
    ['query ($s: String) { defaulted(s: $s) }', {}],
    ['query ($s: String) { defaulted(s: $s) }', { s: null }],
    ['query ($x: Int) { inInt(x: $x) }', {}],
    ['query ($x: Int) { inInt(x: $x) }', { x: null }],
    ['query ($x: Int = null) { inInt(x: $x) }', {}],
    ['query ($x: Int = 3) { inNInt(x: $x) }', { x: null }],
    ['query ($x: Int = 3) { inNInt(x: $x) }', {}],
    ['query ($x: Int) { inPoint(x: {x: 1, y: $x}) }', {}],
    ['query ($x: Int) { inPoint(x: {x: 1, y: $x}) }', { x: null }],
    ['query ($x: Int = 1) { inPoint(x: {x: $x}) }', { x: null }],
    ['query ($x: Int) { inLEInt(x: [1, $x, 3]) }', {}],
    ['query ($x: Int) { inLEInt(x: $x) }', { x: 1 }],
    ['query ($x: Int) { inLEInt(x: [$x]) }', { x: 1 }],
    ['query ($x: Int) { inAny(x: {a: [$x], b: $x}) }', {}],
    ['query ($x: Int) { inAny(x: {a: [$x], b: $x}) }', { x: 2 }],
    ['query ($x: Int) { inAny(x: $x) }', { x: 2 }],
    ['query ($x: String!) { inChoice(x: {b: $x}) }', { x: 's' }],
    ['query ($x: String) { inChoice(x: {b: $x}) }', { x: 's' }],
    ['query ($x: String!, $y: Int!) { inChoice(x: {b: $x, a: $y}) }', { x: 's', y: 1 }],
    ['query ($x: Choice) { inChoice(x: $x) }', {}],
    ['query ($x: Choice = {a: 1}) { inChoice(x: $x) }', {}],
    ['query ($x: Choice = {a: 1, b: "x"}) { inChoice(x: $x) }', {}],
    ['query ($x: Boolean!) { a @skip(if: $x) b @include(if: $x) }', { x: true }],
    ['query ($x: Boolean!) { a @skip(if: $x) b @include(if: $x) }', {}],
    ['query ($x: Boolean!) { a @skip(if: $x) }', { x: 'true' }],
    ['query ($x: Boolean = true) { a @skip(if: $x) inInt(x: 1) }', {}],
    ['query ($x: Boolean = true) { a @skip(if: $x) inInt(x: 1) }', { x: null }],
    ['query ($x: Boolean) { a @skip(if: $x) }', {}],
    ['query ($x: Int, $y: Int!, $z: Color!, $p: Point!) { inInt(x: $x) i: inInt(x: $y) inColor(x: $z) inPoint(x: $p) }', { x: 'a', z: 'PINK', p: { at: {}, no: 1 } }],
    ['query ($x: Int!) { inInt(x: $x) }', undefined],
    ['query ($x: Int = 5) { inInt(x: $x) }', undefined],
    ['query ($x: Int) { inInt(x: $x) }', { x: 1, unknown: 2 }],
    ['query ($x: Frob) { inInt(x: $x) }', { x: 1 }],
    ['query ($x: Thing) { inInt(x: $x) }', { x: 1 }],
  ]
  const property = { root: { thing: { id: 1, arg: 5 } } }
  const ofProperties = [
    ['query ($x: Int) { thing { arg(x: $x) id } }', { x: null }],
    ['query ($x: Int) { thing { arg(x: $x) id } }', { x: 2 }],
    ['query ($x: Int) { thing { arg(x: $x) id } }', {}],
    ['query ($x: Int = 1) { thing { arg(in: {x: $x}) id } }', { x: null }],
    ['query ($x: Int = 1) { thing { arg(in: {x: $x}) id } }', {}],
  ]
  return [
    ...queries.map(([query, variables], i) => ({ name: `presence/${i + 1}`, query, variables, ...echo })),
    ...ofProperties.map(([query, variables], i) => ({ name: `presence/property/${i + 1}`, query, variables, ...property })),
  ]
}

// nulls puts a null, a missing value and an error at every place of every wrapping.
function nulls() {
  const cases = []
  const bad = [null, { $error: 'boom' }, 'bad']
  for (const w of wrappings) {
    for (const [type, good, below] of [['Int', 1, ''], ['Thing', { id: 1, must: 1 }, ' { id must }'], ['Named', { __typename: 'Cat', name: 'Tom', must: 'x' }, ' { name ... on Cat { must } }']]) {
      const field = fieldOf(w, type)
      const wrap = { 0: (x) => x, 1: (x) => [good, x, good], 2: (x) => [[good], [good, x]] }
      const depth = (w.match(/\[/g) ?? []).length
      bad.forEach((b, i) => {
        for (let at = 0; at <= depth; at++) {
          const value = at === depth ? wrap[depth](b) : at === 0 ? b : [[good], b]
          const holder = ['thing', 'sure', 'things', 'maybe'][(cases.length + i) % 4]
          const list = holder === 'things' || holder === 'maybe'
          const object = { id: 1, [field]: value }
          cases.push({ name: `null/${field}/${i + 1}.${at}`, query: `{ a ${holder} {\n  id\n  x: ${field}${below}\n} }`, root: { a: 1, [holder]: list ? [{ id: 0 }, object] : object } })
        }
      })
      if (type !== 'Int') cases.push({ name: `null/${field}/inner`, query: `{ thing { ${field}${below} id } }`, root: { thing: { id: 9, [field]: wrap[depth](type === 'Thing' ? { id: 3, must: null } : { __typename: 'Cat' }) } } })
    }
  }
  const roots = [
    ['{ a b c }', { a: 1, b: null }], ['{ a b c }', { a: { $error: 'x' }, b: 2, c: [1, null] }], ['{ a b }', { a: { $error: 'first' }, b: { $error: 'second' } }], ['{ b a }', { a: { $error: 'first' }, b: { $error: 'second' } }],
    ['{ thing { must } }', { thing: {} }], ['{ thing { x: must y: must } }', { thing: {} }], ['{ thing { id must } t: thing { id } }', { thing: { id: { $error: 'no id' } } }], ['{ things { must } a }', { things: [{ must: 1 }, {}, {}], a: 1 }],
    ['{ maybe { must id } }', { maybe: [{ must: { $error: '1' } }, { must: 2 }, { id: { $error: '3' } }, null, { $error: '5' }] }],
    ['{\n  thing { id }\n  thing { must }\n  thing {\n    must id\n  }\n}', { thing: { id: { $error: 'merged' } } }], ['{ thing { id } ...F }\nfragment F on Query { thing { must } }', { thing: { $error: 'merged' } }],
    ['{ sure { fxThing { fxThing { must } } } }', { sure: { fxThing: { fxThing: { must: null } } } }], ['{ sure { fxNThing { fxNThing { must } } } }', { sure: { fxNThing: { fxNThing: { must: null } } } }],
    ['{ things { fLxNEThing { must } } }', { things: [{ fLxNEThing: [{ must: 1 }, { must: null }, { must: null }] }, { fLxNEThing: [{}] }] }],
  ]
  return [...cases, ...roots.map(([query, root], i) => ({ name: `null/root/${i + 1}`, query, root }))]
}

function abstract() {
  const values = [
    { __typename: 'Cat', name: 'Tom', lives: 9, must: 'm' }, { __typename: 'Dog', name: 'Rex', barks: true }, { name: 'nobody' }, { __typename: 'Thing' }, { __typename: 'Frob' }, { __typename: 'Color' }, { __typename: '' }, { __typename: 5 }, 'text', 7, true, [], null,
    { $error: 'lost' },
  ]
  return ['pet', 'named', 'strict'].flatMap((field) =>
    values.map((value, i) => ({ name: `abstract/${field}/${i + 1}`, query: `{ ${field} { __typename ... on Cat { name lives } ... on Dog { barks } } a }`, root: { a: 1, [field]: value } })),
  ).concat([
    { name: 'abstract/list', query: '{ pets { __typename ...D ... on Named { name } ... on Strict { must } } } fragment D on Dog { owner { id must } }', root: { pets: [values[0], { ...values[1], owner: { id: 1 } }, { __typename: 'Cat' }] } },
    { name: 'abstract/list/ok', query: '{ pets { t: __typename ...D ... on Named { name } } } fragment D on Dog { owner { id must } }', root: { pets: [values[0], { ...values[1], owner: { id: 1, must: 2 } }] } },
    { name: 'abstract/nested', query: '{ named { ... on Cat { friend { ... on Cat { friend { name } } ... on Dog { name owner { id } } } } } }', root: { named: { __typename: 'Cat', friend: { __typename: 'Cat', friend: { __typename: 'Dog', name: { $error: 'nameless' } } } } } },
  ])
}

function mutations() {
  const root = { increment: { $add: 'by' }, counter: { $counter: true }, maybe: { $error: 'no' }, must: { $error: 'never' }, thing: { id: 1, must: null } }
  const queries = [
    'mutation { increment counter a: increment(by: 2) b: counter }', 'mutation { c: counter a: increment b: increment(by: 10) d: counter e: increment(by: -11) f: counter }', 'mutation { a: increment maybe b: increment c: counter }',
    'mutation { a: increment must b: increment }', 'mutation { a: increment thing { id must } b: increment c: counter }', 'mutation { a: increment ...F c: counter } fragment F on Mutation { increment(by: 5) counter }',
    'mutation { increment ... on Mutation @skip(if: true) { increment } x: counter @include(if: false) counter }', 'mutation { increment(by: "x") }', 'mutation ($b: Int!) { increment(by: $b) }',
  ]
  return queries.map((query, i) => ({ name: `mutation/${i + 1}`, query, root, variables: query.includes('$b') ? { b: 3 } : undefined }))
}

// documents are about parsing, validation and choosing the operation.
// definitions are documents with definitions that belong into a schema.
function definitions() {
  const good = [
    'type T { a: Int }', 'type T implements Named & Strict { "d" name(x: Int = 1 @deprecated, y: [Color!]! = [RED]): String! @deprecated(reason: "r") }', 'interface I implements Named { name: String }', 'union U @deprecated = | Cat | Dog', 'union U',
    'enum E { A @deprecated B }', 'input I { a: Int = 1 b: [I!] = [{a: 1, a: 2}] }', 'scalar S @specifiedBy(url: "u")', 'directive @x(a: Int! = 1, b: Int!) repeatable on | FIELD | QUERY', 'directive @x on FIELD', '"described" type T { a: Int }', '"""described""" schema @deprecated { query: Query mutation: Mutation }',
    'schema { query: Query }', 'extend schema @nope', 'extend schema { subscription: Query }', 'extend scalar S @nope', 'extend type Query { z: Int }', 'extend type Query implements Named', 'extend interface Named @nope', 'extend union U = Cat', 'extend enum Color { PINK }', 'extend input Point { z: Int @deprecated }', 'type T', 'type T { a(x: Int): Int b: [T]! }', 'enum E', 'input I',
  ]
  const wrong = [
    'type', 'type {', 'type T {}', 'type T { a }', 'type T { a: }', 'type T { a: Int', 'type T { a(): Int }', 'type T { a(x): Int }', 'type T { a(x: Int = $v): Int }', 'type T implements { a: Int }', 'type T implements & { a: Int }', 'type T { "only" }', 'type T { a: [Int }', 'type 1 { a: Int }', 'type T @ { a: Int }', 'type T { a: Int @x(y: $z) }', 'interface', 'union U =', 'union U = |', 'union U = A |', 'union = A',
    'enum E {}', 'enum E { true }', 'enum E { A false }', 'enum E { "d" null }', 'enum E { 1 }', 'input I {}', 'input I { a(x: Int): Int }', 'input I { a: Int = }', 'scalar', 'scalar 1', 'directive', 'directive x on FIELD', 'directive @x', 'directive @x on', 'directive @x on NOWHERE', 'directive @x on FIELD | NOWHERE', 'directive @x on field', 'directive @x() on FIELD', 'directive @x repeatable', 'directive @x on FIELD | |', 'schema', 'schema {}', 'schema { query }', 'schema { query: }', 'schema { nope: Query }', 'schema { "query": Query }',
    'extend', 'extend schema', 'extend schema {}', 'extend scalar S', 'extend type T', 'extend type T {}', 'extend interface I', 'extend union U', 'extend union U =', 'extend enum E', 'extend enum E {}', 'extend input I', 'extend directive @x on FIELD', 'extend query { a }', 'extend fragment F on Query { a }', '"d" extend type T { a: Int }', '"d" nope', '"d"', '"d" "e" type T', 'extend "d" type T { a: Int }',
    'type T { a: Nope }', 'type T { a: Strin b: T2 c: Flot }', 'type T implements Nope { a(x: Nope2): [Nope3!] }', 'union U = Nope | T', 'input I { a: Nope = {b: 1, b: 2} }', 'schema { query: Nope }', 'extend schema { query: Nope }', 'directive @x(a: Nope) on FIELD', 'type T @nope { a: Int @nope2(x: 1, x: 2) }', 'type T @skip(if: true) { a: Int @include(if: "x") }', 'type T { a: Int @deprecated(reason: 1) }', 'type T { a: Int @deprecated(why: 1) }', 'type T { a: Int @deprecated @deprecated }', 'scalar S @specifiedBy', 'scalar S @specifiedBy(url: "a") extend scalar S @specifiedBy(url: "b")', 'scalar S @specifiedBy(url: "a") @specifiedBy(url: "b") scalar S @specifiedBy(url: "c")', 'schema @x @x { query: Query } extend schema @x directive @x on SCHEMA', 'type T @x(b: 1) @x { a: Int @x } directive @x(a: Int!) on OBJECT',
    'enum E { A @x(a: 1) } directive @x on FIELD', 'input I { a: Int @x } directive @x on INPUT_FIELD_DEFINITION', 'extend input Point { a: Int @x } directive @x on INPUT_FIELD_DEFINITION', 'type T { a(b: Int @x): Int } directive @x on INPUT_FIELD_DEFINITION', 'directive @x(a: Int @x) on ARGUMENT_DEFINITION', 'directive @x on DIRECTIVE_DEFINITION', 'type T @x directive @x(a: T!) on OBJECT', 'directive @skip(unless: Boolean) on FIELD',
  ]
  const around = ['{ a %s }', '{ a } %s', '%s { a }', '{ nope } %s { nope }', '%s { nope @x } fragment F on T { nope }', 'query ($v: T, $w: U, $x: I) { a @x } %s { a @skip(unless: true) ...F } %s']
  return [...good, ...wrong].flatMap((text, i) => around.map((a, j) => ({ name: `definition/${i + 1}/${j + 1}`, query: a.replaceAll('%s', text), root: { a: 1 } })))
}

function documents() {
  const texts = [
    ' ', '#', '{', '}', '{}', '{ }', '{ a', '{ a }}', '{ a { } }', 'query', 'query {', 'query Q', 'query Q() { a }', 'query ($x) { a }', 'query ($x: ) { a }', 'query ($x: Int = ) { a }', 'query ($x: Int = $y) { a }', 'query ($x: [Int) { a }', '{ a() }',
    '{ a(x) }', '{ a(x:) }', '{ a(: 1) }', '{ ... }', '{ ...on }', '{ ... on }', '{ ...on Query }', 'fragment', 'fragment on on Query { a }', 'fragment F Query { a }', 'fragment F on { a }', 'fragment F on Query', '{ a @ }', '{ a: }', '{ : a }', '{ a: b: c }', 'notanoperation Foo { a }',
    '{ a(x: "unterminated) }', '{ a(x: "bad \\z esc") }', '{ a(x: "bad \\u12G4 esc") }', '{ a(x: "\\u{FFFFFFF}") }', '{ a(x: "\\u{}") }', '{ a(x: "\\uD83D") }', '{ a(x: "\\uDE00\\uD83D") }', '{ inString(x: "\\uD83D\\uDE00") }', '{ a(x: "line\nbreak") }', '{ a(x: """never ends) }', '{ a(x: 01) }', '{ a(x: 1.) }',
    '{ a(x: .5) }', '{ a(x: 1e) }', '{ a(x: 1.5e+) }', '{ a(x: -) }', '{ a(x: --1) }', '{ a(x: +1) }', '{ a(x: 1a) }', '{ a(x: 1.5x) }', '{ a(x: 0xF) }', '{ a(x: [1, 2) }', '{ a(x: {a 1}) }', '{ a(x: {a: 1) }', '{ a(x: $) }', '{ a(x: ...) }', '{ a . b }', '{ a .. b }', '{ a % }', '{ a ? }', "{ a(x: 'single') }",
    '{ é }', '{ a\u0000 }', '{ a \u0007 }', '{ 😀 }', '\ufeff{ a }', '{\u00a0a }', '{ a }\r\n}\r\n', '{ a }\r}', '{ inString(x: """\n\n    one\n      two\n\n    three\n  """) }', '{ inString(x: "tab \\t nl \\n slash \\/ quote \\" ") }', '{ inString(x: """ \\""" """) }', '{ inString(x: """""") }', '{ inInt(x: -0) }', '{ inFloat(x: 1E5) }',
    '{ a, , , b }', 'query Q { a } query Q { b }', '{ a } { b }', '{ a } query Q { b }', 'query Q { a } fragment Q on Query { a }', 'fragment F on Query { a }', 'query Q { ...F }', 'subscription { a }', 'mutation { nope }', 'type T { a: Int }', 'extend type Query { z: Int }', 'schema { query: Query }', 'directive @x on FIELD', '{ a } type T { a: Int }',
    'query Q($a: Int, $a: Int) { inInt(x: $a) }', 'query Q($a: Int) { a }', 'query Q { inInt(x: $a) }', '{ inInt(x: $a) }', 'query Q { ...F } fragment F on Query { inInt(x: $a) }', 'query Q($a: String) { inInt(x: $a) }', 'query Q($a: Int) { inNInt(x: $a) }', 'query Q($a: Int = 1) { inNInt(x: $a) }', 'query Q($a: [Int]) { inLNEInt(x: $a) }', 'query Q($a: Int) { inLEInt(x: $a) }',
    'query Q($a: Int) { ...F } fragment F on Query { inInt(x: $a) ...G } fragment G on Query { inString(x: $a) }', 'query Q($a: Point!) { inPoint(x: $a) inChoice(x: {p: $a}) }', 'query Q($a: Int = "x") { inInt(x: $a) }', 'query Q($a: Color = PINK) { inColor(x: $a) }', 'query Q($a: Int! = null) { inInt(x: $a) }', 'query ($a: Point = {x: 1, q: 2}) { inPoint(x: $a) }',
    '{ nope }', '{ thing }', '{ a { b } }', '{ thing { nope } }', '{ pet { name } }', '{ pet { lives } }', '{ named { lives } }', '{ named { ... on Cat { lives } ... on Thing { id } } }', '{ thing { ... on Cat { lives } } }', '{ pet { ... on Strict { must } } }', '{ ... on Int { a } }', '{ ... on Point { x } }', '{ ... on Frob { x } }', '{ ...F } fragment F on Frob { x }', '{ ...F } fragment F on Color { x }',
    '{ ...F ...G } fragment F on Query { ...G } fragment G on Query { ...F }', '{ ...F } fragment F on Query { a ...F }', '{ ...F } fragment F on Query { thing { ...T } } fragment T on Thing { fxThing { ...T } }', '{ ...A ...A } fragment A on Query { a } fragment A on Query { b }', '{ ...F } fragment F on Thing { id }', '{ thing { ...F } } fragment F on Named { name }',
    '{ a: b a }', '{ thing { id: must id } }', '{ thing { a: id } thing { a: must } }', '{ inInt(x: 1) inInt(x: 2) }', '{ inInt(x: 1) inInt }', '{ x: inInt(x: 1) x: inInt(x: 1) }', '{ pet { ... on Cat { x: name } ... on Dog { x: barks } } }', '{ pet { ... on Cat { x: name } ... on Dog { x: name } } }', '{ named { ... on Cat { x: lives } ... on Dog { x: barks } } }', '{ ...F ...G } fragment F on Query { x: a } fragment G on Query { x: b }',
    '{ thing { fxThing { a: id } } thing { fxThing { a: must b: id } } thing { fxThing { b: must } } }', '{ a @nope }', '{ a @skip }', '{ a @skip(if: "x") }', '{ a @skip(iff: true) }', '{ a @skip(if: true, if: false) }', '{ a @skip(if: true) @skip(if: false) }', 'query @skip(if: true) { a }', '{ a @deprecated }', 'query ($x: Int @deprecated) { inInt(x: $x) }', '{ ...F @skip(if: $b) } fragment F on Query { a }',
    '{ inInt(y: 1) }', '{ inInt(x: 1, x: 2) }', '{ inNInt }', '{ inNInt(x: null) }', '{ inPoint(x: {x: 1, x: 2}) }', '{ inPoint(x: {}) }', '{ thing(id: 1) { id } }', '{ things { fxNThing(first: 1) { id } } }', '{ __typename @include(if: true) t: __typename }', '{ __schema { nope } }', '{ __type { name } }', '{ __type(name: 5) { name } }', '{ thing { __schema { description } } }', '{ thing { __typename { a } } }',
    '{ a @skip(if: true) }', '{ thing { id @skip(if: true) } }', '{ ... @include(if: false) { a } b }', '{ ... { a } ...F @skip(if: true) } fragment F on Query { b }', 'query ($x: Int = 1 @nope) { inInt(x: $x) }', '{ inString(x: $x, y: $y) nope(z: $z) }', '{ thng { id } }', '{ thing { mst } }', '{ inInt(z: 1) }', '{ pets { nam } }', 'query ($x: Strin) { inString(x: $x) }', '{ inColor(x: REDD) }', '{ inPoint(x: {lbel: 1}) }', '{ a @skp(if: true) }',
  ]
  const list = texts.map((query, i) => ({ name: `document/${i + 1}`, query, root: { a: 1, b: 2, inString: { $args: true }, inInt: { $args: true }, inFloat: { $args: true }, thing: { id: 1, must: 2 }, pet: { __typename: 'Cat', name: 'Tom' } } }))
  const two = 'query A { a }\nquery B { b }\nmutation C { counter }'
  const operations = [[two], [two, 'A'], [two, 'B'], [two, 'C'], [two, 'D'], ['{ a }', 'A'], ['query A { a }', 'B'], ['query A { a }'], ['query A { a }', 'A'], ['fragment F on Query { a }'], ['query A { a } query B($x: Int!) { inInt(x: $x) }', 'A']]
  return [...list, ...operations.map(([query, operationName], i) => ({ name: `operation/${i + 1}`, query, operationName, root: { a: 1, b: 2, counter: { $counter: true } } }))]
}

// A schema without the types of mutations and subscriptions.
export const queryOnlySDL = 'type Query { a: Int @skipAuth }'

// queryOnlyCases ask for operations that the schema above has no type for.
export function queryOnlyCases() {
  const texts = [
    '{ a }', 'mutation { a }', 'mutation { __typename }', 'mutation M { nope { nope } }', 'mutation { a @skip(if: true) }', 'mutation { ...F } fragment F on Query { a }', 'mutation ($v: Boolean!) { a @include(if: $v) }', 'mutation ($v: Int!) { nope(x: $v) }',
    'subscription { a }', 'subscription S { nope }', 'subscription ($v: Int!) { nope(x: $v) }', '{ a } mutation { a }',
    // Float is no type of the schema, as nothing refers to it
    'query ($f: Float) { a }', '{ ... on Floats { a } }', '{ __type(name: "Float") { name } }', 'query ($i: Inte) { a }',
  ]
  const queries = texts.flatMap((query) => [{ query }, ...(query.includes('$v') ? [{ query, variables: { v: query.includes('Int') ? 1 : true } }] : [])])
  return queries.map((c, i) => ({ name: `queryOnly/${i + 1}`, root: { a: 1 }, ...c }))
}
