/** Runs the tests of one file, one after another, with their hooks, retries and repeats. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { systemClock } from 'polytty/sessions'
import { TerminalError } from '../failure.js'
import { outputFolder, type TestPlace } from '../kit.js'
import { type Leavings, runTest, type TestBody } from '../runners/run-test.js'
import { obsoleteSnapshots } from '../snapshots/store.js'
import { runAttempts } from './attempts.js'
import { type CollectedTest, type Collector, collectFrom, suitesOf } from './collect.js'
import type { FileResult, RunOptions, TestResult } from './results.js'
import { takeStrays } from './strays.js'

/** Where the kit and the server are: of no interest in a stack. */
const own = [dirname(import.meta.dirname), dirname(fileURLToPath(import.meta.resolve('polytty')))]

type Report = (result: TestResult) => void

export async function runFile(file: string, options: RunOptions, report: Report): Promise<FileResult> {
  const tests: TestResult[] = []
  const done = (result: TestResult): void => {
    tests.push(result)
    report(result)
  }
  try {
    const collected = await collectFrom(() => import(pathToFileURL(file).href))
    await new FileRun(file, collected, options, done).run()
    await requireNoStrays()
  } catch (error) {
    done({ ...empty(file, 'the file itself'), status: 'failed', error: textOf(error) })
  }
  const isWhole = tests.every(({ status }) => status === 'passed' || status === 'flaky')
  const isFiltered = options.grep !== null || options.only !== null
  return { file, tests, obsolete: isWhole && !isFiltered ? obsoleteSnapshots(file) : [] }
}

export function empty(file: string, title: string): TestResult {
  return { file, title, status: 'skipped', durationMs: 0, runs: 0, error: null, attachments: [], notes: [] }
}

class FileRun {
  /** Suites whose hooks before all of them have run. */
  private readonly begun = new Set<CollectedTest['suite']>()
  private readonly cleared = new Set<string>()

  constructor(
    private readonly file: string,
    private readonly collected: Collector,
    private readonly options: RunOptions,
    private readonly report: Report,
  ) {}

  async run(): Promise<void> {
    const { tests } = this.collected
    const hasOnly = tests.some(({ mode }) => mode === 'only')
    for (const test of tests) {
      if (!this.isWanted(test)) continue
      const isSkipped = test.mode === 'skip' || (hasOnly && test.mode !== 'only')
      this.report(isSkipped ? empty(this.file, test.title) : await this.runOne(test))
    }
    for (const suite of [...this.begun].reverse()) for (const hook of suite.hooks.afterAll) await hook()
  }

  private isWanted({ title }: CollectedTest): boolean {
    const { grep, only } = this.options
    return (grep === null || title.includes(grep)) && (only === null || (only[this.file]?.includes(title) ?? false))
  }

  private async runOne(test: CollectedTest): Promise<TestResult> {
    this.clear(outputFolder(this.placeOf(test)))
    let left: Leavings = { attachments: [], isNamed: false, notes: [] }
    const attempts = await runAttempts(this.options, () => this.attempt(test, (one) => void (left = one)))
    const { attachments, notes } = left
    return { file: this.file, title: test.title, ...attempts, attachments, notes }
  }

  private async attempt(test: CollectedTest, report: (left: Leavings) => void): Promise<string | null> {
    const { timeoutMs } = this.options
    const place = this.placeOf(test)
    const suites = suitesOf(test.suite)
    const body: TestBody = async (fixtures) => {
      await inTime(test.body(fixtures), timeoutMs)
      await requireNoStrays()
    }
    let error: string | null = null
    try {
      await this.begin(test)
      for (const { hooks } of suites) for (const hook of hooks.beforeEach) await hook()
      await runTest(place, test.options, body, report)
    } catch (reason) {
      error = textOf(reason)
    } finally {
      for (const { hooks } of suites.toReversed()) for (const hook of hooks.afterEach) await hook()
    }
    const texts = [error, await strayText()].filter((text) => text !== null)
    return texts.length > 0 ? texts.join('\n\n') : null
  }

  /** What an earlier run has left there is not about this one. Tests whose titles differ little may share a folder. */
  private clear(folder: string | null): void {
    if (folder === null || this.cleared.has(folder)) return
    this.cleared.add(folder)
    rmSync(folder, { recursive: true, force: true })
  }

  private placeOf({ title }: CollectedTest): TestPlace {
    return { file: this.file, title, outputDir: this.options.outputDir }
  }

  private async begin({ suite }: CollectedTest): Promise<void> {
    for (const one of suitesOf(suite)) {
      if (this.begun.has(one)) continue
      this.begun.add(one)
      for (const hook of one.hooks.beforeAll) await hook()
    }
  }
}

async function requireNoStrays(): Promise<void> {
  const text = await strayText()
  if (text !== null) throw new TerminalError(text)
}

/** What was rejected while no one awaited it; null where nothing was. */
async function strayText(): Promise<string | null> {
  const texts = (await takeStrays()).map((reason) => `${textOf(reason)}\nthis was not awaited: an await is missing`)
  return texts.length > 0 ? texts.join('\n\n') : null
}

function inTime(running: unknown, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = systemClock.after(timeoutMs, () =>
      reject(new TerminalError(`the test took longer than ${timeoutMs} ms`)),
    )
    Promise.resolve(running)
      .then(resolve, reject)
      .finally(() => timer.dispose())
  })
}

export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTheirs = (line: string): boolean =>
    /^\s+at /.test(line) && !/node:internal|\(<anonymous>\)/.test(line) && !own.some((folder) => line.includes(folder))
  const at = error.stack?.replace(error.message, '').split('\n').filter(isTheirs) ?? []
  return [error.message, ...at.slice(0, 5)].join('\n')
}
