/** `polytty sessions` and `polytty kill`: what runs on a server, and ending one of them. */
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { duration, formatTable } from '../cli-kit/table.js'
import { exitStatus } from '../record/exit-status.js'
import { findSession, type SessionOverview, shortName } from './session-target.js'

export async function listSessions(flags: ServerFlags & { readonly json?: boolean }): Promise<void> {
  await withServer(flags, async (client, { url }) => {
    const { sessions } = await client.call('Polytty.listSessions')
    if (flags.json) return print(JSON.stringify(sessions, null, 2))
    if (sessions.length === 0) return print(`no sessions at ${url}`)
    const titles = ['NAME', 'STATE', 'AGE', 'ACTIVE', 'SIZE', 'CLIENTS', 'PROGRAM', 'WHY']
    const isFleet = sessions.some(({ node }) => node !== null)
    const rows = sessions.map((one) => [...describe(one), ...(isFleet ? [one.node ?? 'this one'] : [])])
    print(formatTable(isFleet ? [...titles, 'NODE'] : titles, rows))
  })
}

export async function killSession(given: string, flags: ServerFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const { id } = await findSession(client, given)
    await client.call('Session.destroy', { sessionId: id })
  })
}

/** The fact that says most about its state. */
function reason({ evidence }: SessionOverview['readiness']): string {
  const facts = ['shell mark', 'system call', 'process']
  const [said] = evidence.filter(({ fact }) => facts.includes(fact))
  return (said ?? evidence[0])?.value ?? '-'
}

function ended(exit: NonNullable<SessionOverview['exit']>): string {
  if (exit.reason === undefined) return `exited ${exitStatus(exit)}`
  return exit.reason === 'revived' ? 'revived' : 'lost'
}

function whyEnded({ reason = '-' }: NonNullable<SessionOverview['exit']>): string {
  return reason === 'revived' ? 'restored from disk: polytty revive runs its command again' : reason
}

function describe(session: SessionOverview): string[] {
  const { command, ageMs, cols, rows, clients, idleMs, exit, readiness } = session
  const handed = session.handedOver ? ', handed to a person: polytty give-back returns it' : ''
  const users = Object.entries(clients).map(([protocol, count]) => `${protocol} ${count}`)
  return [
    shortName(session),
    exit === null ? readiness.state : ended(exit),
    duration(ageMs),
    `${duration(idleMs)} ago`,
    `${cols}x${rows}`,
    users.join(', ') || '-',
    command.join(' '),
    exit === null ? `${reason(readiness)}${handed}` : whyEnded(exit),
  ]
}
