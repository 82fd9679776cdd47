/** `polytty wsh` by itself: a shell in a new session, on a server that is started if none is there, attached to. */

import { CoreError } from '../../../base/core-error.js'
import { reportStarted, startInBackground } from '../../../cli-kit/background.js'
import { windowSize } from '../../../cli-kit/window-size.js'
import { answers } from '../../../transport/owner-socket.js'
import { attach } from './attach.js'
import { findTarget, type TargetFlags } from './find-target.js'
import { namedSocket } from './instance.js'
import { DEFAULT_BIND, type WshTarget } from './target.js'

export interface StartFlags extends TargetFlags {
  readonly name?: string
  readonly command?: string
  readonly shell?: string
  readonly tag: readonly string[]
}

export async function start({ name, command, shell, tag, ...flags }: StartFlags): Promise<void> {
  const target = await ensureServer(flags)
  const session = await target.call('create_session', {
    name,
    command: command ?? shell,
    tags: tag,
    cwd: process.cwd(),
    ...(process.stdout.isTTY && windowSize()),
  })
  if (process.stdin.isTTY && process.stdout.isTTY) await attach(target, session.name)
  else process.stdout.write(`${session.name}\n`)
}

/** The server that is meant; one that would be on this machine and is missing is started, until its last session ends. */
export async function ensureServer(flags: TargetFlags): Promise<WshTarget> {
  const socket = flags.server === undefined ? namedSocket(flags) : null
  if (socket !== null) {
    if (!(await answers(socket)))
      // A named server has a port of its own, if no one says which.
      await startServer(flags.bind ?? '127.0.0.1:0', ['--socket', socket], flags)
    return findTarget(flags)
  }
  const target = await findTarget(flags)
  const isOurs = target.url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(target.url.hostname)
  if (!isOurs || (await target.isUp())) return target
  const bind = flags.bind ?? (target.url.port === '' ? DEFAULT_BIND : `127.0.0.1:${target.url.port}`)
  await startServer(bind, [], flags)
  return findTarget(flags)
}

async function startServer(bind: string, more: readonly string[], { token, start }: TargetFlags): Promise<void> {
  if (start === false)
    throw new CoreError('not-found', 'no server is running', {
      hint: 'Start one with: polytty serve (or leave --no-start out)',
    })
  // Not on the command line, where everyone could read it.
  const env = token === undefined ? process.env : { ...process.env, WSH_TOKEN: token }
  await startInBackground(['wsh', 'server', '--ephemeral', '--bind', bind, ...more], env)
  reportStarted('polytty wsh stop')
}
