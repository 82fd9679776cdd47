/**
 * Matchers compiled into conditions: each knows what can change its answer, how to ask it, and when the mere passing of
 * time could make it true. Bad matchers (a broken pattern, a negative time) fail here, before the wait begins.
 */
import { CoreError } from '../base/core-error.js'
import type { Cell, Color } from '../terminal/types.js'
import { compilePattern, literalPattern, type Pattern } from '../text/pattern.js'
import { findOnScreen } from './find.js'
import type { CellMatcher, MatchDetail, Matcher, RegexMatcher, TextMatcher, WaitView } from './matcher.js'

/** What happened, as bits: conditions are asked again only for what can matter to them. */
export const cause = { screen: 1, output: 2, exit: 4, time: 8 } as const

export interface Condition {
  /** The causes that can change the answer. */
  readonly causes: number
  evaluate(view: WaitView, now: number): MatchDetail | null
  /** When time alone could make this true; Infinity if it cannot, or if it already is. */
  dueAt(view: WaitView, now: number): number
}

const MAX_DEPTH = 32
const MAX_BRANCHES = 1000
const MAX_QUIET_MS = 86_400_000
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
  const options = { region: matcher.region, limit: 1 }
  return simple(matcher.type, cause.screen, (view) => findOnScreen(view.snapshot(), query, options)[0] ?? null)
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
    if (!pattern.test(printed.slice(Math.max(0, resume - 1)))) return null
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
  if (!(ms >= 0 && ms <= MAX_QUIET_MS))
    throw new CoreError('invalid-params', `"${type}" needs a time from 0 to ${MAX_QUIET_MS} ms, not ${ms}`)
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
    evaluate: type === 'any' ? any : all,
    dueAt: (view, now) => Math.min(...inner.map((condition) => condition.dueAt(view, now))),
  }
}

function isInside(value: number, end: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < end
}

const flags = ['bold', 'dim', 'italic', 'blink', 'reverse', 'hidden', 'strikethrough'] as const

function cellMatches(cell: Cell, wanted: CellMatcher): boolean {
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
