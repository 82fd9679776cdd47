/** Which session a command means: by name, id or the beginning of an id; the only one that runs where none is named. */
import type { Client, ResultOf, Wrightty } from '@polytty/client'
import { CoreError } from '../base/core-error.js'
import { shortName } from '../base/short-name.js'

export { shortName }

export type SessionOverview = ResultOf<Wrightty, 'Polytty.listSessions'>['sessions'][number]

/** Beginnings of ids that are shorter mean nothing. */
const MIN_PREFIX_CHARS = 4

export async function findSession(client: Client, given: string | undefined): Promise<SessionOverview> {
  const { sessions } = await client.call('Polytty.listSessions')
  return given === undefined ? onlyOne(sessions) : byName(sessions, given)
}

/** Whether a word is the name or the id of a session. */
export async function isSession(client: Client, word: string): Promise<boolean> {
  const { sessions } = await client.call('Polytty.listSessions')
  return sessions.some(({ name, id }) => name === word || id === word)
}

function byName(sessions: readonly SessionOverview[], given: string): SessionOverview {
  const exact = sessions.find(({ name, id }) => name === given || id === given)
  const [near, ...more] = given.length < MIN_PREFIX_CHARS ? [] : sessions.filter(({ id }) => id.startsWith(given))
  if (exact) return exact
  if (near && more.length === 0) return near
  throw new CoreError('session-not-found', `no session ${JSON.stringify(given)}; available: ${listNames(sessions)}`)
}

function onlyOne(sessions: readonly SessionOverview[]): SessionOverview {
  const running = sessions.filter(({ exit }) => exit === null)
  const [only, ...more] = running
  if (only && more.length === 0) return only
  if (only) throw new CoreError('session-not-found', `which session? Available: ${listNames(running)}`)
  const ended = sessions.length > 0 ? `; ended: ${listNames(sessions)}` : ''
  throw new CoreError('session-not-found', `no session is running${ended}`, {
    hint: 'Start a program with: polytty new -- COMMAND',
  })
}

function listNames(sessions: readonly SessionOverview[]): string {
  return sessions.map(shortName).join(', ') || 'none'
}
