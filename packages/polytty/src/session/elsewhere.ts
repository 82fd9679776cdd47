/** Sessions of other machines, as a server of a fleet knows them: what can be listed, and how one is opened here. */
import type { Emitter } from '../base/emitter.js'
import type { ExitStatus } from './pty/port.js'
import type { Session } from './session.js'
import type { SpawnOptions } from './spawn-options.js'

/** What is known of a session without having opened it. */
export interface ListedSession {
  readonly id: string
  readonly name: string
  /** The machine that has its program; null for this one. */
  readonly node: string | null
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly pid: number
  readonly cols: number
  readonly rows: number
  readonly title: string
  readonly tags: ReadonlySet<string>
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly exit: ExitStatus | null
}

/** The other machines. */
export interface Elsewhere {
  /** What is listed, or which nodes there are, has changed. */
  readonly onChange: Emitter<void>
  /** In order of creation. */
  list(): readonly ListedSession[]
  find(idOrName: string): ListedSession | undefined
  /** A session in this process that shows the other and passes on what is done with it. */
  open(idOrName: string): Promise<Session>
  /** Starts a program on another machine; null if it is to be started here. */
  create(wanted: SpawnOptions, hasRoom: boolean): Promise<Session | null>
  /** Makes a name this session's alone; `session-exists` where it is another's. Whoever has it lets it go by `release`. */
  claim(name: string, id: string): Promise<void>
  release(name: string, id: string): void
  /** This node, and the others, by name. */
  readonly node: string
  /** Whether NATS is there now. */
  readonly connected: boolean
  nodes(): readonly FleetNode[]
  /** Starts no more sessions there, or does so again. */
  drain(node: string, draining: boolean): Promise<void>
  /** For diagnostics. */
  readonly figures: FleetFigures
}

export interface FleetNode {
  readonly node: string
  readonly machine: string
  readonly pool: string
  readonly labels: Readonly<Record<string, string>>
  readonly state: 'joining' | 'ready'
  readonly draining: boolean
  readonly running: number
  readonly most: number
  readonly version: string
}

export interface FleetFigures {
  /** Sessions of other nodes that are open here. */
  readonly opened: number
  /** Bytes that wait to be written to NATS, and that were written. */
  readonly waitingBytes: number
  readonly loggedBytes: number
  readonly loggedMessages: number
}
