/** What test files of the own runner import. */
import type { LaunchOptions } from '../options.js'
import type { TestBody } from '../runners/run-test.js'
import { current } from './collect.js'

export const test = Object.assign((name: string, body: TestBody): void => current().addTest(name, 'run', body), {
  only: (name: string, body: TestBody): void => current().addTest(name, 'only', body),
  skip: (name: string, body: TestBody): void => current().addTest(name, 'skip', body),
  /** Options of the terminals of this file, or of the `describe` around it. */
  use: (options: LaunchOptions): void => current().scopes.use(options),
})

export const describe = Object.assign((name: string, body: () => void): void => current().addSuite(name, 'run', body), {
  only: (name: string, body: () => void): void => current().addSuite(name, 'only', body),
  skip: (name: string, body: () => void): void => current().addSuite(name, 'skip', body),
})

type Hook = () => unknown

export const beforeAll = (hook: Hook): void => current().addHook('beforeAll', hook)
export const beforeEach = (hook: Hook): void => current().addHook('beforeEach', hook)
export const afterEach = (hook: Hook): void => current().addHook('afterEach', hook)
export const afterAll = (hook: Hook): void => current().addHook('afterAll', hook)
