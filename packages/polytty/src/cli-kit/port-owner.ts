/** Whose server a port is: what one types must not go to another user's, just because it listens where ours would. */
import { readFileSync } from 'node:fs'

const LISTENS = '0A'

/** False if another user of this machine listens there, as far as the system says. */
export function isOwnPort(port: number): boolean {
  const uid = process.getuid?.()
  if (uid === undefined) return true
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const table of ['tcp', 'tcp6'])
    for (const row of rowsOf(`/proc/net/${table}`)) {
      const [, local, , state, , , , owner] = row.trim().split(/\s+/)
      if (state === LISTENS && local?.endsWith(suffix) && Number(owner) !== uid) return false
    }
  return true
}

/** None where the system has no such table. */
function rowsOf(path: string): string[] {
  try {
    return readFileSync(path, 'latin1').split('\n').slice(1)
  } catch {
    return []
  }
}
