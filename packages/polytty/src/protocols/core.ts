/** What every dialect is given to work with: the sessions all of them share, the clock, and who may come in. */
import type { Agents, InputPolicy } from '../agent/index.js'
import type { Clock } from '../base/clock.js'
import type { Diagnostics } from '../base/diagnostics.js'
import type { BridgeKind, Bridges } from '../bridge/index.js'
import type { RecordingStore } from '../record/index.js'
import type { Redactor } from '../redaction/redactor.js'
import type { SessionRegistry } from '../session/index.js'
import type { Lifetime } from './lifetime.js'
import type { Presence } from './presence.js'

export interface Core {
  readonly sessions: SessionRegistry
  readonly clock: Clock
  /** Where everything reports what it does. */
  readonly diagnostics: Diagnostics
  readonly presence: Presence
  /** Sessions as agents use them. */
  readonly agents: Agents
  /** What the operator is asked and told of inputs, of whichever protocol. */
  readonly inputs: InputPolicy
  readonly lifetime: Lifetime
  /** Panes of other terminals, as sessions. */
  readonly bridges: Bridges
  /** The terminal whose bridge this server is and nothing else, so that new sessions are panes of it; null for others. */
  readonly bridgeTo: BridgeKind | null
  /** Room for what is recorded for clients. */
  readonly recordings: RecordingStore
  /** Takes secrets out of everything that leaves the server; null where redaction is off. */
  readonly redactor: Redactor | null
  readonly version: string
  /** The program of a session that names none. */
  readonly shell: string
  readonly maxSessions: number
  /** A name the operator gave this server. */
  readonly name: string | null
  readonly auth: {
    readonly required: boolean
    accepts(secret: string): boolean
  }
}
