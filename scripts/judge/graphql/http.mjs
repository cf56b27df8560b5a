// Holds the server to the audits of graphql-http: all of them, the MUSTs and the
// SHOULDs and the MAYs of the GraphQL over HTTP draft.
//
//   scripts/judge/run graphql http
import { serverAudits } from 'graphql-http'
import { start } from './server/start.mjs'

const server = await start()
let failed = 0
const audits = serverAudits({ url: server.url })
for (const audit of audits) {
  const result = await audit.fn()
  if (result.status === 'ok') continue
  failed++
  console.log(`${result.status}: ${audit.id} ${audit.name}: ${result.reason}`)
}
await server.stop()
console.log(`${audits.length - failed} of ${audits.length} audits pass`)
process.exit(failed > 0 ? 1 : 0)
