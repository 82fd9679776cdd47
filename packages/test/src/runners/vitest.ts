/** For Vitest: `import { test, expect } from '@polytty/test/vitest'`. Its own fixtures and flags stay as they are. */
import { test as base, expect as baseExpect, type RunnerTask, type TestAPI, TestRunner, vi } from 'vitest'
import { Kit } from '../kit.js'
import type { Matchers as KitMatchers } from '../matchers/table.js'
import type { LaunchOptions } from '../options.js'
import { obsoleteSnapshots } from '../snapshots/store.js'
import { runnerMatchers } from './matchers.js'
import { type Fixtures, leavingLines, ofSoft, updateModeOf } from './run-test.js'
import { describeObsolete } from './scopes.js'

export { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
export { profileNames } from '../profiles.js'

declare module 'vitest' {
  interface Matchers<T> extends KitMatchers {}
}

baseExpect.extend(runnerMatchers)
// Expectations wait for five seconds, as long as Vitest gives a test by default: they must be able to fail before that.
if (Reflect.get(globalThis, '__vitest_worker__')?.config?.testTimeout === 5000) vi.setConfig({ testTimeout: 30_000 })

export const expect = baseExpect

type Suite = NonNullable<RunnerTask['suite']>
type Test = Extract<RunnerTask, { readonly type: 'test' }>

/** What `test.use` has said, by file and suite. */
const options = new WeakMap<Suite, LaunchOptions>()

function optionsOf(task: Test): LaunchOptions {
  const around: Suite[] = [task.file]
  const inner: Suite[] = []
  for (let suite = task.suite; suite; suite = suite.suite) inner.unshift(suite)
  return Object.assign({}, ...[...around, ...inner].map((suite) => options.get(suite)))
}

function titleOf(task: Test): string {
  const names = [task.name]
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' ')
}

/** What this run may do with snapshots: Vitest keeps its flag with its own snapshots. */
function updateOf(): unknown {
  const { snapshotState } = baseExpect.getState()
  return snapshotState && Reflect.get(snapshotState, '_updateSnapshot')
}

let lastFile: Suite | null = null

function testsOf(task: RunnerTask): RunnerTask[] {
  return 'tasks' in task ? task.tasks.flatMap(testsOf) : [task]
}

const extended = base.extend<Fixtures & { kit: Kit; obsolete: undefined }>({
  kit: async ({ task }, use) => {
    lastFile = task.file
    const place = { file: task.file.filepath, title: titleOf(task), update: updateModeOf(updateOf()) }
    const kit = new Kit(place, optionsOf(task))
    await use(kit)
    const end = await kit.end(task.result?.state === 'fail')
    for (const line of leavingLines({ ...end, notes: kit.notes })) process.stderr.write(`${line}\n`)
    const failure = ofSoft(end.failures)
    if (failure) throw failure.error
  },
  terminal: async ({ kit }, use) => use(await kit.open()),
  launch: async ({ kit }, use) => use(kit.launch),
  obsolete: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which fixtures it needs.
    async ({}, use) => {
      await use(undefined)
      const file = lastFile
      if (!file || !testsOf(file).every((task) => task.result?.state === 'pass')) return
      const line = describeObsolete(obsoleteSnapshots(file.file.filepath))
      if (line) process.stderr.write(`${line}\n`)
    },
    { scope: 'file', auto: true },
  ],
})

interface Use {
  /** Options of the terminals of this file, or of the `describe` around it. */
  use(options: LaunchOptions): void
}

export const test: TestAPI<Fixtures> & Use = Object.assign(extended, {
  use: (more: LaunchOptions): void => {
    const { suite, file } = TestRunner.getCurrentSuite()
    const scope = suite ?? file
    options.set(scope, { ...options.get(scope), ...more })
  },
})
