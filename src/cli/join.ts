/** Joining a running server over its Unix socket: our own greeting, its answer, and then a dialect as it is. */
import { connect, type Socket } from 'node:net'
import { CoreError } from '../base/core-error.js'
import type { Greeting, Welcome } from '../server/socket-greeting.js'

type Ready = Extract<Welcome, { polytty: 'ready' }>

export interface Joined {
  readonly socket: Socket
  readonly welcome: Ready
}

/** Says what we want; a refusal, or nobody there, is an error with the reason. The socket waits until somebody reads it. */
export async function join(path: string, wish: Greeting): Promise<Joined> {
  if (/^\w+:\/\//.test(path))
    throw new CoreError('invalid-params', `${path} is an address; this needs the path of the server's socket`, {
      hint: 'The one that polytty serve --socket PATH was given',
    })
  const socket = connect(path)
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('error', (error) => reject(nobody(path, error)))
    socket.once('close', () => reject(nobody(path)))
    const onData = (data: Buffer): void => {
      text += data.toString('latin1')
      const end = text.indexOf('\n')
      if (end < 0) return
      socket.off('data', onData)
      socket.pause()
      const rest = Buffer.from(text.slice(end + 1), 'latin1')
      if (rest.length > 0) socket.unshift(rest)
      resolve(Buffer.from(text.slice(0, end), 'latin1').toString())
    }
    socket.on('data', onData)
    socket.write(`${JSON.stringify(wish)}\n`)
  })
  const welcome = JSON.parse(line) as Welcome
  if (welcome.polytty === 'ready') return { socket, welcome }
  socket.destroy()
  throw new CoreError('session-not-found', welcome.message ?? `${path} is not the socket of a polytty server`)
}

/** Standard input and output on a joined server, until either side ends. */
export async function passThrough({ socket }: Joined): Promise<void> {
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
  await ended
}

/** What programs that are started for us inherit. */
export function surroundings(): { cwd: string; env: Record<string, string> } {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { cwd: process.cwd(), env: Object.fromEntries(env) }
}

function nobody(path: string, cause?: NodeJS.ErrnoException): CoreError {
  return new CoreError(
    'not-found',
    `no server answers at ${path}${cause?.code ? `: ${cause.code}` : ''}`,
    { hint: 'Start one with: polytty serve --socket PATH' },
    { cause },
  )
}
