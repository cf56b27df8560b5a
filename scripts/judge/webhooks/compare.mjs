// The program behind scripts/judge/run webhooks: node compare.mjs ANSWERS [COUNT | --speed]
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { createRequire } from 'node:module'

const require = createRequire(process.env.RW_MODULES + '/x.js')
const theirs = require('@redwoodjs/api/webhooks')
const jwt = require('jsonwebtoken')
const [answers, argument = '200'] = process.argv.slice(2)
console.warn = () => {} // of skipVerifier

// ours answers lines as the program beside this one does.
function ours(lines) {
  const input = lines.map((line) => JSON.stringify(line)).join('\n') + '\n'
  const run = spawnSync(answers, [], { input, encoding: 'utf8', maxBuffer: 1 << 30 })
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout.trim().split('\n').map((line) => JSON.parse(line))
}

function accepts(type, request) {
  try {
    return theirs.verifySignature(type, request)
  } catch {
    return false
  }
}

const alphabets = ['abc{}[]":,0123456789', 'héllo wörld — 日本語 🚀', '\u0000\u001f\r\n\t\\"/', '<&>\u2028\u2029']
function text(most) {
  const letters = Array.from(alphabets[randomInt(alphabets.length)])
  return Array.from({ length: randomInt(most) }, () => letters[randomInt(letters.length)]).join('')
}

// A secret, in a form that the verifier takes.
function secretFor(type) {
  return type.startsWith('base64') ? randomBytes(1 + randomInt(80)).toString('base64') : 's' + text(100)
}

// flip changes one bit of a text, and stays with ASCII.
function flip(s) {
  const at = randomInt(s.length)
  return s.slice(0, at) + String.fromCharCode(s.charCodeAt(at) ^ (1 << randomInt(7))) + s.slice(at + 1)
}

const types = [
  'sha1Verifier', 'sha256Verifier', 'base64Sha1Verifier', 'base64Sha256Verifier', 'timestampSchemeVerifier', 'secretKeyVerifier',
  'jwtVerifier', 'skipVerifier',
]

let compared = 0
let failed = 0
function want(what, ok, detail) {
  compared++
  if (ok) return
  failed++
  if (failed < 20) console.log('DIFFERS', what, JSON.stringify(detail))
}

function compare(type, count) {
  const cases = Array.from({ length: count }, (_, i) => {
    const options = { currentTimestampOverride: 1_600_000_000_000 + randomInt(1_000_000_000) }
    let payload = text(400)
    if (type === 'jwtVerifier' && i % 2) payload = { data: text(50), 7: 1, iat: 1_600_000_000, n: 1.5, nested: { b: [null, true], a: text(9) } }
    return { type, payload, secret: secretFor(type), options }
  })
  const signed = ours(cases.map((c) => ({ op: 'sign', ...c })))
  const back = []
  cases.forEach((c, i) => {
    const mine = signed[i].value
    const made = theirs.signPayload(type, c)
    want(`${type}: the signature`, mine === made, { case: c, mine, made })
    // There is one signature that they make and refuse: a token of the empty text.
    want(`${type}: ours there`, accepts(type, { ...c, signature: mine }) === (type !== 'jwtVerifier' || c.payload !== ''), c)
    back.push({ op: 'verify', ...c, signature: made })
    if (type !== 'skipVerifier') back.push({ op: 'verify', ...c, signature: flip(made) })
  })
  ours(back).forEach((answer, i) => {
    const c = back[i]
    const isOriginal = type === 'skipVerifier' || i % 2 === 0
    const good = isOriginal && (type !== 'jwtVerifier' || c.payload !== '')
    want(`${type}: ${isOriginal ? 'theirs here' : 'a changed one here'}`, answer.ok === good, c)
    // Theirs may accept what ours refuses, spare bits of base64, but not the other way round.
    if (!isOriginal) want(`${type}: a changed one there`, !answer.ok || accepts(type, c), c)
  })
}

// tokens compares the keys that a JWT may have beside a secret.
function tokens() {
  const lines = []
  for (const [kind, options, algorithms] of [
    ['rsa', { modulusLength: 2048 }, ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']],
    ['ec', { namedCurve: 'P-256' }, ['ES256']], ['ec', { namedCurve: 'P-384' }, ['ES384']], ['ec', { namedCurve: 'P-521' }, ['ES512']],
  ]) {
    const { publicKey, privateKey } = generateKeyPairSync(kind, options)
    const secret = publicKey.export({ type: 'spki', format: 'pem' })
    for (const algorithm of algorithms) {
      const body = text(100)
      const sha256 = createHash('sha256').update(body).digest('hex')
      const signature = jwt.sign({ sha256 }, privateKey, { algorithm })
      want(`${algorithm} there`, accepts('jwtVerifier', { payload: body, secret, signature }), signature)
      lines.push({ op: 'verify', type: 'jwtVerifier', payload: body, secret, signature })
    }
  }
  ours(lines).forEach((answer, i) => want('a key here', answer.ok, lines[i]))
}

// fastest is the time of a call in nanoseconds, that of the fastest of many rounds.
function fastest(calls, call) {
  let best = Infinity
  for (let round = 0; round < 200; round++) {
    const started = process.hrtime.bigint()
    for (let i = 0; i < calls; i++) call()
    best = Math.min(best, Number(process.hrtime.bigint() - started) / calls)
  }
  return best
}

function speed() {
  for (const size of [1 << 10, 64 << 10]) {
    const payload = 'x'.repeat(size)
    const bytes = Buffer.from(payload)
    const secret = 'MY_VOICE_IS_MY_PASSPORT'
    const request = { payload, secret, signature: theirs.signPayload('sha256Verifier', { payload, secret }) }
    const calls = (1 << 20) / size
    const verify = fastest(calls, () => theirs.verifySignature('sha256Verifier', request))
    const raw = fastest(calls, () => createHash('sha256').update(bytes).digest())
    console.log(`sha256Verifier, ${size} bytes: ${Math.round(verify)} ns, ${(verify / raw).toFixed(2)} times node's raw SHA-256`)
  }
}

if (argument === '--speed') {
  speed()
} else {
  for (const type of types) compare(type, Number(argument))
  tokens()
  console.log(`${compared} comparisons with @redwoodjs/api, ${failed} differ`)
  process.exitCode = failed ? 1 : 0
}
