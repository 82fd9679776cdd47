/** All a client needs: start the server, send a line for each call, give back the answer that has its id. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const polytty = fileURLToPath(new URL('../../bin/polytty', import.meta.url))

export function startTuispec(artifactDir) {
  const flags = ['tuispec', 'server', '--artifact-dir', artifactDir, '--cols', '60', '--rows', '12']
  const server = spawn(process.execPath, [polytty, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let nextId = 1
  createInterface(server.stdout).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(`${error.message}: ${error.data?.details ?? ''}`))
    else resolve?.(result)
  })
  return function call(method, params) {
    const id = nextId++
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }
}
