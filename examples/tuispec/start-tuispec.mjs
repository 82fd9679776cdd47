/** Starts the server and gives a client of it, whose calls are typed: `client.call('sendKey', { key: 'a' })`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { RpcClient, StreamChannel } from '@polytty/client'

const polytty = fileURLToPath(new URL('../../bin/polytty', import.meta.url))

/** @returns {RpcClient<import('@polytty/client').Tuispec>} */
export function startTuispec(artifactDir) {
  const flags = ['tuispec', 'server', '--artifact-dir', artifactDir, '--cols', '60', '--rows', '12']
  const server = spawn(process.execPath, [polytty, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] })
  return new RpcClient(new StreamChannel(server.stdout, server.stdin))
}
