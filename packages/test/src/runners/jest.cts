/**
 * For Jest: `import { test, expect } from '@polytty/test/jest'`, without flags. Jest loads no ES modules by itself, so this one
 * file is CommonJS; the kit is loaded by Node, outside of Jest's modules, once for all test files of a worker.
 */
import type { LaunchOptions, Locator, Matchers, Terminal } from '../index.js' with { 'resolution-mode': 'import' }
import type { TestBody } from './run-test.js' with { 'resolution-mode': 'import' }

type Core = typeof import('./jest-core.js', { with: { 'resolution-mode': 'import' }})

/** What is used of Jest. */
type JestTest = (name: string, body: () => Promise<void>, timeoutMs?: number) => void
type JestDescribe = (name: string, body: () => void) => void
interface JestState {
  readonly testPath?: string
  readonly currentTestName?: string
  readonly snapshotState?: object
}
type Subject = Terminal | Locator
type Expectation = Matchers & { readonly not: Matchers }
interface JestExpect {
  // biome-ignore lint/suspicious/noExplicitAny: what Jest's own expect gives, whose types are not needed here.
  (value: unknown): any
  extend(matchers: object): void
  getState(): JestState
}
interface Globals {
  readonly test: JestTest & { readonly only: JestTest; readonly skip: JestTest }
  readonly describe: JestDescribe & { readonly only: JestDescribe; readonly skip: JestDescribe }
  readonly expect: JestExpect
  readonly afterAll: (body: () => void) => void
}

/** A failing expectation comes before this. */
const TEST_MS = 30_000

/** Jest runs this in a context with modules of its own; in Node's, `require` takes ES modules. */
function requireByNode(): NodeJS.Require {
  const { runInThisContext } = require('node:vm') as typeof import('node:vm')
  return runInThisContext("(file) => process.getBuiltinModule('node:module').createRequire(file)")(__filename)
}

const core = requireByNode()('./jest-core.js') as Core
const globals = require('@jest/globals') as Globals
const scopes = new core.Scopes()

globals.expect.extend(core.runnerMatchers)
globals.afterAll(() => {
  const line = scopes.obsoleteLine(globals.expect.getState().testPath)
  if (line) process.stderr.write(`${line}\n`)
})

function define(register: JestTest): (name: string, body: TestBody, timeoutMs?: number) => void {
  return (name, body, timeoutMs = TEST_MS) => {
    const options = scopes.options
    scopes.noteDefined()
    register(name, () => run(name, options, body), timeoutMs)
  }
}

async function run(name: string, options: LaunchOptions, body: TestBody): Promise<void> {
  const { testPath = null, currentTestName = name, snapshotState } = globals.expect.getState()
  const update = core.updateModeOf(snapshotState && Reflect.get(snapshotState, '_updateSnapshot'))
  await core.runTest({ file: testPath, title: currentTestName, update }, options, body, (left) => {
    for (const line of core.leavingLines(left)) process.stderr.write(`${line}\n`)
  })
  scopes.notePassed()
}

const ownTest = Object.assign(define(globals.test), {
  only: define(globals.test.only),
  skip: define(globals.test.skip),
  /** Options of the terminals of this file, or of the `describe` around it. */
  use: scopes.use,
})

/** `test.use` within it holds within it. */
const scoped =
  (register: JestDescribe): JestDescribe =>
  (name, body) =>
    register(name, () => scopes.enter(body))

const ownDescribe = Object.assign(scoped(globals.describe), {
  only: scoped(globals.describe.only),
  skip: scoped(globals.describe.skip),
})

/** Jest's own, and that of terminals and what is found on them. */
interface KitExpect extends JestExpect {
  (subject: Subject): Expectation
  soft(subject: Subject): Expectation
}

const ownExpect = Object.assign((value: unknown) => globals.expect(value), globals.expect, {
  soft: core.expect.soft,
}) as KitExpect

/** A namespace, since that is what CommonJS modules are to the compiler. */
namespace kit {
  export const test = ownTest
  export const describe = ownDescribe
  export const expect = ownExpect
  export const { profileNames } = core
}

export = kit
