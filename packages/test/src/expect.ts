/** Expectations without a runner: `await expect(terminal.getByText('x')).toBeVisible()`, with `.not` and `.soft`. */
import { CoreError } from 'polytty/sessions'
import { TerminalError } from './failure.js'
import { isSubject, type JudgeOptions, judge } from './judge.js'
import type { Subject } from './matchers/definition.js'
import { type MatcherName, type Matchers, matcherNames } from './matchers/table.js'

export class ExpectationError extends TerminalError {
  override readonly name = 'ExpectationError'
}

export interface Expectation extends Matchers {
  readonly not: Matchers
}

export interface ExpectOptions {
  readonly timeoutMs?: number
}

export interface Expect {
  (subject: Subject): Expectation
  /** Goes on after a failure, and fails when the test has ended. */
  soft(subject: Subject): Expectation
  /** The same with other defaults. */
  configure(options: ExpectOptions): Expect
}

function matchers(subject: Subject, options: JudgeOptions): Matchers {
  const ask = async (name: MatcherName, args: readonly unknown[]): Promise<void> => {
    const { message, tested } = await judge(name, subject, args, options)
    if (message === null) return
    const error = new ExpectationError(message)
    if (!options.soft) throw error
    tested.failSoftly(error)
  }
  return Object.fromEntries(
    matcherNames.map((name) => [name, (...args: readonly unknown[]) => ask(name, args)]),
  ) as unknown as Matchers
}

function createExpect(options: ExpectOptions): Expect {
  const about = (subject: Subject, soft: boolean): Expectation => {
    if (!isSubject(subject))
      throw new CoreError(
        'invalid-params',
        `expect is about a terminal or a locator, not ${typeof subject}: for other values use node:assert or your runner's expect`,
      )
    const positive = matchers(subject, { ...options, soft, negated: false })
    return { ...positive, not: matchers(subject, { ...options, soft, negated: true }) }
  }
  return Object.assign((subject: Subject) => about(subject, false), {
    soft: (subject: Subject) => about(subject, true),
    configure: (more: ExpectOptions) => createExpect({ ...options, ...more }),
  })
}

export const expect: Expect = createExpect({})
