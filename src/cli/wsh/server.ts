/** `server`: the server under the original's flags, persistent or for as long as it has sessions. */
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CoreError } from '../../base/core-error.js'
import { makeFolder } from '../../files/make-folder.js'
import { startServer } from '../../server/server.js'
import { isLoopback } from '../../transport/guard.js'
import { keepServing } from '../failure.js'
import { untilSignal } from '../signals.js'
import { tokenFile } from './target.js'

export interface ServerFlags {
  readonly bind: string
  readonly token?: string
  readonly ephemeral?: boolean
  readonly maxSessions: number
  readonly allowOrigin: readonly string[]
  readonly tlsCert?: string
  readonly tlsKey?: string
}

const MIN_TOKEN_CHARS = 16

export async function server({ bind, ephemeral, maxSessions, allowOrigin, ...flags }: ServerFlags): Promise<void> {
  const { host, port } = parseBind(bind)
  const token = chooseToken(host, flags.token)
  const { tlsCert, tlsKey } = flags
  const running = await startServer({ host, port, token, maxSessions, allowOrigins: allowOrigin, tlsCert, tlsKey })
  running.persistent = !ephemeral
  const unneeded = new Promise<void>((resolve) => running.onUnneeded.on(resolve))
  const saved = token !== undefined && flags.token === undefined ? saveToken(running.port, token) : null
  process.stdout.write(`wsh listening on ${running.url.replace(/^ws/, 'http')}\n`)
  if (saved) process.stdout.write('its token is printed by: polytty wsh token\n')
  keepServing()
  await Promise.race([untilSignal(), unneeded])
  await running.stop()
  if (saved) rmSync(saved, { force: true })
}

function parseBind(bind: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(bind) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535)
    throw new CoreError('invalid-params', `--bind takes ADDRESS:PORT, not ${bind}`, { hint: 'Example: 127.0.0.1:8080' })
  return { host, port: Number(port) }
}

/** Where strangers can connect there is always a token: the one given, or one made here. */
function chooseToken(host: string, given: string | undefined): string | undefined {
  if (given !== undefined && given.length < MIN_TOKEN_CHARS)
    throw new CoreError('invalid-params', `a token has at least ${MIN_TOKEN_CHARS} characters, not ${given.length}`)
  return given ?? (isLoopback(host) ? undefined : randomBytes(24).toString('hex'))
}

function saveToken(port: number, token: string): string {
  const path = tokenFile(port)
  makeFolder(dirname(path), 0o700)
  writeFileSync(path, `${token}\n`, { mode: 0o600 })
  return path
}
