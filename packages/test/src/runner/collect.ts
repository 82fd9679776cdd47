/** What a test file says: its tests, suites and hooks, noted while the file is loaded. */
import { CoreError } from 'polytty/sessions'
import type { LaunchOptions } from '../options.js'
import type { TestBody } from '../runners/run-test.js'
import { Scopes } from '../runners/scopes.js'

type Hook = () => unknown

interface Suite {
  readonly name: string
  readonly parent: Suite | null
  readonly mode: Mode
  readonly hooks: Readonly<Record<HookName, Hook[]>>
}

type Mode = 'run' | 'only' | 'skip'
type HookName = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll'

export interface CollectedTest {
  readonly title: string
  readonly mode: Mode
  readonly suite: Suite
  readonly options: LaunchOptions
  readonly body: TestBody
}

function newSuite(name: string, parent: Suite | null, mode: Mode): Suite {
  return { name, parent, mode, hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] } }
}

export class Collector {
  readonly tests: CollectedTest[] = []
  readonly root = newSuite('', null, 'run')
  readonly scopes = new Scopes()
  private suite = this.root

  addTest(name: string, mode: Mode, body: TestBody): void {
    const suites = suitesOf(this.suite)
    const title = [...suites.map((suite) => suite.name), name].filter(Boolean).join(' ')
    const inherited = suites.map((suite) => suite.mode).findLast((one) => one !== 'run')
    const ownMode = inherited === 'skip' ? 'skip' : mode === 'run' ? (inherited ?? 'run') : mode
    this.tests.push({ title, mode: ownMode, suite: this.suite, options: this.scopes.options, body })
  }

  addSuite(name: string, mode: Mode, body: () => void): void {
    const outer = this.suite
    this.suite = newSuite(name, outer, mode)
    try {
      this.scopes.enter(body)
    } finally {
      this.suite = outer
    }
  }

  addHook(name: HookName, hook: Hook): void {
    this.suite.hooks[name].push(hook)
  }
}

/** The suites around, the outermost first. */
export function suitesOf(suite: Suite): Suite[] {
  return suite.parent ? [...suitesOf(suite.parent), suite] : [suite]
}

/** Of the file that is being loaded. Under a name that all copies of this module share. */
const key = Symbol.for('polytty.test.collector')

export function collectFrom(load: () => Promise<unknown>): Promise<Collector> {
  const collector = new Collector()
  Reflect.set(globalThis, key, collector)
  return load()
    .then(() => collector)
    .finally(() => Reflect.deleteProperty(globalThis, key))
}

export function current(): Collector {
  const collector = Reflect.get(globalThis, key) as Collector | undefined
  if (collector) return collector
  throw new CoreError('conflict', 'tests of @polytty/test/runner are run by a command: npx polytty test')
}
