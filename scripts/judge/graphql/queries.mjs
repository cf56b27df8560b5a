// Queries: random operations on a schema, most of them valid.
import {
  getNamedType, getNullableType, isAbstractType, isCompositeType, isEnumType, isInputObjectType, isInterfaceType, isListType, isNonNullType, isObjectType,
} from 'graphql'

// randomOperation is a document, the name of the operation to run and the
// variables to send, for one of the root types of schema.
export function randomOperation(random, schema, kind = 'query') {
  return new Writer(random, schema).document(kind)
}

class Writer {
  constructor(random, schema) {
    this.random = random
    this.schema = schema
    this.variables = new Map()
    this.fragments = []
    this.aliases = 0
  }

  document(kind) {
    const r = this.random
    const root = this.schema.getRootType(kind)
    const selections = kind === 'subscription' ? this.subscribed(root) : this.selections(root, 0)
    const named = this.variables.size > 0 || kind !== 'query' || r.chance(0.3)
    const name = named && r.chance(0.8) ? 'Op' : ''
    const declared = [...this.variables.values()].map((v) => `$${v.name}: ${v.type}${v.value === undefined ? '' : ` = ${v.value}`}`)
    const head = named ? `${kind}${name && ` ${name}`}${declared.length > 0 ? `(${declared.join(', ')})` : ''} ` : ''
    const parts = [`${head}${selections}`, ...this.fragments.map((f) => f.text)]
    if (r.chance(0.2)) parts.reverse()
    const operation = { query: parts.join(r.chance(0.7) ? '\n' : ' ') }
    if (name !== '' && r.chance(0.05)) {
      operation.query += '\nquery Other { __typename }'
      if (r.chance(0.8)) operation.operationName = r.pick(['Op', 'Op', 'Other', 'Missing'])
    }
    const given = this.given()
    if (given !== undefined) operation.variables = given
    return operation
  }

  // subscribed selects one field, as subscriptions must, perhaps within fragments.
  subscribed(root) {
    const r = this.random
    let field = this.field(r.pick(Object.values(root.getFields())), 0)
    while (r.chance(0.2)) field = `...${r.chance(0.5) ? ` on ${root.name}` : ''} { ${field} }`
    return this.layout([field], 0)
  }

  given() {
    const values = {}
    for (const v of this.variables.values()) {
      if (v.given !== undefined) values[v.name] = v.given
    }
    return this.variables.size > 0 ? values : undefined
  }

  // selections is a selection set on a composite type.
  selections(type, depth) {
    const r = this.random
    const list = []
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).filter((f) => f.name !== 'signalbox') : []
    const usable = depth >= 3 ? fields.filter((f) => !isCompositeType(getNamedType(f.type))) : fields
    for (const f of r.some(usable, r.int(1, depth === 0 ? 4 : 3))) list.push(this.field(f, depth))
    if (r.chance(0.15) || (list.length === 0 && !isAbstractType(type))) list.push('__typename')
    if (isAbstractType(type)) {
      if (r.chance(0.4)) list.push('__typename')
      for (const t of r.some(this.schema.getPossibleTypes(type), r.int(0, 2))) list.push(this.fragment(t, depth))
    } else if (r.chance(0.15)) {
      list.push(this.fragment(this.condition(type), depth))
    }
    if (usable.length > 0 && r.chance(0.15)) list.push(this.field(r.pick(usable), depth))
    if (list.length === 0) list.push('__typename')
    if (r.chance(0.1)) list.unshift(list.pop())
    return this.layout(list, depth)
  }

  layout(list, depth) {
    const r = this.random
    if (r.chance(0.4)) return `{ ${list.join(r.chance(0.2) ? ', ' : ' ')} }`
    const indent = '  '.repeat(depth + 1)
    const comment = r.chance(0.05) ? `${indent}# é 𝒳 "comment"\n` : ''
    return `{\n${comment}${list.map((s) => indent + s).join('\n')}\n${'  '.repeat(depth)}}`
  }

  condition(type) {
    const over = [type, ...(type.getInterfaces?.() ?? [])]
    return this.random.pick(over)
  }

  fragment(type, depth) {
    const r = this.random
    const directives = this.directives()
    if (r.chance(0.3) && this.fragments.length < 3) {
      const known = this.fragments.find((f) => f.type === type)
      if (known && r.chance(0.7)) return `...${known.name}${directives}`
      const fragment = { name: `F${this.fragments.length + 1}`, type, text: '' }
      const body = this.selections(type, Math.max(depth, 2) + 1)
      fragment.name = `F${this.fragments.length + 1}`
      fragment.text = `fragment ${fragment.name} on ${type.name} ${body}`
      this.fragments.push(fragment)
      return `...${fragment.name}${directives}`
    }
    return `... on ${type.name}${directives} ${this.selections(type, depth + 1)}`
  }

  field(field, depth) {
    const r = this.random
    const args = this.args(field)
    const alias = (args !== '' && r.chance(0.7)) || r.chance(0.15) ? `a${++this.aliases}: ` : ''
    const type = getNamedType(field.type)
    const below = isCompositeType(type) ? ` ${this.selections(type, depth + 1)}` : ''
    return `${alias}${field.name}${args}${this.directives()}${below}`
  }

  directives() {
    const r = this.random
    if (!r.chance(0.08)) return ''
    const one = () => {
      const name = r.pick(['skip', 'include'])
      const value = r.chance(0.5) ? this.variable('Boolean!', (this.schema.getType('Boolean')), true) : String(r.chance(0.5))
      return ` @${name}(if: ${value})`
    }
    const first = one()
    if (!r.chance(0.1)) return first
    return first + (first.includes('@skip') ? ' @include(if: true)' : ' @skip(if: false)')
  }

  args(field) {
    const r = this.random
    const list = []
    for (const a of field.args) {
      const needed = isNonNullType(a.type) && a.defaultValue === undefined
      if (!needed && r.chance(0.4)) continue
      list.push(`${a.name}: ${this.input(a.type, a.defaultValue !== undefined, 0)}`)
    }
    if (r.chance(0.2)) list.reverse()
    return list.length > 0 ? `(${list.join(', ')})` : ''
  }

  // input is a value in the text of a document.
  input(type, hasDefault, depth) {
    const r = this.random
    if (r.chance(0.3)) {
      const loose = hasDefault && isNonNullType(type) && r.chance(0.5)
      return this.variable(String(loose ? type.ofType : type), type, false)
    }
    if (isNonNullType(type)) return this.present(type.ofType, depth)
    if (r.chance(0.1)) return 'null'
    return this.present(type, depth)
  }

  present(type, depth) {
    const r = this.random
    if (isListType(type)) {
      if (r.chance(0.2)) return this.input(type.ofType, false, depth)
      return `[${Array.from({ length: r.int(0, 3) }, () => this.input(type.ofType, false, depth)).join(', ')}]`
    }
    if (isEnumType(type)) return r.pick(type.getValues()).name
    if (isInputObjectType(type)) return this.object(type, depth)
    const literals = {
      Int: ['0', '1', '-5', '42', '2147483647'],
      Float: ['1', '0.5', '-2.25', '1e3', '12.5E-1'],
      String: ['"a"', '""', '"q\\"\\\\ \\n \\u00e9 \\u{1F600}"', '"""block\n    text\n      more"""', '"ünï"'],
      Boolean: ['true', 'false'],
      ID: ['"x"', '7', '"7"'],
      Any: ['1', '"s"', '[1, 2.5, null]', '{a: {b: [RED]}, c: true}', 'NAME'],
    }
    return r.pick(literals[type.name] ?? ['"?"'])
  }

  object(type, depth) {
    const r = this.random
    const fields = Object.values(type.getFields())
    if (type.isOneOf) {
      const f = r.pick(fields)
      const value = r.chance(0.2) ? this.variable(`${f.type}!`, f.type, false) : this.present(f.type, depth + 1)
      return `{ ${f.name}: ${value} }`
    }
    const list = []
    for (const f of fields) {
      const needed = isNonNullType(f.type) && f.defaultValue === undefined
      if (!needed && (r.chance(0.5) || (depth > 1 && isInputObjectType(getNullableType(f.type))))) continue
      list.push(`${f.name}: ${this.input(f.type, f.defaultValue !== undefined, depth + 1)}`)
    }
    return `{${list.join(', ')}}`
  }

  // variable declares a variable, or uses one declared with the same type.
  variable(text, type, always) {
    const r = this.random
    for (const v of this.variables.values()) {
      if (v.type === text && r.chance(0.5)) return `$${v.name}`
    }
    const v = { name: `v${this.variables.size + 1}`, type: text }
    this.variables.set(v.name, v)
    if (!text.endsWith('!') && r.chance(0.25)) v.value = this.constant(type)
    const kind = always ? 'value' : r.weighted([[10, 'value'], [text.endsWith('!') ? 0.4 : 2, 'missing'], [text.endsWith('!') ? 0.4 : 1, 'null'], [1.2, 'wrong']])
    if (kind === 'null') v.given = null
    if (kind === 'value') v.given = this.json(getNullableType(type), 0)
    if (kind === 'wrong') v.given = r.pick(['wrong', 1.5, 5, true, {}, { id: 1, nope: 2 }, [], [null], ['a', 1, 'RED'], 99999999999, '', 'RED', 'red', { a: 'b' }, -0.5])
    return `$${v.name}`
  }

  // constant is the default of a variable: a literal without variables.
  constant(type) {
    const w = new Writer(this.random, this.schema)
    w.variable = (_, of) => w.present(getNullableType(of), 2)
    return w.present(getNullableType(type), 1)
  }

  // json is a value as the variables of a request hold it.
  json(type, depth) {
    const r = this.random
    if (isNonNullType(type)) return this.json(type.ofType, depth)
    if (depth > 0 && r.chance(0.05)) return null
    if (isListType(type)) {
      if (r.chance(0.15)) return this.json(type.ofType, depth + 1)
      return Array.from({ length: r.int(0, 3) }, () => this.json(type.ofType, depth + 1))
    }
    if (depth > 0 && r.chance(0.04)) return r.pick(['wrong', 1.5, true, {}, [1]])
    if (isEnumType(type)) return r.pick(type.getValues()).name
    if (isInputObjectType(type)) return this.jsonObject(type, depth)
    const values = {
      Int: [0, 1, -5, 2147483647, 3.0], Float: [1, 0.5, -2.25, 1e3], String: ['a', '', 'é😀'], Boolean: [true, false], ID: ['x', 7, '7'], Any: [1, 's', [1, null], { a: { b: 1 } }],
    }
    return r.pick(values[type.name] ?? ['?'])
  }

  jsonObject(type, depth) {
    const r = this.random
    const fields = Object.values(type.getFields())
    if (type.isOneOf) {
      const out = {}
      for (const f of r.some(fields, r.weighted([[8, 1], [1, 2], [1, 0]]))) out[f.name] = r.chance(0.08) ? null : this.json(f.type, depth + 1)
      return out
    }
    const out = {}
    for (const f of fields) {
      const needed = isNonNullType(f.type) && f.defaultValue === undefined
      if (needed ? r.chance(0.03) : r.chance(0.5) || depth > 2) continue
      out[f.name] = this.json(f.type, depth + 1)
    }
    if (r.chance(0.04)) out.nope = 1
    return out
  }
}
