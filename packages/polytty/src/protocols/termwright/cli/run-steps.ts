/** `run-steps`: a step file against a daemon of its own or one that is running. */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CoreError } from '../../../base/core-error.js'
import { reportFailure } from '../../../cli-kit/failure.js'
import { startDaemon } from '../endpoint/daemon.js'
import { connectDaemon, type DaemonClient } from './daemon-client.js'
import { ownShape, type Settings, spawnSettings } from './settings.js'
import { temporarySocket } from './sockets.js'
import { Artifacts } from './steps/artifacts.js'
import { readStepFile } from './steps/read.js'
import { junitReport, reportLine } from './steps/report.js'
import { runSteps } from './steps/run.js'
import type { StepFile } from './steps/schema.js'

export interface RunStepsFlags {
  readonly connect?: string
  readonly trace?: boolean
  readonly junit?: string
}

/** Exit codes: 0 passed, 1 a step failed, 2 the file is wrong, 3 the program or daemon could not be reached. */
const exits = { passed: 0, failed: 1, badFile: 2, notStarted: 3 } as const

export async function runStepFile(path: string, flags: RunStepsFlags, settings: Settings): Promise<void> {
  const file = readStepFile(path)
  const target = await reach(file, flags.connect, settings).catch((error: unknown) => {
    reportFailure(error)
    return null
  })
  if (!target) {
    process.exitCode = exits.notStarted
    return
  }
  try {
    await play(path, file, target.client, flags)
  } finally {
    target.client.close()
    await target.stop()
  }
}

async function play(
  path: string,
  file: StepFile,
  client: DaemonClient,
  { trace, junit }: RunStepsFlags,
): Promise<void> {
  const { steps } = file
  const artifacts = new Artifacts(file.artifacts.mode, file.artifacts.dir, new Date())
  const results = await runSteps(client, steps, artifacts, (result) => {
    process.stdout.write(`${reportLine(result, steps[result.step - 1]!, steps.length)}\n`)
  })
  const failed = results.find(({ error }) => error !== null)
  const keep = file.artifacts.mode === 'always' || (file.artifacts.mode === 'onFailure' && failed)
  if (trace || keep) artifacts.save('trace.json', `${JSON.stringify(results, null, 2)}\n`)
  if (junit) writeFileSync(junit, junitReport(basename(path), steps, results))
  if (!failed) return void process.stdout.write(`${steps.length} steps passed\n`)
  process.stdout.write(`step ${failed.step} of ${steps.length} failed${keep ? `; see ${artifacts.pathOf('')}` : ''}\n`)
  process.exitCode = exits.failed
}

interface Reached {
  readonly client: DaemonClient
  stop(): Promise<void>
}

async function reach({ session }: StepFile, connectTo: string | undefined, settings: Settings): Promise<Reached> {
  const wire = ownShape(settings)
  if (connectTo !== undefined) return { client: await connectDaemon(connectTo, wire), stop: async () => {} }
  if (!session) {
    throw new CoreError('invalid-params', 'the file has no session to start', {
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
