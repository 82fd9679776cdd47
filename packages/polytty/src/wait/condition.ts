/**
 * Matchers compiled into conditions: each knows what can change its answer, how to ask it, and when the mere passing of
 * time could make it true. Bad matchers (a broken pattern, a negative time) fail here, before the wait begins.
 */

import { type Cell, CharacterPairs, type Color } from '@polytty/terminal'
import { CoreError } from '../base/core-error.js'
import { MAX_WAIT_MS } from '../base/limits.js'
import { compilePattern, literalPattern, type Pattern, requireWork } from '../text/pattern.js'
import { requiredText } from '../text/required-text.js'
import { findOnScreen, type ScreenMatch } from './find.js'
import type { CellProperties, MatchDetail, Matcher, RegexMatcher, TextMatcher, WaitView } from './matcher.js'

/** What happened, as bits: conditions are asked again only for what can matter to them. */
export const cause = { screen: 1, output: 2, exit: 4, time: 8, ready: 16 } as const

export interface Condition {
  /** The causes that can change the answer. */
  readonly causes: number
  evaluate(view: WaitView, now: number): MatchDetail | null
  /** False where a screen with these pairs of characters cannot make it true; absent where they do not show it. */
  canMatch?(pairs: CharacterPairs): boolean
  /** When time alone could make this true; Infinity if it cannot, or if it already is. */
  dueAt(view: WaitView, now: number): number
  /** For what must be fresh: the revision since which it is there all the same; null if it is not. */
  staleSince?(view: WaitView): number | null
}

const MAX_DEPTH = 32
const MAX_BRANCHES = 1000
/** A transcript match that spans several reads is found if it is no longer than this. */
const TRANSCRIPT_OVERLAP = 16_384

const anyCause = cause.screen | cause.output | cause.exit
const never = () => Number.POSITIVE_INFINITY

/** Compiles a matcher for a wait that starts at `startedAt`. */
export function compileMatcher(matcher: Matcher, startedAt: number, depth = 0): Condition {
  if (depth > MAX_DEPTH) throw new CoreError('invalid-params', `matchers are nested more than ${MAX_DEPTH} deep`)
  switch (matcher.type) {
    case 'text':
    case 'regex':
      return matcher.source === 'transcript' ? inTranscript(matcher) : onScreen(matcher)
    case 'gone':
      return gone(compileMatcher(matcher.matcher, startedAt, depth + 1))
    case 'cursor':
      return simple('cursor', cause.screen, (view) => {
        const { cursor } = view.snapshot()
        const { row = cursor.row, col = cursor.col, visible = cursor.visible } = matcher
        return row === cursor.row && col === cursor.col && visible === cursor.visible ? { row, col } : null
      })
    case 'cell':
      return simple('cell', cause.screen, (view) => {
        const snapshot = view.snapshot()
        if (!isInside(matcher.row, snapshot.rows) || !isInside(matcher.col, snapshot.cols)) return null
        const cell = snapshot.cell(matcher.row, matcher.col)
        if (!cellMatches(cell, matcher)) return null
        return { row: matcher.row, col: matcher.col, text: cell.text, length: cell.width }
      })
    case 'changed':
      return simple('changed', cause.screen, (view) => (view.revision > matcher.since ? {} : null))
    case 'exited':
      return simple('exited', cause.exit, (view) => (view.exited ? {} : null))
    case 'ready':
      return simple('ready', cause.ready | cause.exit, (view) => {
        const verdict = view.settledState()
        return verdict && (matcher.states?.includes(verdict.state) ?? true) ? { data: verdict } : null
      })
    case 'stable':
      return quiet('stable', cause.screen, matcher.ms, (view) =>
        matcher.fresh ? Math.max(view.screenChangedAt, startedAt) : view.screenChangedAt,
      )
    case 'idle':
      return quiet('idle', cause.output, matcher.ms, (view) =>
        matcher.fresh ? Math.max(view.outputAt, startedAt) : view.outputAt,
      )
    case 'check':
      return simple('check', matcher.on === 'screen' ? cause.screen : anyCause, matcher.test)
    case 'any':
    case 'all':
      if (matcher.of.length > MAX_BRANCHES)
        throw new CoreError(
          'invalid-params',
          `${matcher.of.length} matchers in one "${matcher.type}"; at most ${MAX_BRANCHES}`,
        )
      return branches(
        matcher.type,
        matcher.of.map((inner) => compileMatcher(inner, startedAt, depth + 1)),
      )
  }
}

/** Whether a matcher waits for the program to be ready, which is looked at only while someone asks. */
export function asksReadiness(matcher: Matcher): boolean {
  return hasPart(matcher, ({ type }) => type === 'ready')
}

/** Whether it looks at what was printed, not at the screen. */
export function readsTranscript(matcher: Matcher): boolean {
  return hasPart(matcher, (part) => (part.type === 'text' || part.type === 'regex') && part.source === 'transcript')
}

function hasPart(matcher: Matcher, test: (part: Matcher) => boolean, depth = 0): boolean {
  if (matcher.type !== 'any' && matcher.type !== 'all') return test(matcher)
  return depth <= MAX_DEPTH && matcher.of.some((inner) => hasPart(inner, test, depth + 1))
}

type Found = Partial<Omit<MatchDetail, 'type'>>

function detail(type: Matcher['type'], found: Found): MatchDetail {
  return { path: [], groups: [], named: {}, parts: [], ...found, type }
}

function simple(type: Matcher['type'], causes: number, test: (view: WaitView) => Found | null): Condition {
  const evaluate = (view: WaitView) => {
    const found = test(view)
    return found && detail(type, found)
  }
  return { causes, evaluate, dueAt: never }
}

function onScreen(matcher: TextMatcher | RegexMatcher): Condition {
  const query = matcher.type === 'text' ? matcher.text : { regex: matcher.pattern }
  if (matcher.type === 'regex') compilePattern(matcher.pattern, { multiline: true })
  const { region, freshSince } = matcher
  const canMatch = region ? {} : pairsFilter(matcher.type === 'text' ? [matcher.text] : requiredText(matcher.pattern))
  if (freshSince === undefined)
    return {
      ...simple(
        matcher.type,
        cause.screen,
        (view) => findOnScreen(view.snapshot(), query, { region, limit: 1 })[0] ?? null,
      ),
      ...canMatch,
    }
  const all = (view: WaitView) => findOnScreen(view.snapshot(), query, { region })
  return {
    ...canMatch,
    ...simple(
      matcher.type,
      cause.screen,
      (view) => all(view).find((match) => lastWritten(view, match) > freshSince) ?? null,
    ),
    staleSince: (view) =>
      all(view).reduce<number | null>((last, match) => Math.max(last ?? 0, lastWritten(view, match)), null),
  }
}

/** Rules out screens that do not have all pairs of characters of these texts. */
function pairsFilter(texts: readonly string[]): Pick<Condition, 'canMatch'> {
  const wanted = Uint16Array.from(texts.flatMap((text) => [...CharacterPairs.placesOf(text)]))
  return wanted.length === 0 ? {} : { canMatch: (pairs) => pairs.hasAll(wanted) }
}

/** The last revision that wrote a part of a match, which may go on in the rows below. */
export function lastWritten(view: Pick<WaitView, 'snapshot' | 'writtenAt'>, { row, col, length }: ScreenMatch): number {
  const { cols } = view.snapshot()
  let last = view.writtenAt(row, col, length)
  for (let left = length - (cols - col), below = row + 1; left > 0; left -= cols, below++)
    last = Math.max(last, view.writtenAt(below, 0, Math.min(left, cols)))
  return last
}

/**
 * Text that was searched before is not searched again, but for an overlap in which a match may be growing, and from the
 * last match on: a condition that waits for others as well must find it again.
 */
function inTranscript(matcher: TextMatcher | RegexMatcher): Condition {
  const literal = matcher.type === 'text'
  const pattern: Pattern = literal ? literalPattern(matcher.text) : compilePattern(matcher.pattern, { multiline: true })
  const overlap = literal ? Math.max(matcher.text.length - 1, 0) : TRANSCRIPT_OVERLAP
  let searchedTo = 0
  let matchedAt = Number.POSITIVE_INFINITY
  const find = ({ transcript }: WaitView): Found | null => {
    const from = Math.max(matcher.since ?? 0, transcript.start)
    const resume = Math.max(0, Math.min(searchedTo - overlap, matchedAt) - from)
    const printed = transcript.read(from)
    searchedTo = transcript.end
    // One character more, for patterns that look at what is before them. Asking whether costs far less than where.
    const unseen = printed.slice(Math.max(0, resume - 1))
    requireWork(pattern, unseen)
    if (!pattern.test(unseen)) return null
    const match = pattern.find(printed, resume)
    if (!match) return null
    const { text, groups, named } = match
    matchedAt = from + match.index
    return { text, length: text.length, groups, named, cursor: matchedAt }
  }
  return simple(matcher.type, cause.output, find)
}

function gone(inner: Condition): Condition {
  const evaluate = (view: WaitView, now: number) => (inner.evaluate(view, now) ? null : detail('gone', {}))
  return { causes: inner.causes, evaluate, dueAt: never }
}

function quiet(type: 'stable' | 'idle', causes: number, ms: number, since: (view: WaitView) => number): Condition {
  if (!(ms >= 0 && ms <= MAX_WAIT_MS))
    throw new CoreError('invalid-params', `"${type}" needs a time from 0 to ${MAX_WAIT_MS} ms, not ${ms}`)
  return {
    causes: causes | cause.time,
    evaluate: (view, now) => (now - since(view) >= ms ? detail(type, {}) : null),
    dueAt: (view, now) => {
      const due = since(view) + ms
      return due > now ? due : Number.POSITIVE_INFINITY
    },
  }
}

function branches(type: 'any' | 'all', inner: readonly Condition[]): Condition {
  const any = (view: WaitView, now: number): MatchDetail | null => {
    for (const [index, condition] of inner.entries()) {
      const match = condition.evaluate(view, now)
      if (match) return { ...match, type, path: [index, ...match.path], parts: [match] }
    }
    return null
  }
  const all = (view: WaitView, now: number): MatchDetail | null => {
    const parts: MatchDetail[] = []
    for (const condition of inner) {
      const match = condition.evaluate(view, now)
      if (!match) return null
      parts.push(match)
    }
    const placed = parts.find((part) => part.row !== undefined) ?? parts[0]
    return { ...(placed ?? detail(type, {})), type, path: [], parts }
  }
  return {
    causes: inner.reduce((bits, { causes }) => bits | causes, 0),
    staleSince: (view) =>
      inner.map((condition) => condition.staleSince?.(view) ?? null).find((since) => since !== null) ?? null,
    evaluate: type === 'any' ? any : all,
    ...branchFilter(type, inner),
    dueAt: (view, now) => Math.min(...inner.map((condition) => condition.dueAt(view, now))),
  }
}

/** What all branches know, or for `all` any of them. */
function branchFilter(type: 'any' | 'all', inner: readonly Condition[]): Pick<Condition, 'canMatch'> {
  const filters = inner.flatMap(({ canMatch }) => (canMatch ? [canMatch] : []))
  // Another cause than the screen may make a branch true.
  const screenOnly = inner.every(({ causes }) => causes === cause.screen)
  if (!screenOnly || filters.length === 0) return {}
  if (type === 'all') return { canMatch: (pairs) => filters.every((canMatch) => canMatch(pairs)) }
  return filters.length < inner.length ? {} : { canMatch: (pairs) => filters.some((canMatch) => canMatch(pairs)) }
}

function isInside(value: number, end: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < end
}

const flags = ['bold', 'dim', 'italic', 'blink', 'reverse', 'hidden', 'strikethrough', 'overline'] as const

/** Whether a cell has the properties that are asked for. */
export function cellMatches(cell: Cell, wanted: CellProperties): boolean {
  if (wanted.text !== undefined && (cell.text || ' ') !== (wanted.text || ' ')) return false
  if (wanted.fg !== undefined && !sameColor(cell.fg, wanted.fg)) return false
  if (wanted.bg !== undefined && !sameColor(cell.bg, wanted.bg)) return false
  const { underline } = wanted
  if (typeof underline === 'boolean' && (cell.underline !== 'none') !== underline) return false
  if (typeof underline === 'string' && cell.underline !== underline) return false
  return flags.every((flag) => wanted[flag] === undefined || wanted[flag] === cell[flag])
}

function sameColor(a: Color, b: Color): boolean {
  if (a === null || b === null || typeof a === 'number' || typeof b === 'number') return a === b
  return a.r === b.r && a.g === b.g && a.b === b.b
}
