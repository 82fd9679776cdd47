/** A whole server for conversations over WebSockets: one for all of them, and one of their own for those with options. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWebSocket } from '@polytty/client'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../new-folder.js'
import { watchFailures } from '../strict.js'
import type { ConformanceSetup } from './setup.js'

const keptSession = '0f1e2d3c-4b5a-4968-8776-655443322110.session'

/** In options, `$folder` is a folder of its own, and `$kept` one with a session that was kept on disk. */
function withFolders(options: object): object {
  const folder = newFolder()
  const expanded = JSON.stringify(options).replaceAll('$folder', folder).replaceAll('$kept', folder)
  const kept = join(import.meta.dirname, '../../e2e/survive', keptSession)
  if (JSON.stringify(options).includes('$kept')) copyFileSync(kept, join(folder, keptSession))
  return JSON.parse(expanded) as object
}

/** `path` is the socket of clients whose name is not a path itself. */
export function sharedServer(path: string): Pick<ConformanceSetup, 'start' | 'stop'> {
  let shared: Promise<Server> | null = null
  const { parts, verify } = watchFailures()
  const open = (options: object): Promise<Server> =>
    startServer({ port: 0, shell: '/bin/sh', maxSessions: 200, ...withFolders(options) }, parts)
  return {
    async start(options) {
      const server = await (options ? open(options) : (shared ??= open({})))
      // For examples: a session to be about.
      const session = options ? null : await server.sessions.create({ program: '/bin/cat' })
      return {
        url: server.url,
        connect: (client) => openWebSocket(`${server.url}${client.startsWith('/') ? client : path}`),
        bindings: new Map(session ? [['$session', session.id]] : []),
        stop: async () => {
          if (options) await server.stop()
          else if (session && server.sessions.find(session.id)) await server.sessions.remove(session)
          verify()
        },
      }
    },
    stop: async () => (await shared)?.stop(),
  }
}
