/**
 * On which ports a server of one's own may be: where this user listens. What one types must not go to another user's
 * server just because it listens where ours would, and ports where no one listens need not be asked.
 */
import { readFileSync } from 'node:fs'

/** A row of a socket that listens: its port and the user. */
const LISTENS = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F:]+ 0A \S+ \S+ \S+ +(\d+)/gm

/** All of them, where the system does not say. */
export function ownPorts(ports: readonly number[]): readonly number[] {
  const uid = process.getuid?.()
  const tables = ['tcp', 'tcp6'].map((name) => readTable(`/proc/net/${name}`)).filter((table) => table !== null)
  if (uid === undefined || tables.length === 0) return ports
  const owners = new Map<number, Set<number>>()
  for (const table of tables)
    for (const [, port = '', owner] of table.matchAll(LISTENS)) {
      const number = Number.parseInt(port, 16)
      owners.set(number, (owners.get(number) ?? new Set()).add(Number(owner)))
    }
  return ports.filter((port) => {
    const users = owners.get(port)
    return users?.size === 1 && users.has(uid)
  })
}

function readTable(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
