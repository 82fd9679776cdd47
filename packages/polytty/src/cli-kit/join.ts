/** Joining a running server over its Unix socket: our own greeting, its answer, and then a dialect as it is. */
import { connect, type Socket } from 'node:net'
import { systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Hello, HelloAnswer } from '../protocols/hello.js'

/** How long a server may take to answer a hello. */
const PATIENCE_MS = 10_000

type Ready = Extract<HelloAnswer, { polytty: 'ready' }>

export interface Joined {
  readonly socket: Socket
  readonly answer: Ready
}

/** Says what we want; a refusal, or no one there, is an error with the reason. The socket waits until someone reads it. */
export async function join(path: string, hello: Hello): Promise<Joined> {
  if (/^\w+:\/\//.test(path))
    throw new CoreError('invalid-params', `${path} is an address; this needs the path of the server's socket`, {
      hint: 'Give the path that polytty serve --socket was started with',
    })
  const socket = connect(path)
  const late = deferred<never>()
  const patience = systemClock.after(PATIENCE_MS, () => late.reject(noAnswer(path)))
  const line = await Promise.race([readAnswer(socket, path, hello), late.promise])
    .catch((error: unknown) => {
      socket.destroy()
      throw error
    })
    .finally(() => patience.dispose())
  const answer = JSON.parse(line) as HelloAnswer
  if (answer.polytty === 'ready') return { socket, answer }
  socket.destroy()
  throw new CoreError('session-not-found', answer.message ?? `${path} is not the socket of a polytty server`)
}

/** The first line that comes back. */
function readAnswer(socket: Socket, path: string, hello: Hello): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('error', (error) => reject(noServer(path, error)))
    socket.once('close', () => reject(noServer(path)))
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
    socket.write(`${JSON.stringify(hello)}\n`)
  })
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

function noAnswer(path: string): CoreError {
  return new CoreError('wait-timeout', `the server at ${path} does not answer: it is stopped, or very busy`, {
    hint: 'Choose another with --server, or end that one and run: polytty serve',
  })
}

function noServer(path: string, cause?: NodeJS.ErrnoException): CoreError {
  if (cause?.code === 'EACCES' || cause?.code === 'EPERM')
    return new CoreError(
      'permission-denied',
      `${path} belongs to another user`,
      { hint: 'Choose a server of your own with --server, or start one with: polytty serve' },
      { cause },
    )
  return new CoreError(
    'not-found',
    `no server answers at ${path}${cause?.code ? `: ${cause.code}` : ''}`,
    { hint: 'Start one with: polytty serve --socket PATH' },
    { cause },
  )
}
