/**
 * Selectors: what to look for on a screen, from its shape on the wire to the cells it finds. Inside `within` rows and
 * columns are counted from the rectangle's own corner.
 */

import type { Region, Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import type { CellMask } from '../../compare/index.js'
import { compilePattern } from '../../text/pattern.js'
import { findOnScreen } from '../../wait/index.js'
import { type Mask, place, type Rect, rect } from './params.js'
import type { Ambiguity } from './settings.js'

export type Selector =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'at'; readonly col: number; readonly row: number }
  | { readonly type: 'within'; readonly rect: Rect; readonly selector: Selector }
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector }

/** A regular expression that can be looked for; otherwise the issue says why not. */
export const regex = z.string().superRefine((pattern, { addIssue }) => {
  try {
    compilePattern(acrossLines(pattern), { multiline: true })
  } catch (error) {
    addIssue({ code: 'custom', message: `not a valid regular expression: ${(error as Error).message}` })
  }
})

export const selector: z.ZodType<Selector> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('exact'), text: z.string() }),
      z.object({ type: z.literal('regex'), pattern: regex }),
      z.object({ type: z.literal('at'), col: place, row: place }),
      z.object({ type: z.literal('within'), rect, selector }),
      z.object({ type: z.literal('nth'), index: z.number().int().min(0), selector }),
    ]),
  )
  .meta({
    id: 'Selector',
    description: 'exact {text}, regex {pattern}, at {col, row}, within {rect, selector} or nth {index, selector}.',
  })

/** The first cell of what was found, 0-based on the whole screen. */
export interface Found {
  readonly row: number
  readonly col: number
}

/** Every place that fits, from the top left. */
export function findAll(wanted: Selector, snapshot: Snapshot, region: Region | null = null): readonly Found[] {
  switch (wanted.type) {
    case 'exact':
      return wanted.text === '' ? [] : findOnScreen(snapshot, trimRows(wanted.text), { region })
    case 'regex':
      return findPattern(wanted.pattern, snapshot, region)
    case 'at':
      return findCell(wanted.row - 1 + (region?.top ?? 0), wanted.col - 1 + (region?.left ?? 0), snapshot, region)
    case 'within':
      return findAll(wanted.selector, snapshot, crop(wanted.rect, region ?? wholeOf(snapshot)))
    case 'nth':
      return findAll(wanted.selector, snapshot, region).slice(wanted.index, wanted.index + 1)
  }
}

/** The one place that is meant, null if there is none; several are an error unless the mode says which. */
export function findOne(wanted: Selector, snapshot: Snapshot, mode: Ambiguity, test: string): Found | null {
  const found = findAll(wanted, snapshot)
  if (mode === 'last') return found.at(-1) ?? null
  const mayBeAmbiguous = wanted.type === 'exact' || wanted.type === 'regex'
  if (mode === 'fail' && mayBeAmbiguous && found.length > 1) throw ambiguous(wanted, found, test)
  return found[0] ?? null
}

/** All matches of a pattern in which a dot also stands for the end of a line; empty ones do not count. */
export function findPattern(pattern: string, snapshot: Snapshot, region: Region | null = null): readonly Found[] {
  return pattern === '' ? [] : findOnScreen(snapshot, { regex: acrossLines(pattern) }, { region }).filter(isSomething)
}

/** The selector in words, for those who read why a wait failed. */
export function describeSelector(wanted: Selector): string {
  switch (wanted.type) {
    case 'exact':
      return `text ${JSON.stringify(wanted.text)}`
    case 'regex':
      return `pattern /${wanted.pattern}/`
    case 'at':
      return `a character at column ${wanted.col}, row ${wanted.row}`
    case 'within': {
      const { col, row, width, height } = wanted.rect
      return `${describeSelector(wanted.selector)} within columns ${col} to ${col + width - 1}, rows ${row} to ${row + height - 1}`
    }
    case 'nth':
      return `match number ${wanted.index} (from 0) of ${describeSelector(wanted.selector)}`
  }
}

/** A rectangle counted from 1 within another region. */
export function crop({ col, row, width, height }: Rect, within: Region): Region {
  const top = within.top + row - 1
  const left = within.left + col - 1
  return {
    top,
    left,
    bottom: Math.min(top + height - 1, within.bottom),
    right: Math.min(left + width - 1, within.right),
  }
}

/** Masks as the wire has them, counted from 0. */
export function cellMasks(masks: readonly Mask[] | null | undefined): readonly CellMask[] {
  const all = { top: 0, left: 0, bottom: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY }
  return (masks ?? []).map((mask) => ('region' in mask ? { region: crop(mask.region, all) } : mask))
}

export function wholeOf({ rows, cols }: Snapshot): Region {
  return { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
}

/** Text over several rows may come from a padded view; the rows that are searched end where their text does. */
function trimRows(text: string): string {
  return text.includes('\n') ? text.replace(/ +$/gm, '') : text
}

function acrossLines(pattern: string): string {
  return `(?s)${pattern}`
}

function isSomething({ text }: { readonly text: string }): boolean {
  return text !== ''
}

function findCell(row: number, col: number, snapshot: Snapshot, region: Region | null): readonly Found[] {
  const { bottom, right } = region ?? wholeOf(snapshot)
  if (row > Math.min(bottom, snapshot.rows - 1) || col > Math.min(right, snapshot.cols - 1)) return []
  const { text, width } = snapshot.cell(row, col)
  return text.trim() === '' && width !== 0 ? [] : [{ row, col }]
}

/** Places named in the message of an ambiguous selector. */
const MAX_NAMED = 5

function ambiguous(wanted: Selector, found: readonly Found[], test: string): CoreError {
  const named = found.slice(0, MAX_NAMED).map(({ row, col }) => `column ${col + 1}, row ${row + 1}`)
  const more = found.length > MAX_NAMED ? '; …' : ''
  return new CoreError(
    'conflict',
    `Ambiguous selector for test '${test}'; matched ${found.length} elements.\n` +
      `${describeSelector(wanted)} is at ${named.join('; ')}${more}. ` +
      'Say which with nth or within, or set ambiguityMode to first or last.',
  )
}
