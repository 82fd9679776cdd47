/** `polytty wsh` by itself: a shell in a new session, on a server that is started if none is there, attached to. */
import { startInBackground } from '../termwright/background.js'
import { attach } from './attach.js'
import { type TargetFlags, WshTarget } from './target.js'

export interface StartFlags extends TargetFlags {
  readonly name?: string
  readonly command?: string
  readonly tag: readonly string[]
}

export async function start({ name, command, tag, ...flags }: StartFlags): Promise<void> {
  const target = new WshTarget(flags)
  const isOurs = target.url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(target.url.hostname)
  if (isOurs && !(await target.isUp()))
    await startInBackground(['wsh', 'server', '--ephemeral', '--bind', `127.0.0.1:${target.url.port || 80}`])
  const { columns: cols, rows } = process.stdout
  const session = await target.ask<{ name: string }>('POST', '/sessions', {
    name,
    command,
    tags: tag,
    cwd: process.cwd(),
    ...(process.stdout.isTTY && { cols, rows }),
  })
  if (process.stdin.isTTY && process.stdout.isTTY) await attach(target, session.name)
  else process.stdout.write(`${session.name}\n`)
}
