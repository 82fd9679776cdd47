/** Which server a command means: by address, by the path of its socket, by its name, or the one that is there. */
import { CoreError } from '../../../base/core-error.js'
import { lookForServer } from '../../../cli-kit/find-server.js'
import { join } from '../../../cli-kit/join.js'
import { answers } from '../../../transport/owner-socket.js'
import { defaultSocket, type Named, namedSocket } from './instance.js'
import { WshTarget } from './target.js'

export interface TargetFlags extends Named {
  /** An address; or the hostname that the server must have. */
  readonly server?: string
  readonly token?: string
  readonly bind?: string
  /** False for --no-start. */
  readonly start?: boolean
}

export async function findTarget(flags: TargetFlags): Promise<WshTarget> {
  const { server, token } = flags
  const hostname = server !== undefined && !isAddress(server) ? server : null
  const target = await find({ ...flags, server: hostname === null ? server : undefined })
  if (hostname === null) return target
  const info = await target.call('get_server_info')
  if (info.hostname === hostname) return target
  throw new CoreError(
    'not-found',
    `the server at ${target.url.origin} is ${info.hostname}, and does not know ${hostname}`,
    {
      hint: `Name a server by its address: --server http://HOST:PORT${token === undefined ? ' --token TOKEN' : ''}`,
    },
  )
}

async function find({ token, bind, ...flags }: TargetFlags): Promise<WshTarget> {
  const named = namedSocket(flags)
  const server = flags.server ?? (named === null ? (bind ?? process.env.WSH_SERVER) : undefined)
  if (server !== undefined) return new WshTarget({ server, token })
  if (named !== null) return atSocket(named, token)
  const found = await lookForServer({ token })
  if (found)
    return new WshTarget({ server: found.url, token: found.token ?? undefined, socket: found.socket ?? undefined })
  return (await answers(defaultSocket())) ? atSocket(defaultSocket(), token) : new WshTarget({ token })
}

/** Whoever can open the socket gets the address and the token. */
export async function atSocket(path: string, token: string | undefined): Promise<WshTarget> {
  const { socket, answer } = await join(path, { polytty: 'where' })
  socket.destroy()
  return new WshTarget({ server: answer.url, token: token ?? answer.token ?? undefined, socket: path })
}

/** A hostname by itself is a server's own name. */
function isAddress(server: string): boolean {
  return /[:/]/.test(server)
}
