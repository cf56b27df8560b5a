// The judge: what graphql-js answers to a case.
import { buildSchema, execute, getOperationAST, parse, subscribe, validate } from 'graphql'

// schemaOf builds the schema of SDL behind the root schema that every server adds.
export function schemaOf(rootSDL, sdl) {
  return buildSchema(`${rootSDL}\n${sdl}`)
}

// answer is the result of a case, with "stage": "parse", "validate", "execute" or "subscribe" for
// where it came from, or "none" where it has none to compare. That of a subscription has the responses.
export async function answer(schema, { query, operationName, variables, root }) {
  let document
  try {
    document = parse(query)
  } catch (e) {
    return { stage: 'parse', result: { errors: [plain(e)] } }
  }
  let errors
  try {
    errors = validate(schema, document)
  } catch {
    return { stage: 'none', result: {} } // a subscription whose @skip wants a variable: graphql-js itself fails
  }
  if (errors.length > 0) return { stage: 'validate', result: { errors: errors.map(plain) } }
  const request = { schema, document, operationName, variableValues: variables, rootValue: root, contextValue: { counter: 0 }, fieldResolver }
  if (getOperationAST(document, operationName)?.operation !== 'subscription') return { stage: 'execute', result: response(execute(request)) }
  let events
  try {
    events = await subscribe({ ...request, subscribeFieldResolver })
  } catch {
    return { stage: 'none', result: {} } // all fields are skipped, or there is no source: graphql-js itself fails
  }
  if (!events[Symbol.asyncIterator]) return { stage: 'subscribe', result: { responses: [response(events)] } }
  const responses = []
  for await (const event of events) responses.push(response(event))
  return { stage: 'subscribe', result: { responses } }
}

function response(result) {
  const out = {}
  if (result.errors) out.errors = result.errors.map(plain)
  if ('data' in result) out.data = result.data
  return out
}

async function* eventsOf(name, list) {
  for (const event of list) yield { [name]: event }
}

// subscribeFieldResolver gives the events of a field, or fails.
function subscribeFieldResolver(source, args, context, info) {
  const value = source[info.fieldName]
  if (value?.$error !== undefined) throw new Error(value.$error)
  return value?.$events && eventsOf(info.fieldName, value.$events)
}

function plain(e) {
  const out = { message: e.message }
  if (e.locations) out.locations = e.locations.map(({ line, column }) => ({ line, column }))
  if (e.path) out.path = e.path
  return out
}

function fieldResolver(source, args, context, info) {
  const value = Object.hasOwn(Object(source), info.fieldName) ? source[info.fieldName] : undefined
  if (value?.$args) return info.returnType.toString().includes('Any') ? sorted(args) : JSON.stringify(sorted(args))
  if (value?.$add) return (context.counter += args[value.$add])
  if (value?.$counter) return context.counter
  const out = reveal(value)
  if (out instanceof Error) throw out
  return out
}

// reveal turns markers into what they mean.
function reveal(value) {
  if (Array.isArray(value)) return value.map(reveal)
  if (value?.$error !== undefined) return new Error(value.$error)
  if (value?.$number !== undefined) return Number(value.$number)
  return value
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.keys(value).sort().map((k) => [k, sorted(value[k])]))
}
