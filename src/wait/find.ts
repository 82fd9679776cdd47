/** Finding text and patterns on a screen: every match with its cell, its length in cells and its captures. */
import type { Region, Snapshot } from '../terminal/types.js'
import { compilePattern, literalPattern, type Pattern } from '../text/pattern.js'
import { ScreenText } from './screen-text.js'

/** Text to be found as it is, or a regular expression in which ^ and $ stand for the ends of a line. */
export type ScreenQuery = string | { readonly regex: string }

export interface ScreenMatch {
  readonly text: string
  readonly row: number
  readonly col: number
  /** In cells: a wide character counts as two. */
  readonly length: number
  readonly groups: readonly (string | null)[]
  readonly named: Readonly<Record<string, string | null>>
}

const MAX_MATCHES = 10_000

interface Searched {
  readonly texts: Map<string, ScreenText>
  readonly found: Map<string, readonly ScreenMatch[]>
}

/** Many waits look at the same snapshot, often for the same thing: each text is made and searched once. */
const searched = new WeakMap<Snapshot, Searched>()

/** Every match that does not overlap an earlier one, from the top left. */
export function findOnScreen(
  snapshot: Snapshot,
  query: ScreenQuery,
  options: { readonly region?: Region | null; readonly limit?: number } = {},
): readonly ScreenMatch[] {
  const limit = Math.min(options.limit ?? MAX_MATCHES, MAX_MATCHES)
  const region = options.region ?? null
  const where = region ? `${region.top},${region.left},${region.bottom},${region.right}` : ''
  const what = typeof query === 'string' ? `t${query}` : `r${query.regex}`
  const memo = searchedOf(snapshot)
  const key = `${limit}:${where}:${what}`
  let matches = memo.found.get(key)
  if (!matches) {
    const textOf = (padded: boolean) => screenText(memo, snapshot, region, where, padded)
    matches = typeof query === 'string' ? findText(query, limit, textOf) : findRegex(query.regex, limit, textOf)
    memo.found.set(key, matches)
  }
  return matches
}

function searchedOf(snapshot: Snapshot): Searched {
  let memo = searched.get(snapshot)
  if (!memo) searched.set(snapshot, (memo = { texts: new Map(), found: new Map() }))
  return memo
}

type TextOf = (padded: boolean) => ScreenText

function screenText(
  memo: Searched,
  snapshot: Snapshot,
  region: Region | null,
  where: string,
  padded: boolean,
): ScreenText {
  const key = `${padded ? 'p' : 't'}${where}`
  let text = memo.texts.get(key)
  if (!text) memo.texts.set(key, (text = new ScreenText(snapshot, region, padded)))
  return text
}

/** A prompt such as "$ " ends in a blank that a trimmed row no longer has; text over several rows has trimmed ends. */
function findText(text: string, limit: number, textOf: TextOf): ScreenMatch[] {
  const padded = text.endsWith(' ') && !text.includes('\n')
  return matchesIn(textOf(padded), literalPattern(text), limit)
}

function findRegex(source: string, limit: number, textOf: TextOf): ScreenMatch[] {
  const pattern = compilePattern(source, { multiline: true })
  const matches = matchesIn(textOf(false), pattern, limit)
  return matches.length === 0 && /[ ]|\\s/.test(source) ? matchesIn(textOf(true), pattern, limit) : matches
}

function matchesIn(screen: ScreenText, pattern: Pattern, limit: number): ScreenMatch[] {
  return pattern.findAll(screen.text, limit).map(({ text, index, groups, named }) => ({
    text,
    ...screen.positionAt(index),
    length: screen.cellsBetween(index, index + text.length),
    groups,
    named,
  }))
}
