/** Conversations over a daemon's own socket. */
import { join } from 'node:path'
import { openUnixSocket } from '@polytty/client'
import type { ConformanceSetup } from '../../../../../../test/support/conformance/setup.js'
import { newFolder } from '../../../../../../test/support/new-folder.js'
import { strict } from '../../../../../../test/support/strict.js'
import { type DaemonOptions, startDaemon } from '../endpoint/daemon.js'

export const setup: ConformanceSetup = {
  async start(options: Partial<DaemonOptions> = {}, name) {
    const socket = join(newFolder(), `${name}.sock`)
    const daemon = await startDaemon({ program: '/bin/cat', ...options, socket }, strict())
    return { url: '', connect: () => openUnixSocket(socket), stop: () => daemon.stop() }
  },
  example: ({ method, params, expected }) => [
    { send: { id: 1, method, params } },
    { expect: { id: 1, result: null, error: null, ...expected } },
  ],
}
