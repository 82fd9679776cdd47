/** What running tests comes to; workers send it, reporters print it. */

export type Status = 'passed' | 'failed' | 'flaky' | 'skipped'

export interface TestResult {
  readonly file: string
  /** With the names of the suites around it. */
  readonly title: string
  readonly status: Status
  readonly durationMs: number
  /** How often it was run. */
  readonly runs: number
  /** Of the last run that failed. */
  readonly error: string | null
  readonly attachments: readonly string[]
  readonly notes: readonly string[]
}

export interface FileResult {
  readonly file: string
  readonly tests: readonly TestResult[]
  /** Snapshots that no test asks for. */
  readonly obsolete: readonly string[]
}

/** How tests are run, as the command was asked to. */
export interface RunOptions {
  readonly outputDir: string
  readonly timeoutMs: number
  readonly retries: number
  readonly repeat: number
  /** A part of the title, or null for all. */
  readonly grep: string | null
  /** Only these titles, by file; null for all. */
  readonly only: Readonly<Record<string, readonly string[]>> | null
}

export interface RunSummary {
  readonly files: readonly FileResult[]
  readonly tests: readonly TestResult[]
  readonly durationMs: number
}

export function countOf({ tests }: Pick<RunSummary, 'tests'>, status: Status): number {
  return tests.filter((test) => test.status === status).length
}
