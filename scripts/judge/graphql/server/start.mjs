// Starts the server of this folder, or of another one, for a script: gives its URL and what ends it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export async function start(folder = new URL('.', import.meta.url), ...args) {
  const server = spawn('go', ['run', '.', ...args], {
    cwd: fileURLToPath(folder),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => server.once('exit', done))
  const url = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).once('line', found)
    server.once('error', failed)
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  return {
    url,
    stop: () => {
      server.stdin.end()
      return ended
    },
  }
}
