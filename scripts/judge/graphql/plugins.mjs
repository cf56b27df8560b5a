// Writes what graphql-armor says of queries, and graphql-scalars of values, into
// graphqlsrv/testdata/armor.jsonl and graphqlsrv/testdata/scalars.jsonl:
//
//	scripts/judge/run graphql plugins
import { writeFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives'
import { MaxTokensParserWLexer } from '@escape.tech/graphql-armor-max-tokens'
import * as scalars from 'graphql-scalars'

const out = (name) => new URL(`../../../graphqlsrv/testdata/${name}`, import.meta.url)
const lines = (list) => list.map((x) => JSON.stringify(x)).join('\n') + '\n'

// rule gives the validation rule that a plugin adds.
function rule(plugin) {
  let added
  plugin.onValidate({ addValidationRule: (r) => (added = r) })
  return added
}

const limits = { depth: 3, aliases: 2, directives: 3, tokens: 60 }
const judges = {
  depth: maxDepthRule({ n: limits.depth }),
  aliases: rule(maxAliasesPlugin({ n: limits.aliases })),
  directives: rule(maxDirectivesPlugin({ n: limits.directives })),
}

const schema = buildSchema('type Query { a: Int b: Query c(x: Int, first: Int): [Query] }')
const fragments = 'fragment F on Query { x:a b { ...G } } fragment G on Query { y:a @skip(if: false) b { a } }'
const queries = [
  '{a}', '{a b{a}}', '{b{b{a}}}', '{b{b{b{a}}}}', '{b{b{b{b{a}}}}}', '{x:a}', '{x:a y:a}', '{x:a y:a z:a}', '{b{x:a} y:b{z:a}}',
  '{__typename t:__typename u:__typename v:__typename}', '{a @skip(if:false)}', '{a @skip(if:false) @include(if:true) x:a @skip(if:false) @include(if:true)}',
  'query @nope {a @skip(if:false) b @skip(if:false) {a @skip(if:false)}}', '{...on Query{a}}', '{...on Query{b{...on Query{b{a}}}}}',
  `{...F} ${fragments}`, `{...F ...F} ${fragments}`, `{b{...F ...G}} ${fragments}`, `{...F @skip(if:false) ...G @skip(if:false)} ${fragments}`,
  '{__schema{types{fields{type{ofType{ofType{name}}}}}}}', '{a __schema{types{fields{type{name}}}} b{b{b{a}}}}', '{__type(name:"Q"){fields{type{ofType{ofType{name}}}}}}',
  '{c{a} d:c{a b{a} c{a}}}', '{c(first:5){a}}', '{c(first:20){a b{a}}}', '{c(x:1,first:20){a b{a}}}', '{c(first:-3){a}}', '{b{b{a b{a}} a} a}',
  '{' + 'a '.repeat(30) + '}', '{' + 'a '.repeat(50) + '}', '{' + 'a '.repeat(58) + '}', '{' + 'a '.repeat(59) + '}', '# nothing\n{a} # more',
  'query A {a} query B {b{b{b{b{a}}}}}', '{...Unknown}', '{...L} fragment L on Query {a b{...L}}', '{...L} fragment L on Query {a ...M} fragment M on Query {x:a ...L}',
]

// judge gives the message of the first judge that refuses, in the order in which
// graphqlsrv asks.
function judge(query) {
  let document
  try {
    new MaxTokensParserWLexer(query, { n: limits.tokens }).parseDocument()
  } catch (e) {
    return e.message
  }
  document = parse(query)
  for (const operation of document.definitions.filter((d) => d.kind === 'OperationDefinition')) {
    const one = { ...document, definitions: [operation, ...document.definitions.filter((d) => d.kind !== 'OperationDefinition')] }
    for (const r of Object.values(judges)) {
      try {
        validate(schema, one, [r])
      } catch (e) {
        return e.message
      }
    }
  }
  return ''
}

writeFileSync(out('armor.jsonl'), lines(queries.map((query) => ({ query, message: judge(query) }))))

const names = { BigInt: scalars.GraphQLBigInt, Date: scalars.GraphQLDate, Time: scalars.GraphQLTime, DateTime: scalars.GraphQLDateTime, JSONObject: scalars.GraphQLJSONObject, Byte: scalars.GraphQLByte }
const texts = [
  '', '0', '1', '-12', '123456789012345678901234567890', '1.5', 'x', ' 7 ', '2020-02-29', '2021-02-29', '2020-2-9', '2020-01-01T00:00:00Z', '2020-01-01t00:00:00z', '2020-01-01T00:00:00', '2020-01-01T00:00:00+02:00',
  '2020-01-01T23:59:60Z', '2020-01-01T24:00:00Z', '2020-01-01T00:00:00.123456Z', '2020-01-01 00:00:00Z', '10:15:30Z', '10:15:30', '10:15:30.5Z', '10:15:30+01:00', '25:00:00Z', '10:15Z', '1:02:03Z', '10:15:30,5Z', '10:15:30.Z', '10:15:30+24:00', '10:15:30+2:00',
  '2020-01-01T1:00:00Z', '2020-01-01T00:00:00,5Z', '2020-01-01T00:00:00+24:00', '2020-01-01T00:00:00-00:60', '02020-01-01T00:00:00Z', '2020-01-01T00:00:00Z\n', '\u0662020-01-01', 'aGVsbG8=', 'aGVsbG8', 'not base64!',
]
const values = [...texts, 0, 1, -5, 1.5, 9007199254740991, true, false, [], [1], {}, { a: { b: [1] } }]
const cases = []
for (const [scalar, type] of Object.entries(names)) {
  for (const value of values) {
    let ok = true
    try {
      type.parseValue(value)
    } catch {
      ok = false
    }
    cases.push({ scalar, value, parses: ok })
  }
}
for (const moment of ['2020-01-01T00:00:00.000Z', '2020-06-30T23:59:59.123Z', '1969-07-20T20:17:40.005Z']) {
  for (const scalar of ['Date', 'Time', 'DateTime']) {
    cases.push({ scalar, moment, serialized: JSON.parse(JSON.stringify(names[scalar].serialize(new Date(moment)))) })
  }
}
writeFileSync(out('scalars.jsonl'), lines(cases))
