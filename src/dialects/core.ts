/** What every dialect is given to work with: the sessions all of them share, the clock, and who may come in. */
import type { Clock } from '../base/clock.js'
import type { SessionRegistry } from '../session/index.js'
import type { Redactor } from '../text/redact.js'
import type { Presence } from './presence.js'

export interface Core {
  readonly sessions: SessionRegistry
  readonly clock: Clock
  readonly presence: Presence
  /** Takes secrets out of everything that leaves the server; null where it was not told to. */
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
