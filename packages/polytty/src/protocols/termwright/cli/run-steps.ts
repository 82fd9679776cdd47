/** `run-steps`: a step file against a daemon of its own or one that is running. */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { reportFailure } from '../../../cli-kit/failure.js'
import type { DaemonClient } from './daemon-client.js'
import type { Settings } from './settings.js'
import { playSteps, reachDaemon } from './steps/play.js'
import { readStepFile } from './steps/read.js'
import { junitReport, reportLine } from './steps/report.js'
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
  const target = await reachDaemon(file, flags.connect, settings).catch((error: unknown) => {
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
  const { results, failed, artifacts } = await playSteps(client, file, {
    trace,
    report: (result, step) => void process.stdout.write(`${reportLine(result, step, steps.length)}\n`),
  })
  if (junit) writeFileSync(junit, junitReport(basename(path), steps, results))
  if (!failed) return void process.stdout.write(`${steps.length} steps passed\n`)
  process.stdout.write(`step ${failed.step} of ${steps.length} failed${artifacts ? `; see ${artifacts}` : ''}\n`)
  process.exitCode = exits.failed
}
