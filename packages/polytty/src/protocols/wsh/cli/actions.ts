/** The commands that ask a server one thing and print the answer. */

import { connect } from 'node:net'
import { CoreError } from '../../../base/core-error.js'
import { print } from '../../../cli-kit/print.js'
import { formatTable } from '../../../cli-kit/table.js'
import { findTarget, type TargetFlags } from './find-target.js'
import type { WshTarget } from './target.js'

export async function list(flags: TargetFlags & { tag?: string; json?: boolean }): Promise<void> {
  const sessions = await (await findTarget(flags)).call('list_sessions', { tag: flags.tag })
  if (flags.json) return print(JSON.stringify(sessions, null, 2))
  if (sessions.length === 0) return print('No active sessions.')
  const rows = sessions.map(({ name, pid, command, rows, cols, clients, tags }) => [
    name,
    String(pid ?? '-'),
    command,
    `${cols}x${rows}`,
    String(clients),
    tags.join(', '),
  ])
  print(formatTable(['NAME', 'PID', 'COMMAND', 'SIZE', 'CLIENTS', 'TAGS'], rows))
}

export async function kill(name: string, flags: TargetFlags): Promise<void> {
  await (await findTarget(flags)).call('kill_session', { name })
  print(`Session '${name}' killed.`)
}

export async function rename(name: string, newName: string, flags: TargetFlags): Promise<void> {
  await (await findTarget(flags)).call('update_session', { session: name, name: newName })
}

export async function tag(name: string, flags: TargetFlags & { add: string[]; remove: string[] }): Promise<void> {
  const change = { session: name, add_tags: flags.add, remove_tags: flags.remove }
  const { tags } = await (await findTarget(flags)).call('update_session', change)
  print(`Session '${name}': ${tags.join(', ') || 'no tags'}`)
}

export async function detach(name: string, flags: TargetFlags): Promise<void> {
  await (await findTarget(flags)).call('detach_session', { name })
  print(`Session '${name}' detached.`)
}

export async function persist(value: 'on' | 'off' | 'status', flags: TargetFlags): Promise<void> {
  const target = await findTarget(flags)
  const { persistent } =
    value === 'status'
      ? await target.call('get_server_mode')
      : await target.call('set_server_mode', { persistent: value === 'on' })
  print(persistent ? 'persistent: the server stays' : 'ephemeral: the server ends with its last session')
}

export async function stop(flags: TargetFlags): Promise<void> {
  const target = await findTarget(flags).catch(() => null)
  if (!target || !(await target.isUp())) return print('No server running.')
  const gone = await untilGone(target)
  await target.call('stop_server')
  await gone.promise
  print('Server stopped.')
}

/** Resolves once it is watched; a connection on which nothing is said lasts as long as the server, or long enough. */
async function untilGone({ socket, url }: WshTarget): Promise<{ readonly promise: Promise<void> }> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const connection = socket === null ? connect(port, url.hostname.replace(/^\[|\]$/g, '')) : connect(socket)
  const promise = new Promise<void>((resolve) => connection.on('error', () => resolve()).once('close', () => resolve()))
  await new Promise<void>((resolve) => connection.once('connect', resolve).once('close', resolve))
  return { promise }
}

export async function token(flags: TargetFlags): Promise<void> {
  const target = await findTarget(flags)
  if (target.token === null)
    throw new CoreError('not-found', `the server at ${target.url.origin} has saved no token here`, {
      hint: 'Servers on a loopback address need none.',
    })
  print(target.token)
}
