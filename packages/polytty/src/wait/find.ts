/** Finding text and patterns on a screen: every match with its cell, its length in cells and its captures. */
import type { Region, Snapshot } from '@polytty/terminal'
import { compilePattern, literalPattern, type Pattern, type PatternMatch, requireWork } from '../text/pattern.js'
import { type RowEnds, ScreenText } from './screen-text.js'

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
  readonly snapshot: Snapshot
  readonly texts: Map<string, ScreenText>
  readonly found: Map<string, readonly ScreenMatch[]>
}

/**
 * Many waits look at the same snapshot one after the other, often for the same thing: each text is made and searched
 * once. Only the last snapshot is remembered; a weak map of all would cost more than the searching.
 */
let searched: Searched | null = null

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
    const textOf = (ends: RowEnds) => screenText(memo, snapshot, region, where, ends)
    matches = typeof query === 'string' ? findText(query, limit, textOf) : findRegex(query.regex, limit, textOf)
    memo.found.set(key, matches)
  }
  return matches
}

function searchedOf(snapshot: Snapshot): Searched {
  if (searched?.snapshot !== snapshot) searched = { snapshot, texts: new Map(), found: new Map() }
  return searched
}

type TextOf = (ends: RowEnds) => ScreenText

function screenText(
  memo: Searched,
  snapshot: Snapshot,
  region: Region | null,
  where: string,
  ends: RowEnds,
): ScreenText {
  const key = ends + where
  let text = memo.texts.get(key)
  if (!text) memo.texts.set(key, (text = new ScreenText(snapshot, region, ends)))
  return text
}

/** A prompt such as "$ " ends in a blank that a trimmed row no longer has; text over several rows has trimmed ends. */
function findText(text: string, limit: number, textOf: TextOf): ScreenMatch[] {
  const padded = text.endsWith(' ') && !text.includes('\n')
  return matchesIn(textOf(padded ? 'padded' : 'trimmed'), literalPattern(text), limit)
}

/** Only a pattern that asks for blanks can find more where they are kept. */
function findRegex(source: string, limit: number, textOf: TextOf): ScreenMatch[] {
  const pattern = compilePattern(source, { multiline: true })
  for (const ends of /[ ]|\\s/.test(source) ? withBlanks : withoutBlanks) {
    const matches = matchesIn(textOf(ends), pattern, limit)
    if (matches.length > 0) return matches
  }
  return []
}

const withBlanks: readonly RowEnds[] = ['toCursor', 'trimmed', 'padded']
const withoutBlanks: readonly RowEnds[] = ['trimmed']

function matchesIn(screen: ScreenText, pattern: Pattern, limit: number): ScreenMatch[] {
  // Whether there is a match at all is far cheaper to find out than where, and mostly there is none yet.
  requireWork(pattern, screen.text)
  if (!pattern.test(screen.text)) return []
  return findIn(screen.text, pattern, limit).map(({ text, index, groups, named }) => ({
    text,
    ...screen.positionAt(index),
    length: screen.cellsBetween(index, index + text.length),
    groups,
    named,
  }))
}

/** What reaches over the end of a line without need (`\s*$`) is sought in each line by itself. */
function findIn(text: string, pattern: Pattern, limit: number): PatternMatch[] {
  const matches = pattern.findAll(text, limit)
  if (!matches.some((match) => match.text.includes('\n'))) return matches
  const inLines: PatternMatch[] = []
  let start = 0
  for (const line of text.split('\n')) {
    for (const match of pattern.findAll(line, limit - inLines.length))
      inLines.push({ ...match, index: start + match.index })
    start += line.length + 1
  }
  return inLines.length > 0 ? inLines : matches
}
