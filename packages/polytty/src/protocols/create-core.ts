/** A core: the sessions of one process, and what protocols need beside them. */
import { type AgentPolicy, Agents, InputPolicy } from '../agent/index.js'
import { type Clock, systemClock } from '../base/clock.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import { silentLog } from '../base/log.js'
import { version } from '../base/package.js'
import { type BridgeSpec, Bridges } from '../bridge/index.js'
import { RecordingStore } from '../record/index.js'
import type { Redactor } from '../redaction/redactor.js'
import { type Launcher, SessionRegistry } from '../session/index.js'
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
  /** Starts programs elsewhere than in this process, and where shells find their scripts then. */
  readonly launcher?: Launcher
  readonly scriptsFolder?: string
  /** Where recordings are kept that another process may go on with. */
  readonly recordingsFolder?: string
  /** Who has to give a password; no one if absent. */
  readonly auth?: Core['auth']
  /** Start programs in new panes of this terminal. */
  readonly bridgeTo?: BridgeSpec
}

export function createCore({ maxSessions, shell, name, baseEnv, ...options }: CoreOptions): Core {
  const { clock = systemClock, redactor = null, auth = { required: false, accepts: () => true } } = options
  const diagnostics = options.diagnostics ?? createDiagnostics(silentLog, clock)
  const { bridgeTo } = options
  const inPanes: Launcher | null = bridgeTo
    ? { launch: (started, meta) => bridges.launcher(bridgeTo).launch(started, meta) }
    : null
  const inputs = new InputPolicy(options.agents, redactor, clock)
  // What waits is not logged: it may be secret.
  inputs.approvals.onAsked.on(({ id, session }) =>
    diagnostics.log.info('an input waits for approval: polytty approve shows it', { id, session }),
  )
  const sessions = new SessionRegistry({
    ...{ clock, maxSessions, baseEnv, redactor, diagnostics, guard: inputs },
    ...{ launcher: inPanes ?? options.launcher, scriptsFolder: options.scriptsFolder },
  })
  const bridges = new Bridges({ registry: sessions, clock, log: diagnostics.log })
  const program = shell ?? process.env.SHELL ?? '/bin/sh'
  return {
    sessions,
    inputs,
    agents: new Agents(sessions, program, inputs, options.agents, redactor, clock),
    clock,
    diagnostics,
    redactor,
    presence: new Presence(),
    lifetime: new Lifetime(sessions, clock),
    bridges,
    bridgeTo: bridgeTo?.kind ?? null,
    recordings: new RecordingStore({}, options.recordingsFolder),
    version,
    shell: program,
    maxSessions,
    name: name ?? null,
    auth,
  }
}
