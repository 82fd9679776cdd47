/** What a matcher is: how it is asked, what it answers, and what locators and terminals it takes. */
import { describeAction } from '../actions.js'
import type { Locator } from '../locator.js'
import type { Terminal } from '../terminal.js'
import type { TestedTerminal } from '../tested-terminal.js'
import type { Match, View } from '../view.js'

export type Subject = Terminal | Locator

export interface WaitingOptions {
  /** How long to wait; the terminal's timeout if absent. 0 looks once. */
  readonly timeoutMs?: number
}

export interface FreshOptions extends WaitingOptions {
  /** Only what was written after the last action counts. */
  readonly fresh?: boolean
}

/** What one look found. */
export interface Outcome {
  /** Null where it cannot be said: then neither the expectation nor its opposite holds. */
  readonly pass: boolean | null
  /** In words: what must be, and what is. */
  readonly expected: string
  readonly actual: string
  /** What it rests on. */
  readonly found?: readonly Match[]
}

/** One use of a matcher. */
export interface Asked extends WaitingOptions {
  look(view: View): Outcome
  /** Called before the first look; a result decides at once. */
  prepare?(tested: TestedTerminal): Promise<Outcome | null>
  /** More lines for the error. */
  details?(tested: TestedTerminal): readonly string[]
}

/** A matcher: `ask` gets what it is about and its arguments. */
export interface Matcher<S extends Subject, Args extends readonly unknown[]> {
  readonly takes: 'terminal' | 'locator' | 'either'
  ask(subject: S, ...args: Args): Asked
}

export function onTerminal<Args extends readonly unknown[]>(
  ask: (terminal: Terminal, ...args: Args) => Asked,
): Matcher<Terminal, Args> {
  return { takes: 'terminal', ask }
}

export function onLocator<Args extends readonly unknown[]>(
  ask: (locator: Locator, ...args: Args) => Asked,
): Matcher<Locator, Args> {
  return { takes: 'locator', ask }
}

export function onEither<Args extends readonly unknown[]>(
  ask: (subject: Subject, ...args: Args) => Asked,
): Matcher<Subject, Args> {
  return { takes: 'either', ask }
}

/** A matcher of the one thing that a locator finds. */
export function ofOne<Args extends readonly unknown[]>(
  look: (view: View, match: Match, ...args: Args) => Outcome,
  optionsOf: (...args: Args) => FreshOptions | undefined,
): Matcher<Locator, Args> {
  return onLocator((locator, ...args: Args) => {
    const options = optionsOf(...args) ?? {}
    return {
      timeoutMs: options.timeoutMs,
      look: (view) => {
        const picked = pickOne(locator, view, options)
        return 'match' in picked ? { found: [picked.match], ...look(view, picked.match, ...args) } : picked.outcome
      },
    }
  })
}

/** The one match that counts; otherwise why there is none. */
export function pickOne(
  locator: Locator,
  view: View,
  { fresh = false }: FreshOptions,
): { readonly match: Match } | { readonly outcome: Outcome } {
  const expected = fresh ? 'one match, written after the last action' : 'one match'
  const found = locator.query.find(view, null)
  const failed = (actual: string): { readonly outcome: Outcome } => ({
    outcome: { pass: null, expected, actual, found },
  })
  const counted = fresh ? found.filter((match) => isFresh(view, match)) : found
  const [match] = counted
  if (counted.length === 1) return { match: match! }
  if (counted.length > 1) return failed(`${counted.length} matches: choose one with nth, filter or within`)
  return failed(found.length > 0 ? `there since ${thereSince(view, found[0]!)}` : 'nothing matches')
}

export function isFresh(view: View, match: Match): boolean {
  return view.writtenAt(match) > view.actions.last.revision
}

/** The action since which something has been there. */
export function thereSince(view: View, match: Match): string {
  return describeAction(view.actions.of(view.writtenAt(match)))
}
