// Schemas: random ones, in SDL.

const scalars = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Any']
const fieldNames = ['id', 'name', 'title', 'body', 'size', 'rate', 'done', 'kind', 'owner', 'parent', 'items', 'tags', 'first', 'next', 'meta', 'count']
const argNames = ['id', 'limit', 'filter', 'kind', 'tags', 'flag', 'ratio', 'where']

// randomSchema is the SDL of a schema with objects, interfaces, unions, enums,
// input objects and a mutation type.
export function randomSchema(random) {
  return new Writer(random).schema()
}

class Writer {
  constructor(random) {
    this.random = random
    this.objects = ['User', 'Post', 'Comment', 'Tag', 'Photo'].slice(0, random.int(3, 5))
    this.interfaces = ['Node', 'Named'].slice(0, random.int(1, 2))
    this.unions = ['Item', 'Result'].slice(0, random.int(1, 2))
    this.enums = ['Color', 'Size'].slice(0, random.int(1, 2))
    this.inputs = ['Filter', 'Range'].slice(0, random.int(1, 2))
    this.oneOf = random.chance(0.6) ? ['Choice'] : []
  }

  schema() {
    const r = this.random
    const out = ['scalar Any']
    const enumValues = { Color: ['RED', 'GREEN', 'BLUE', 'OLD @deprecated(reason: "faded")'], Size: ['SMALL', 'LARGE', 'HUGE @deprecated'] }
    for (const name of this.enums) out.push(`${this.about('An enum.')}enum ${name} { ${enumValues[name].join(' ')} }`)
    this.inputs.forEach((name, i) => out.push(this.input(name, this.inputs.slice(i))))
    for (const name of this.oneOf) out.push(`input ${name} @oneOf { ${['id: ID', 'size: Int', `by: ${this.enums[0]}`, `in: ${this.inputs[0]}`].join(' ')} }`)
    const fieldsOf = {}
    for (const name of this.interfaces) {
      fieldsOf[name] = this.fields(r.int(1, 3))
      out.push(`interface ${name} { ${fieldsOf[name].map((f) => f.text).join(' ')} }`)
    }
    for (const name of this.objects) out.push(this.object(name, fieldsOf))
    for (const name of this.unions) out.push(`union ${name} = ${r.some(this.objects, r.int(2, this.objects.length)).join(' | ')}`)
    out.push(this.root('Query', r.int(5, 9)))
    out.push(this.root('Mutation', r.int(2, 4)))
    if (r.chance(0.3)) out.push(this.root('Subscription', 2))
    return out.join('\n') + '\n'
  }

  about(text) {
    return this.random.chance(0.3) ? `"""${text}"""\n` : ''
  }

  object(name, fieldsOf) {
    const r = this.random
    const interfaces = this.interfaces.filter(() => r.chance(0.6))
    const fields = new Map()
    for (const i of interfaces) {
      for (const f of fieldsOf[i]) if (!fields.has(f.name)) fields.set(f.name, f)
    }
    const clash = interfaces.filter((i) => fieldsOf[i].some((f) => fields.get(f.name).text !== f.text))
    for (const f of this.fields(r.int(3, 6))) if (!fields.has(f.name)) fields.set(f.name, f)
    const kept = interfaces.filter((i) => !clash.includes(i))
    const head = kept.length > 0 ? ` implements ${kept.join(' & ')}` : ''
    return `${this.about(`A ${name}.`)}type ${name}${head} { ${[...fields.values()].map((f) => f.text).join(' ')} }`
  }

  root(name, count) {
    const fields = this.fields(count, name === 'Mutation' ? 'set' : name === 'Subscription' ? 'on' : '')
    if (name === 'Mutation') fields.push({ text: 'increment(by: Int! = 1): Int!' }, { text: 'counter: Int!' })
    return `type ${name} { ${fields.map((f) => `${f.text} @skipAuth`).join('\n  ')} }`
  }

  fields(count, prefix = '') {
    const names = this.random.some(fieldNames, count)
    return names.map((n) => {
      const name = prefix === '' ? n : prefix + n[0].toUpperCase() + n.slice(1)
      const old = prefix === '' && this.random.chance(0.05) ? ' @deprecated(reason: "gone")' : ''
      return { name, text: `${name}${this.args()}: ${this.outputType()}${old}` }
    })
  }

  args() {
    const r = this.random
    if (r.chance(0.6)) return ''
    const list = r.some(argNames, r.int(1, 3)).map((name) => this.inputField(name, [...scalars, ...this.enums, ...this.inputs, ...this.oneOf]))
    return `(${list.join(', ')})`
  }

  input(name, others) {
    const list = this.random.some(argNames, this.random.int(2, 5)).map((n) => {
      const text = this.inputField(n, [...scalars, ...this.enums])
      return text
    })
    list.push(`more: ${this.random.pick(others)}`)
    return `${this.about('An input.')}input ${name} { ${list.join(', ')} }`
  }

  inputField(name, types) {
    const r = this.random
    const type = this.wrap(r.pick(types))
    const value = r.chance(0.3) ? this.defaultOf(type) : undefined
    const old = !type.endsWith('!') && r.chance(0.05) ? ' @deprecated' : ''
    return `${name}: ${type}${value === undefined ? '' : ` = ${value}`}${old}`
  }

  defaultOf(type) {
    const t = type.replace(/!$/, '')
    if (t.startsWith('[')) {
      const item = this.defaultOf(t.slice(1, -1))
      return item === undefined ? undefined : `[${item}]`
    }
    const values = { Int: '7', Float: '1.5', String: '"text"', Boolean: 'true', ID: '"x1"', Any: '{a: [1, "two"]}', Color: 'RED', Size: 'LARGE' }
    return values[t]
  }

  outputType() {
    const r = this.random
    const kind = r.weighted([[5, 'scalar'], [1, 'enum'], [5, 'object'], [2, 'interface'], [2, 'union']])
    const names = { scalar: scalars, enum: this.enums, object: this.objects, interface: this.interfaces, union: this.unions }
    return this.wrap(r.pick(names[kind]))
  }

  wrap(type) {
    return this.random.weighted([
      [6, type], [6, `${type}!`], [2, `[${type}]`], [2, `[${type}!]`], [2, `[${type}]!`], [3, `[${type}!]!`], [0.5, `[[${type}!]]`], [0.5, `[[${type}]!]!`],
    ])
  }
}
