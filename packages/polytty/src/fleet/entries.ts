/** What nodes write about themselves, their sessions and the names they hold, for all others to read. */
import type { ExitStatus, FleetNode, ListedSession, SessionMeta } from '../session/index.js'

/** A node; `joining` until it has written all its sessions. */
export interface NodeEntry extends FleetNode {
  /** Grows with every registration: what was written under an older one is void. 0 in the first write of each. */
  readonly epoch: number
  /** The process; another one may take its place. */
  readonly instance: string
  /** Where it runs: only a server of the same place may take it over. */
  readonly place: string
}

export interface SessionEntry {
  readonly node: string
  readonly epoch: number
  /** Its name, where that is its own in the whole fleet, else its id. */
  readonly name: string
  readonly meta: SessionMeta
  readonly pid: number
  readonly cols: number
  readonly rows: number
  readonly title: string
  readonly exit: ExitStatus | null
}

export interface NameClaim {
  readonly id: string
  readonly node: string
  readonly epoch: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** How a session ended whose node is gone: no one knows. */
export const lostExit: ExitStatus = { code: null, signal: null, reason: 'its node is gone' }

export function listed({ node, name, meta, pid, cols, rows, title, exit }: SessionEntry, lost: boolean): ListedSession {
  const { id, createdAt, options, tags } = meta
  const { program, askedArgs: args, cwd } = options
  const ended = exit ?? (lost ? lostExit : null)
  return { id, name, node, program, args, cwd, pid, cols, rows, title, createdAt, tags: new Set(tags), exit: ended }
}
