/** Which running server a command means: the one that was named by address or socket, or the first that is found. */
import { CoreError } from '../base/core-error.js'
import { join } from './join.js'
import { discover } from './wrightty/discover.js'
import { WshTarget } from './wsh/target.js'

export interface ServerFlags {
  readonly server?: string
  readonly token?: string
}

export async function findServer({ server, token }: ServerFlags): Promise<WshTarget> {
  const given = server ?? process.env.POLYTTY_SERVER ?? process.env.WRIGHTTY_SOCKET
  const secret = token ?? process.env.POLYTTY_TOKEN
  if (given === undefined) return new WshTarget({ server: await firstFound(), token: secret })
  if (!isPath(given)) return new WshTarget({ server: given.replace(/^ws/, 'http'), token: secret })
  const { socket, welcome } = await join(given, { polytty: 'where' })
  socket.destroy()
  return new WshTarget({ server: welcome.url, token: secret ?? welcome.token ?? undefined })
}

/** A socket is a path; an address has a scheme, or a host and a port. */
function isPath(given: string): boolean {
  return !/^\w+:\/\//.test(given) && given.includes('/')
}

async function firstFound(): Promise<string> {
  const [found] = await discover()
  if (found) return found.url.replace(/^ws/, 'http')
  throw new CoreError('not-found', 'no server was found on this machine', {
    hint: 'Start one with: polytty serve, or name one with --server',
  })
}
