/** Conversations over a pair of streams. */
import { join } from 'node:path'
import type { ConformanceSetup } from '../../../../../../test/support/conformance/setup.js'
import { streamPair } from '../../../../../../test/support/conformance/stream-pair.js'
import { newFolder } from '../../../../../../test/support/new-folder.js'
import { strict } from '../../../../../../test/support/strict.js'
import type { TuispecOptions } from '../dialect.js'
import { startTuispec } from '../endpoint/stand-alone.js'

const settings = { cols: 134, rows: 40, timeoutSeconds: 5, ambiguityMode: 'fail', env: {} } as const

export const setup: ConformanceSetup = {
  async start(options: Partial<TuispecOptions> = {}, name) {
    const artifactDir = join(newFolder(), name)
    const { streams, channel } = streamPair()
    const server = startTuispec({ ...settings, cwd: process.cwd(), ...options, artifactDir }, { streams, ...strict() })
    return {
      url: '',
      connect: async () => channel,
      bindings: new Map([['$recording', join(artifactDir, 'recording.jsonl')]]),
      stop: () => server.stop(),
    }
  },
  example: ({ method, params, expected }) => [
    { send: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { name: 'example' } } },
    { send: { jsonrpc: '2.0', id: 2, method: 'launch', params: { command: '/bin/cat' } } },
    { expect: { id: 2, result: { ok: true } } },
    { send: { jsonrpc: '2.0', id: 3, method, params } },
    { expect: { jsonrpc: '2.0', id: 3, ...expected } },
  ],
}
