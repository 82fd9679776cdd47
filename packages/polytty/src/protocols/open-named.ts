/** Opens the sessions of other machines that a request names, so that its handler finds them as if they were here. */
import { isObject } from '../base/checks.js'
import type { SessionRegistry } from '../session/index.js'

/** What protocols call the param that names a session. */
const params = ['sessionId', 'session', 'session_id', 'name', 'id'] as const

/** null where nothing has to be opened. */
export function openNamed(sessions: SessionRegistry, given: unknown): Promise<unknown> | null {
  if (!sessions.fleet || !isObject(given)) return null
  // Tools of MCP are called with their own params inside.
  const all = [given, given.arguments].filter(isObject)
  const names = all.flatMap((one) => params.map((param) => one[param])).filter((name) => typeof name === 'string')
  const opening = names.flatMap((name) => sessions.opening(name) ?? [])
  return opening.length === 0 ? null : Promise.all(opening)
}
