/** The matchers in the form in which the `expect` of other runners takes them. */
import { judge } from '../judge.js'
import { type MatcherName, matcherNames } from '../matchers/table.js'

interface MatcherContext {
  readonly isNot?: boolean
}

interface MatcherResult {
  readonly pass: boolean
  message(): string
}

type RunnerMatcher = (this: MatcherContext, subject: unknown, ...args: readonly unknown[]) => Promise<MatcherResult>

export type RunnerMatchers = Record<MatcherName, RunnerMatcher>

export const runnerMatchers = Object.fromEntries(
  matcherNames.map((name): [MatcherName, RunnerMatcher] => [
    name,
    async function (subject, ...args) {
      const negated = this.isNot ?? false
      const { pass, message } = await judge(name, subject, args, { negated, soft: false })
      // Runners turn the result round where it is negated.
      return { pass: pass !== negated, message: () => message ?? 'it holds' }
    },
  ]),
) as RunnerMatchers
