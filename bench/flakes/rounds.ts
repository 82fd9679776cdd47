/** Runs the sample again and again, some tests at a time, beside processes that compute. */
import { type ChildProcess, spawn } from 'node:child_process'
import { Kit } from '@polytty/test'
import { sample } from './sample.js'

export interface TestRounds {
  readonly title: string
  readonly times: number[]
  readonly failures: string[]
}

export interface RoundOptions {
  readonly rounds: number
  /** Tests at a time. */
  readonly atOnce: number
  /** Processes that compute beside them. */
  readonly burners: number
  readonly onRound?: (round: number, failures: number) => void
}

export async function runRounds({ rounds, atOnce, burners, onRound }: RoundOptions): Promise<TestRounds[]> {
  const results = sample.map(({ title }): TestRounds => ({ title, times: [], failures: [] }))
  const load = Array.from({ length: burners }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    for (let round = 1; round <= rounds; round++) {
      const waiting = [...sample.keys()]
      const work = async (): Promise<void> => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await runOne(index, results)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      onRound?.(round, results.flatMap(({ failures }) => failures).length)
    }
  } finally {
    for (const child of load) await end(child)
  }
  return results
}

async function runOne(index: number, results: readonly TestRounds[]): Promise<void> {
  const { title, program, run } = sample[index]!
  const { times, failures } = results[index]!
  const kit = new Kit({ file: null, title, outputDir: null }, { program, size: '60x14', timeoutMs: 20_000 })
  const startedAt = performance.now()
  try {
    await run(await kit.open())
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  } finally {
    await kit.end(false)
  }
  times.push(performance.now() - startedAt)
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
