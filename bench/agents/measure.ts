/** One task with one tool set: whether it was done, and what it cost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from './tasks.js'
import { Meter, type ToolSet } from './tools/tools.js'

export interface Measured {
  readonly passed: boolean
  readonly failure: string | null
  readonly seconds: number
  readonly meter: Meter
}

const LIMIT_MS = 60_000

export async function measure(set: ToolSet, task: Task): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-agents-'))
  const meter = new Meter()
  writeFileSync(join(folder, 'secrets'), 'DEMO=tr0ub4dor-and-3\n', { mode: 0o600 })
  task.prepare?.(folder)
  const tools = await set.open(meter, folder)
  const started = performance.now()
  let seconds = 0
  let passed = false
  let failure: string | null = null
  let limit: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error('took too long')), LIMIT_MS)
    })
    const answer = await Promise.race([task.policy(tools), late])
    seconds = (performance.now() - started) / 1000
    passed = await task.check(folder, answer, meter)
    if (!passed) failure = `the end is not the right one: ${JSON.stringify(answer)}`
  } catch (error) {
    seconds = (performance.now() - started) / 1000
    failure = error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(limit)
    await tools.close().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
  return { passed, failure, seconds, meter }
}
