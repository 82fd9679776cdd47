/** Running something as often as was asked for, and again where it fails. */
import { systemClock } from 'polytty/sessions'
import type { RunOptions, TestResult } from './results.js'

export type Attempts = Pick<TestResult, 'status' | 'durationMs' | 'runs' | 'error'>

/** `attempt` gives the reason for which it failed, or null. */
export async function runAttempts(
  { repeat, retries }: Pick<RunOptions, 'repeat' | 'retries'>,
  attempt: () => Promise<string | null>,
): Promise<Attempts> {
  const startedAt = systemClock.monotonic()
  let runs = 0
  let failures = 0
  let error: string | null = null
  for (let round = 1; round <= repeat && error === null; round++) {
    for (let left = retries; left >= 0; left--) {
      runs++
      error = await attempt()
      if (error === null) break
      failures++
    }
    if (error !== null && repeat > 1) error = `in round ${round} of ${repeat}: ${error}`
  }
  const status = error !== null ? 'failed' : failures > 0 ? 'flaky' : 'passed'
  return { status, durationMs: systemClock.monotonic() - startedAt, runs, error }
}
