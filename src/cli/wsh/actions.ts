/** The commands that ask a server one thing and print the answer. */

import { CoreError } from '../../base/core-error.js'
import { print } from '../print.js'
import { formatTable } from '../table.js'
import { type TargetFlags, WshTarget } from './target.js'

interface SessionRow {
  readonly name: string
  readonly pid: number | null
  readonly command: string
  readonly rows: number
  readonly cols: number
  readonly clients: number
  readonly tags: readonly string[]
}

export async function list(flags: TargetFlags & { tag?: string; json?: boolean }): Promise<void> {
  const query = flags.tag === undefined ? '' : `?tag=${encodeURIComponent(flags.tag)}`
  const sessions = await new WshTarget(flags).ask<SessionRow[]>('GET', `/sessions${query}`)
  if (flags.json) return print(JSON.stringify(sessions, null, 2))
  if (sessions.length === 0) return print('no sessions')
  const rows = sessions.map(({ name, pid, command, rows, cols, clients, tags }) => [
    name,
    String(pid ?? '-'),
    `${cols}x${rows}`,
    String(clients),
    tags.join(',') || '-',
    command,
  ])
  print(formatTable(['NAME', 'PID', 'SIZE', 'CLIENTS', 'TAGS', 'COMMAND'], rows))
}

export async function kill(name: string, flags: TargetFlags): Promise<void> {
  await new WshTarget(flags).ask('DELETE', pathOf(name))
}

export async function rename(name: string, newName: string, flags: TargetFlags): Promise<void> {
  await new WshTarget(flags).ask('PATCH', pathOf(name), { name: newName })
}

export async function tag(name: string, flags: TargetFlags & { add: string[]; remove: string[] }): Promise<void> {
  const change = { add_tags: flags.add, remove_tags: flags.remove }
  const { tags } = await new WshTarget(flags).ask<SessionRow>('PATCH', pathOf(name), change)
  print(tags.join(' ') || 'no tags')
}

export async function detach(name: string, flags: TargetFlags): Promise<void> {
  await new WshTarget(flags).ask('POST', `${pathOf(name)}/detach`)
}

export async function persist(value: 'on' | 'off' | 'status', flags: TargetFlags): Promise<void> {
  const target = new WshTarget(flags)
  const answer =
    value === 'status'
      ? await target.ask<{ persistent: boolean }>('GET', '/server/persist')
      : await target.ask<{ persistent: boolean }>('PUT', '/server/persist', { persistent: value === 'on' })
  print(answer.persistent ? 'persistent: the server stays' : 'ephemeral: the server ends with its last session')
}

export async function stop(flags: TargetFlags): Promise<void> {
  await new WshTarget(flags).ask('POST', '/server/stop')
}

export function token(flags: TargetFlags): void {
  const target = new WshTarget(flags)
  if (target.token === null)
    throw new CoreError('not-found', `the server at ${target.url.origin} left no token here`, {
      hint: 'Servers on a loopback address need none.',
    })
  print(target.token)
}

function pathOf(name: string): string {
  return `/sessions/${encodeURIComponent(name)}`
}
