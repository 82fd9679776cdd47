/** `polytty test`: finds the files, runs them, reports. Resolves with the exit code. */
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { CoreError, systemClock } from 'polytty/sessions'
import { OUTPUT_FOLDER } from '../kit.js'
import { requireMode, updateMode } from '../snapshots/store.js'
import { findFiles, readLastFailed, shardOf, writeLastFailed } from './plan.js'
import { runInPool } from './pool.js'
import { makeReporters } from './reporters.js'
import { countOf, type RunSummary } from './results.js'

export interface TestFlags {
  /** What to do with snapshots: all, changed, missing or none. */
  readonly update?: string
  readonly retries?: number
  readonly repeat?: number
  readonly workers?: number
  readonly shard?: string
  readonly reporter?: string
  readonly lastFailed?: boolean
  readonly grep?: string
  readonly output?: string
  /** Milliseconds for each test. */
  readonly timeout?: number
  /** A seed, or true for any. */
  readonly chaos?: string | boolean
}

const TEST_MS = 30_000

export async function runTests(globs: readonly string[], flags: TestFlags): Promise<number> {
  if (flags.update === undefined) updateMode(null)
  else requireMode(flags.update)
  const outputDir = resolve(flags.output ?? OUTPUT_FOLDER)
  const reporters = makeReporters((flags.reporter ?? 'list').split(','), outputDir)
  const only = flags.lastFailed ? readLastFailed(outputDir) : null
  const found = only && globs.length === 0 ? Object.keys(only) : await findFiles(globs)
  const wanted = only ? found.filter((file) => Object.hasOwn(only, file)) : found
  const files = flags.shard === undefined ? wanted : shardOf(wanted, flags.shard)
  // Workers inherit these.
  if (flags.update !== undefined) process.env.POLYTTY_UPDATE = flags.update
  if (flags.chaos) process.env.POLYTTY_CHAOS = flags.chaos === true ? '1' : flags.chaos
  const startedAt = systemClock.monotonic()
  const { retries = 0, repeat = 1, timeout: timeoutMs = TEST_MS, grep = null } = flags
  const options = { outputDir, timeoutMs, retries, repeat, grep, only }
  const results = await runInPool(files, flags.workers ?? availableParallelism(), options, (result) => {
    for (const reporter of reporters) reporter.tested?.(result)
  })
  const tests = results.flatMap((file) => file.tests)
  const summary: RunSummary = { files: results, tests, durationMs: systemClock.monotonic() - startedAt }
  for (const reporter of reporters) reporter.ended(summary)
  // A part of the files, or of what failed, may well be empty.
  if (files.length > 0 && tests.length === 0)
    throw new CoreError('not-found', `no test was run: ${whyNone(files, grep)}`)
  writeLastFailed(outputDir, tests)
  return countOf(summary, 'failed') > 0 ? 1 : 0
}

function whyNone(files: readonly string[], grep: string | null): string {
  if (grep !== null) return `no title has ${JSON.stringify(grep)} in it`
  return `there is none in ${files.map((file) => relative(process.cwd(), file)).join(', ')}`
}
