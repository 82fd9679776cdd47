/** Decides an expectation: looks until it holds, and puts into words why it does not. */
import { CoreError } from 'polytty/sessions'
import { describeAction, hasAnswered } from './actions.js'
import { candidateLines, failureText } from './failure.js'
import { Locator } from './locator.js'
import { type Asked, isFresh, type Matcher, type Outcome, type Subject } from './matchers/definition.js'
import { type MatcherName, matcherTable } from './matchers/table.js'
import { retry, type Tried } from './retry.js'
import { Terminal } from './terminal.js'
import type { TestedTerminal } from './tested-terminal.js'

export interface Judgement {
  readonly pass: boolean
  /** Why not; null where it holds. */
  readonly message: string | null
  readonly tested: TestedTerminal
}

export interface JudgeOptions {
  readonly negated: boolean
  readonly soft: boolean
  readonly timeoutMs?: number
}

export function isSubject(value: unknown): value is Subject {
  return value instanceof Terminal || value instanceof Locator
}

/** The expectation holds, or its opposite where it is negated. */
export async function judge(
  name: MatcherName,
  subject: unknown,
  args: readonly unknown[],
  { negated, soft, timeoutMs }: JudgeOptions,
): Promise<Judgement> {
  const matcher = matcherTable[name] as unknown as Matcher<Subject, readonly unknown[]>
  const checked = requireSubject(name, matcher.takes, subject)
  const tested: TestedTerminal = checked instanceof Locator ? checked.tested : checked
  const asked = matcher.ask(checked, ...args)
  const holds = ({ pass }: Outcome): boolean => pass === !negated
  const decided = negated ? null : ((await asked.prepare?.(tested)) ?? null)
  const tried: Tried<Outcome> = decided
    ? { result: decided, view: tested.view(), holds: holds(decided), elapsedMs: 0, ended: 'matched' }
    : await retry(tested, asked.look, holds, asked.timeoutMs ?? timeoutMs ?? tested.timeoutMs)
  const title = `expect(${checked instanceof Locator ? checked.query.name : 'terminal'})${negated ? '.not' : ''}.${name}()`
  const message = tried.holds ? null : explain(tested, checked, title, asked, tried, negated)
  if (message === null) noteStale(tested, title, tried)
  else tested.noteFailure()
  const { revision } = tried.view.snapshot
  tested.trace.asserted(tested.session, {
    title,
    passed: tried.holds,
    soft,
    elapsedMs: tried.elapsedMs,
    revision,
    message,
  })
  return { pass: tried.holds, message, tested }
}

function explain(
  tested: TestedTerminal,
  subject: Subject,
  title: string,
  asked: Asked,
  { result, elapsedMs, ended }: Tried<Outcome>,
  negated: boolean,
): string {
  const waited = ended === 'exited' ? 'when the program ended' : `after ${Math.round(elapsedMs)} ms`
  const candidates = subject instanceof Locator ? candidateLines(tested, subject.query, result.found ?? []) : []
  return failureText(tested, title, [
    `expected: ${negated ? 'not: ' : ''}${result.expected}`,
    `actual:   ${withTime(result.actual, waited)}`,
    ...(asked.details?.(tested) ?? []),
    ...candidates,
  ])
}

/** In the first line, so that what follows it stays as it is. */
function withTime(actual: string, waited: string): string {
  const [first, ...more] = actual.split('\n')
  return [`${first}, ${waited}`, ...more].join('\n')
}

/** It holds, but by what was there before the last action, while the program had not answered that: perhaps by chance. */
function noteStale(tested: TestedTerminal, title: string, { result: { found }, view }: Tried<Outcome>): void {
  const { last } = view.actions
  const isAnswered = last.number === 0 || last.verdict === null || hasAnswered(last.verdict)
  if (isAnswered || !found?.length || found.some((match) => isFresh(view, match)) || hasAnswered(tested.session.ready))
    return
  tested.note(
    `${title} passed on what was there before ${describeAction(last)}, which the program has not answered yet`,
  )
}

function requireSubject(name: string, takes: 'terminal' | 'locator' | 'either', subject: unknown): Subject {
  const isLocator = subject instanceof Locator
  if (isSubject(subject) && (takes === 'either' || isLocator === (takes === 'locator'))) return subject
  const wanted = takes === 'either' ? 'a terminal or a locator' : `a ${takes}`
  const given = isLocator ? 'a locator' : subject instanceof Terminal ? 'a terminal' : typeof subject
  throw new CoreError('invalid-params', `${name} is about ${wanted}, not ${given}`)
}
