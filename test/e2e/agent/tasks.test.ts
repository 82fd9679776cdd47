/** The benchmark's tasks in short: our tools do all of them, in few calls and few tokens. */
import { afterAll, expect, test } from 'vitest'
import { measure } from '../../../bench/agents/measure.js'
import { tasks } from '../../../bench/agents/tasks.js'
import { polyttyMcp } from '../../../bench/agents/tools/polytty-mcp.js'
import { median } from '../../../bench/table.js'
import { needs } from '../../support/needs.js'

const calls: number[] = []
const results: number[] = []

for (const task of tasks) {
  test(task.name, needs('bash', ...(task.needs ?? [])), async () => {
    const { passed, failure, meter } = await measure(polyttyMcp, task)
    expect(passed, failure ?? '').toBe(true)
    expect(meter.definitions).toBeLessThanOrEqual(900)
    calls.push(meter.calls)
    results.push(...meter.results)
  })
}

afterAll(() => {
  if (calls.length === 0) return
  expect(median(calls)).toBeLessThanOrEqual(3)
  expect(median(results)).toBeLessThanOrEqual(120)
})
