/** Conversations over the socket of a whole server that speaks one protocol more. */
import { join } from 'node:path'
import { openUnixSocket } from '@polytty/client'
import { protocols } from '../../../packages/polytty/src/protocols/index.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import type { ConformanceSetup } from '../../support/conformance/setup.js'
import { newFolder } from '../../support/new-folder.js'
import { toy } from '../index.js'

export const setup: ConformanceSetup = {
  async start() {
    const socket = join(newFolder(), 'socket')
    const server = await startServer({ port: 0, socket }, { checkResults: true, protocols: [...protocols, toy] })
    return { url: server.url, connect: () => openUnixSocket(socket), stop: () => server.stop() }
  },
  example: ({ method, params, expected }) => [
    { send: { toy: method, id: 1, ...(params as object) } },
    { expect: { id: 1, ...expected } },
  ],
}
