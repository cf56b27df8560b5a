// Introspection cases: whole schemas and single questions.
import { getIntrospectionQuery } from 'graphql'

export const sdl = `"""A schema to look at."""
schema { query: Query mutation: Changes subscription: Feed }
"""
Marks things.

  Indented "quotes" and \\\\ slashes.
"""
directive @mark("A label." label: String = "none" old: Int @deprecated(reason: "unused") when: When! = {day: 1}) repeatable on FIELD | FRAGMENT_SPREAD | QUERY | VARIABLE_DEFINITION | OBJECT | ENUM_VALUE | ARGUMENT_DEFINITION
directive @bare on FIELD_DEFINITION | SCHEMA | SCALAR | INTERFACE | UNION | ENUM | INPUT_OBJECT | INPUT_FIELD_DEFINITION
"An address."
scalar Url @specifiedBy(url: "https://example.org/url")
scalar Plain
"Has an id."
interface Node { "The id." id: ID! }
interface Resource implements Node { id: ID! url: Url }
type Image implements Resource & Node @mark(label: "x") { id: ID! url: Url thumbnail(size: Int = 64 @deprecated(reason: "fixed size") format: Format! = PNG crop: [Float!] = [0.5, 1] where: When): Url @deprecated width: Int @deprecated(reason: "use size") height: Int }
type Text implements Node { id: ID! body: String! lines: [[String!]!]! }
union Media = Image | Text
enum Format { "Lossless." PNG JPEG GIF @deprecated(reason: "use PNG") BMP @deprecated }
input When { day: Int! hour: Int = 12 zone: String = "UTC \\"x\\"" @deprecated(reason: "UTC only") not: When any: Plain = 5 formats: [Format!]! = [PNG] }
input By @oneOf { id: ID url: Url name: String @deprecated }
type Query { media(by: By!, first: Int = 10): [Media!]! @skipAuth node(id: ID!): Node @skipAuth resource: Resource @skipAuth }
type Changes { touch(id: ID! at: When = {day: 1, hour: 2}): Node @skipAuth }
type Feed { changed(ids: [ID!] = ["a", 1]): Media! @skipAuth }
`

const kinds = 'kind name description specifiedByURL isOneOf'
const ofType = 'ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }'

const questions = [
  '{ __schema { description queryType { name } mutationType { name } subscriptionType { name } } }',
  '{ __schema { directives { name description isRepeatable locations args { name description defaultValue type { kind name ofType { name } } } } } }',
  '{ __schema { directives { name args(includeDeprecated: true) { name isDeprecated deprecationReason } } } }',
  '{ __typename __schema { __typename types { __typename name } } }',
  ...['Url', 'Plain', 'Node', 'Resource', 'Image', 'Text', 'Media', 'Format', 'When', 'By', 'Query', 'Changes', 'Int', 'String', '__Type', '__TypeKind', '__DirectiveLocation', 'Missing', '', 'Signalbox', 'JSON'].map(
    (name) => `{ __type(name: "${name}") { ${kinds} fields { name description isDeprecated deprecationReason type { kind name ${ofType} } args { name type { kind name ${ofType} } defaultValue } } interfaces { name } possibleTypes { name } enumValues { name description } inputFields { name defaultValue type { name kind ${ofType} } } } }`,
  ),
  '{ __type(name: "Image") { fields(includeDeprecated: true) { name isDeprecated deprecationReason args(includeDeprecated: true) { name isDeprecated deprecationReason defaultValue } } } }',
  '{ __type(name: "Image") { fields(includeDeprecated: null) { name } } }',
  '{ __type(name: "Format") { enumValues(includeDeprecated: true) { name isDeprecated deprecationReason } } }',
  '{ __type(name: "When") { inputFields(includeDeprecated: true) { name isDeprecated deprecationReason defaultValue } } }',
  '{ __type(name: "By") { isOneOf inputFields(includeDeprecated: true) { name isDeprecated } } }',
  'query ($n: String!, $d: Boolean = true) { __type(name: $n) { name fields(includeDeprecated: $d) { name } } }',
  '{ a: __type(name: "Image") { ...T } b: __type(name: "Media") { ...T possibleTypes { ...T } } } fragment T on __Type { k: kind name interfaces { name interfaces { name } } }',
  '{ __schema { types { name } nope } }',
  '{ __schema @skip(if: true) { types { name } } __typename @include(if: true) }',
  'mutation { __typename __schema { queryType { name } } }',
  '{ __type { name } }', '{ __type(name: null) { name } }', '{ __type(name: 1) { name } }', '{ __schema }', '{ __type(name: "Query") { fields { type } } }', '{ __type(name: "Query") { fields { args { type { fields { type { fields { name } } } } } } } }',
  ...['@skip(if: false) @skip(if: true)', '@skip(if: true) @skip(if: false)', '@skip(if: false, if: true)', '@include(if: true) @include(if: false)', '@include(if: true) @skip(if: true)'].map((d) => `subscription { changed { __typename } __typename ${d} }`),
]

// introspectionCases are the cases on the schema above.
export function introspectionCases() {
  const whole = getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true, oneOf: true })
  const named = questions.map((query, i) => ({ name: `introspection/${i + 1}`, query, root: {}, variables: query.includes('$n') ? { n: 'Image' } : undefined }))
  return [{ name: 'introspection/whole', query: whole, root: {} }, { name: 'introspection/plain', query: getIntrospectionQuery(), root: {} }, ...named]
}
