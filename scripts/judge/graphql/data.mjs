// Data: what the resolvers of a case answer, as JSON with markers.
//
//   {"$error": "message"}  the resolver fails; in a list, the item does
//   {"$args": true}        the arguments of the field, as JSON with sorted keys
//   {"$number": "NaN"}     a number that JSON doesn't have
//   {"$add": "by"}         the case's counter after adding the argument of that name to it
//   {"$counter": true}     the case's counter
//   {"$events": [...]}     the events of a subscription, each with a value of its field
import {
  Kind, getNamedType, isAbstractType, isCompositeType, isEnumType, isListType, isNonNullType, parse,
} from 'graphql'

// rates are the probabilities of what goes wrong.
export const calm = { null: 0.02, error: 0.01, wrong: 0.01, missing: 0.01 }
export const stormy = { null: 0.1, error: 0.08, wrong: 0.08, missing: 0.04 }

// randomRoot is the root value for an operation: an object with what the
// document selects, for every type that a fragment may apply to.
export function randomRoot(random, schema, query, rates) {
  const document = parse(query)
  const fragments = new Map()
  for (const d of document.definitions) if (d.kind === Kind.FRAGMENT_DEFINITION) fragments.set(d.name.value, d)
  const root = {}
  for (const d of document.definitions) {
    if (d.kind !== Kind.OPERATION_DEFINITION) continue
    const type = schema.getRootType(d.operation)
    if (type) Object.assign(root, new Writer(random, schema, fragments, rates).object(type, [d.selectionSet]))
  }
  return root
}

class Writer {
  constructor(random, schema, fragments, rates) {
    Object.assign(this, { random, schema, fragments, rates })
  }

  // object is an object of type with the fields of the selection sets.
  object(type, sets) {
    const fields = new Map()
    this.collect(type, sets, fields, new Set())
    const out = {}
    for (const [name, below] of fields) {
      const field = type.getFields()[name]
      if (!field) continue
      if (name === 'increment') out[name] = { $add: 'by' }
      else if (name === 'counter') out[name] = { $counter: true }
      else if (type === this.schema.getSubscriptionType()) out[name] = this.events(field, below)
      else if (!this.random.chance(this.rates.missing)) out[name] = this.value(field.type, below, field)
    }
    return out
  }

  // events are those of a subscription, or why there are none.
  events(field, below) {
    if (this.random.chance(this.rates.error)) return { $error: 'no source' }
    return { $events: Array.from({ length: this.random.int(0, 3) }, () => this.value(field.type, below)) }
  }

  collect(type, sets, fields, seen) {
    for (const s of sets.flatMap((set) => set.selections)) {
      if (s.kind === Kind.FIELD) {
        const below = fields.get(s.name.value) ?? []
        if (s.selectionSet) below.push(s.selectionSet)
        fields.set(s.name.value, below)
      } else if (s.kind === Kind.INLINE_FRAGMENT) {
        if (this.applies(s.typeCondition, type)) this.collect(type, [s.selectionSet], fields, seen)
      } else if (!seen.has(s.name.value)) {
        seen.add(s.name.value)
        const f = this.fragments.get(s.name.value)
        if (f && this.applies(f.typeCondition, type)) this.collect(type, [f.selectionSet], fields, seen)
      }
    }
  }

  applies(condition, type) {
    if (!condition || condition.name.value === type.name) return true
    const t = this.schema.getType(condition.name.value)
    return isAbstractType(t) && this.schema.isSubType(t, type)
  }

  value(type, below, field) {
    const r = this.random
    if (r.chance(this.rates.null)) return null
    if (r.chance(this.rates.error)) return { $error: r.pick(['boom', 'not found', 'quote " and \\', 'zeile\n2', 'ümlaut 😀']) }
    if (isNonNullType(type)) type = type.ofType
    if (isListType(type)) {
      if (r.chance(this.rates.wrong / 2)) return r.pick(['no list', 5, { a: 1 }])
      return Array.from({ length: r.weighted([[1, 0], [2, 1], [3, 2], [2, 3]]) }, () => this.value(type.ofType, below))
    }
    if (isCompositeType(type)) return this.composite(type, below)
    if (field?.args.length > 0 && ['String', 'Any'].includes(type.name) && r.chance(0.8)) return { $args: true }
    if (r.chance(this.rates.wrong)) return this.wrong()
    return this.leaf(type)
  }

  composite(type, below) {
    const r = this.random
    if (!isAbstractType(type)) {
      if (r.chance(this.rates.wrong / 3)) return r.pick(['text', 5])
      return this.object(type, below)
    }
    const concrete = r.pick(this.schema.getPossibleTypes(type))
    if (!concrete) return null
    const out = this.object(concrete, below)
    if (r.chance(this.rates.wrong / 2)) return r.pick([{ ...out, __typename: 'Nothing' }, { ...out, __typename: 'Query' }, { ...out, __typename: 'Int' }, out])
    return { __typename: concrete.name, ...out }
  }

  // wrong is a value that most scalars refuse, or take in a way of their own.
  wrong() {
    return this.random.pick([
      'text', '', '5', '1.5', 'RED', 1.5, 5, 2147483648, -2147483649, 1e21, true, false, { a: 1, b: 'x' }, {}, [], [1, 'a'], [[1, [2, [3]]]],
      { $number: 'NaN' }, { $number: 'Infinity' }, 'quote " back \\ line \n tab \t', { deep: { er: { and: { er: 1 } } } }, Array.from({ length: 12 }, (_, i) => i),
    ])
  }

  leaf(type) {
    const r = this.random
    if (isEnumType(type)) return r.pick(type.getValues()).name
    const values = {
      Int: [0, 1, -7, 42, 2147483647], Float: [0, 1, 0.1, -2.5, 1e21, 1e-7, 123456.789], String: ['', 'a', 'é😀', '\u2028</script>\u0001', 'long text '.repeat(3)],
      Boolean: [true, false], ID: ['x', '1', 7], Any: [1, 's', [1, 'a', null], { k: { l: [true] } }],
    }
    return r.pick(values[type.name] ?? [getNamedType(type).name])
  }
}
