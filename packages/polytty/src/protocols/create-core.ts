/** A core: the sessions of one process, and what protocols need beside them. */
import { type AgentPolicy, Agents } from '../agent/index.js'
import { type Clock, systemClock } from '../base/clock.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import { silentLog } from '../base/log.js'
import { version } from '../base/package.js'
import { RecordingStore } from '../record/index.js'
import type { Redactor } from '../redaction/redactor.js'
import { SessionRegistry } from '../session/index.js'
import type { Core } from './core.js'
import { Lifetime } from './lifetime.js'
import { Presence } from './presence.js'

export interface CoreOptions {
  readonly maxSessions: number
  readonly clock?: Clock
  /** The program of sessions that name none; $SHELL or /bin/sh if absent. */
  readonly shell?: string
  readonly redactor?: Redactor | null
  /** Reports nothing if absent. */
  readonly diagnostics?: Diagnostics
  readonly name?: string
  /** What programs inherit; this process's own environment if absent. */
  readonly baseEnv?: Readonly<Record<string, string | undefined>>
  /** What agents are allowed. */
  readonly agents?: AgentPolicy
  /** Who has to give a password; no one if absent. */
  readonly auth?: Core['auth']
}

export function createCore({ maxSessions, shell, name, baseEnv, ...options }: CoreOptions): Core {
  const { clock = systemClock, redactor = null, auth = { required: false, accepts: () => true } } = options
  const diagnostics = options.diagnostics ?? createDiagnostics(silentLog, clock)
  const sessions = new SessionRegistry({ clock, maxSessions, baseEnv, redactor, diagnostics })
  const program = shell ?? process.env.SHELL ?? '/bin/sh'
  return {
    sessions,
    agents: new Agents(sessions, program, options.agents, redactor, clock),
    clock,
    diagnostics,
    redactor,
    presence: new Presence(),
    lifetime: new Lifetime(sessions, clock),
    recordings: new RecordingStore(),
    version,
    shell: program,
    maxSessions,
    name: name ?? null,
    auth,
  }
}
