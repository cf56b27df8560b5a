// Holds the server to the audits of graphql-http: all of them, the MUSTs and the
// SHOULDs and the MAYs of the GraphQL over HTTP draft.
//
//   npm ci && npm test
import { serverAudits } from 'graphql-http'
import { start } from '../graphql-server/start.mjs'

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
