/** The end of a run: what was skipped, counted by the reason. A test that gives none fails the run. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export class SkipReport implements Reporter {
  /** With a pattern (`-t`) nearly everything is skipped, and no one asks why. */
  #isFiltered = false

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = new Map<string, Map<string, number>>()
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const { missing } = test.meta()
        if (missing === undefined && this.#isFiltered) continue
        if (missing === undefined) process.exitCode = 1
        const reason = missing ?? 'no reason given, by needs() of test/support/needs.ts'
        const counts = files.get(reason) ?? new Map<string, number>()
        counts.set(module.relativeModuleId, (counts.get(module.relativeModuleId) ?? 0) + 1)
        files.set(reason, counts)
      }
    if (files.size > 0) process.stdout.write(`${describeSkipped(files)}\n`)
  }
}

/** Lines for people: a reason with its count, and below it the files. */
export function describeSkipped(skipped: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)
  const reasons = [...skipped].sort(([a], [b]) => a.localeCompare(b))
  const total = reasons.reduce((all, [, counts]) => all + sum(counts), 0)
  const lines = [`Skipped for what is missing here: ${total}`]
  for (const [reason, counts] of reasons) {
    lines.push(`${String(sum(counts)).padStart(5)}  ${reason}`)
    for (const [file, count] of counts) lines.push(`       ${count} in ${file}`)
  }
  return lines.map((line) => ` ${line}`).join('\n')
}
