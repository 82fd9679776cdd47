/** `polytty sessions` and `polytty kill`: what runs on a server, and ending one of them. */

import { CoreError } from '../base/core-error.js'
import { exitStatus } from '../record/index.js'
import type { SessionOverview } from '../server/overview.js'
import { print } from './print.js'
import { findServer, type ServerFlags } from './server-target.js'
import { formatTable } from './table.js'
import type { WshTarget } from './wsh/target.js'

export async function listSessions(flags: ServerFlags & { readonly json?: boolean }): Promise<void> {
  const target = await findServer(flags)
  const { sessions } = await target.ask<{ sessions: SessionOverview[] }>('GET', '/polytty/sessions')
  if (flags.json) return print(JSON.stringify(sessions, null, 2))
  if (sessions.length === 0) return print(`no sessions at ${target.url.origin}`)
  print(formatTable(['NAME', 'STATE', 'AGE', 'ACTIVE', 'SIZE', 'CLIENTS', 'PROGRAM'], sessions.map(describe)))
}

export async function killSession(given: string, flags: ServerFlags): Promise<void> {
  const target = await findServer(flags)
  const { id } = await findSession(target, given)
  await target.ask('DELETE', `/sessions/${id}`)
}

/** A session by name, id, or the beginning of its id. */
export async function findSession(target: WshTarget, given: string): Promise<SessionOverview> {
  const { sessions } = await target.ask<{ sessions: SessionOverview[] }>('GET', '/polytty/sessions')
  const exact = sessions.find(({ name, id }) => name === given || id === given)
  const [near, ...more] = given.length < 4 ? [] : sessions.filter(({ id }) => id.startsWith(given))
  if (exact) return exact
  if (near && more.length === 0) return near
  const names = sessions.map(shortName).join(', ') || 'none'
  throw new CoreError(
    'session-not-found',
    `no session ${JSON.stringify(given)} at ${target.url.origin}; there is: ${names}`,
  )
}

/** The name that was given; of a session without one the beginning of its id, which serves as well. */
export function shortName({ name, id }: SessionOverview): string {
  return name === id ? id.slice(0, 8) : name
}

function describe(session: SessionOverview): string[] {
  const { command, ageMs, cols, rows, clients, idleMs, exit } = session
  const users = Object.entries(clients).map(([dialect, count]) => `${dialect} ${count}`)
  return [
    shortName(session),
    exit === null ? 'running' : `exited ${exitStatus(exit)}`,
    duration(ageMs),
    `${duration(idleMs)} ago`,
    `${cols}x${rows}`,
    users.join(', ') || '-',
    command.join(' '),
  ]
}

/** In the one unit that says enough. */
function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}
