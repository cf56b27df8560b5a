// Prints the documents of graphql-js's own tests of its validation rules as cases, each with what
// graphql-js answers by all rules, for GRAPHQL_CASES=file go test ./graphqlsrv -run Conformance:
//
//   scripts/judge/run graphql rules FOLDER     of a checkout of graphql/graphql-js
import { readdirSync, readFileSync } from 'node:fs'
import { parse, print, validateSchema, visit } from 'graphql'
import { answer, schemaOf } from './judge.mjs'

const tests = `${process.argv[2]}/src/validation/__tests__/`
const rootSDL = readFileSync(new URL('../../../graphqlsrv/testdata/conformance/root.graphql', import.meta.url), 'utf8')

const roots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }
const skipAuth = { kind: 'Directive', name: { kind: 'Name', value: 'skipAuth' }, arguments: [] }

// served is SDL as package graphqlsrv takes it: with the usual names of the root types, whose fields say who may ask.
function served(sdl) {
  const document = parse(sdl)
  const renamed = {}
  visit(document, { OperationTypeDefinition: (o) => void (renamed[o.type.name.value] = roots[o.operation]) })
  return print(
    visit(document, {
      SchemaDefinition: () => null,
      Name: (n) => (renamed[n.value] ? { ...n, value: renamed[n.value] } : undefined),
      ObjectTypeDefinition: {
        leave: (t) => (Object.values(roots).includes(t.name.value) ? { ...t, fields: t.fields.map((f) => ({ ...f, directives: [...f.directives, skipAuth] })) } : undefined),
      },
    }),
  )
}

const schemasIn = (text) => [...text.matchAll(/buildSchema\(`([^`]*)`/g)].map((m) => m[1])
const documentsIn = (text) => new Set([...text.matchAll(/expect\w+\(\s*(?:[\w.]+,\s*)*`((?:[^`\\]|\\.)*)`/g)].map((m) => m[1].replaceAll('\\`', '`')))

const [usual] = schemasIn(readFileSync(`${tests}harness.ts`, 'utf8'))
let count = 0
for (const file of readdirSync(tests).filter((name) => name.endsWith('-test.ts'))) {
  const text = readFileSync(tests + file, 'utf8')
  for (const raw of [usual, ...schemasIn(text)]) {
    let sdl, schema
    try {
      sdl = served(raw)
      schema = schemaOf(rootSDL, sdl)
    } catch {
      continue // no schema by itself
    }
    if (validateSchema(schema).length > 0) continue
    const name = `${file}/${++count}`
    console.log(JSON.stringify({ schema: name, sdl }))
    let n = 0
    for (const query of documentsIn(text)) {
      const { stage, result } = await answer(schema, { query, root: {} })
      if (stage === 'none' || stage === 'subscribe') continue
      console.log(JSON.stringify({ name: `${name}/${++n}`, stage, schema: name, query, ...(stage === 'execute' ? { root: {} } : {}), result }).replaceAll('\u2028', '\\u2028'))
    }
  }
}
