/** For node:test: `import { test, expect } from '@polytty/test/node'`. */
import { after, describe as nodeDescribe, test as nodeTest, type TestContext, type TestOptions } from 'node:test'
import type { LaunchOptions } from '../options.js'
import { callerFile } from './caller-file.js'
import { leavingLines, runTest, type TestBody, updateModeOf } from './run-test.js'
import { Scopes } from './scopes.js'

export { after, afterEach, before, beforeEach } from 'node:test'
export { expect } from '../expect.js'
export { profileNames } from '../profiles.js'

/** What newer versions of Node know of a test, and older types do not. */
type Place = TestContext & { readonly fullName?: string }

const scopes = new Scopes()
let file: string | null = null

after(() => {
  const line = scopes.obsoleteLine(file ?? undefined)
  if (line) process.stderr.write(`${line}\n`)
})

type Register = (name: string, options: TestOptions, body: (context: TestContext) => Promise<void>) => Promise<void>

function define(register: Register, name: string, options: TestOptions, body: TestBody): Promise<void> {
  const wanted = scopes.options
  const testFile = callerFile()
  file ??= testFile
  scopes.noteDefined()
  return register(name, options, async (context) => {
    const { fullName = context.name }: Place = context
    const place = { file: testFile, title: fullName.replaceAll(' > ', ' ') }
    const update = process.execArgv.includes('--test-update-snapshots') ? updateModeOf('all') : null
    await runTest({ ...place, update }, wanted, body, (left) => {
      for (const line of leavingLines(left)) context.diagnostic(line)
    })
    scopes.notePassed()
  })
}

interface TestFunction {
  (name: string, body: TestBody): Promise<void>
  (name: string, options: TestOptions, body: TestBody): Promise<void>
}

function testFunction(register: Register): TestFunction {
  return (name: string, second: TestOptions | TestBody, third?: TestBody) =>
    typeof second === 'function' ? define(register, name, {}, second) : define(register, name, second, third!)
}

export const test = Object.assign(testFunction(nodeTest), {
  skip: testFunction(nodeTest.skip),
  only: testFunction(nodeTest.only),
  todo: testFunction(nodeTest.todo),
  /** Options of the terminals of this file, or of the `describe` around it. */
  use: (options: LaunchOptions): void => scopes.use(options),
})

type Describe = (name: string, body: () => void) => Promise<void>

const scoped =
  (register: Describe): Describe =>
  (name, body) =>
    register(name, () => scopes.enter(body))

/** As that of node:test; `test.use` within it holds within it. */
export const describe = Object.assign(scoped(nodeDescribe), {
  skip: scoped(nodeDescribe.skip),
  only: scoped(nodeDescribe.only),
})
