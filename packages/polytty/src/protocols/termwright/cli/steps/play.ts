/** Plays a step file against a program of its own, or a daemon that runs. What to print, and how to end, is up to the caller. */
import { CoreError } from '../../../../base/core-error.js'
import { startDaemon } from '../../endpoint/daemon.js'
import { connectDaemon, type DaemonClient } from '../daemon-client.js'
import { ownShape, type Settings, spawnSettings } from '../settings.js'
import { temporarySocket } from '../sockets.js'
import { Artifacts } from './artifacts.js'
import { runSteps, type StepResult } from './run.js'
import type { Step, StepFile } from './schema.js'

export interface PlayOptions {
  /** Keep the trace whatever the file says. */
  readonly trace?: boolean
  /** Where artifacts go; where the file says if absent. */
  readonly artifactsDir?: string
  readonly report?: (result: StepResult, step: Step) => void
}

export interface Played {
  readonly results: readonly StepResult[]
  /** The step that failed; null if none did. */
  readonly failed: StepResult | null
  /** Where artifacts were kept; null if none were. */
  readonly artifacts: string | null
}

export interface Reached {
  readonly client: DaemonClient
  stop(): Promise<void>
}

export async function playSteps(client: DaemonClient, file: StepFile, options: PlayOptions): Promise<Played> {
  const { steps } = file
  const { mode } = file.artifacts
  const artifacts = new Artifacts(mode, options.artifactsDir ?? file.artifacts.dir, new Date())
  const results = await runSteps(client, steps, artifacts, (result) =>
    options.report?.(result, steps[result.step - 1]!),
  )
  const failed = results.find(({ error }) => error !== null) ?? null
  const isKept = mode === 'always' || (mode === 'onFailure' && failed !== null)
  if (options.trace || isKept) artifacts.save('trace.json', `${JSON.stringify(results, null, 2)}\n`)
  return { results, failed, artifacts: isKept ? artifacts.pathOf('') : null }
}

/** A daemon for the program of the file, or the one that runs at a socket. */
export async function reachDaemon(
  { session }: StepFile,
  connectTo: string | undefined,
  settings: Settings,
): Promise<Reached> {
  const wire = ownShape(settings)
  if (connectTo !== undefined) return { client: await connectDaemon(connectTo, wire), stop: async () => {} }
  if (!session) {
    throw new CoreError('invalid-params', 'the file does not define a session to start', {
      hint: 'Add session: {command: …}, or use --connect SOCKET.',
    })
  }
  const { command, args, env, noDefaultEnv, noOscEmulation, ...spawn } = session
  const [program, ...rest] = typeof command === 'string' ? [command, ...args] : command
  const started = spawnSettings(
    {
      defaultEnv: settings.defaultEnv && !noDefaultEnv,
      oscEmulation: settings.oscEmulation && !noOscEmulation,
    },
    env,
  )
  const daemon = await startDaemon({ program, args: rest, ...spawn, ...started, socket: temporarySocket() })
  return { client: await connectDaemon(daemon.socket, wire), stop: () => daemon.stop() }
}
