/** Parts of the view: from this dialect's filters, counted from 1 with 0 for "all", to regions of the screen. */

import type { Region, Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import { crop, wholeOf } from './selector.js'

const place = z.number().int()

export const viewFilters = {
  rows: z
    .object({ start: place, end: place })
    .nullish()
    .describe('From row to row, inclusive; 0 stands for the first.'),
  region: z
    .object({ col: place, row: place, width: place, height: place })
    .nullish()
    .describe('A rectangle; col 0 stands for all columns, row 0 for all rows.'),
  entireRow: place.nullish().describe('One row; 0 stands for all.'),
  entireCol: place.nullish().describe('One column; 0 stands for all.'),
}

type ViewFilters = z.output<z.ZodObject<typeof viewFilters>>

/** The region that the one filter asks for; the whole screen without one. */
export function regionOf({ rows, region, entireRow, entireCol }: ViewFilters, snapshot: Snapshot): Region {
  const whole = wholeOf(snapshot)
  if (rows) return rowsRegion(rows, whole)
  if (region) return rectRegion(region, whole)
  if (entireRow) {
    const row = within('entireRow', entireRow, snapshot.rows) - 1
    return { ...whole, top: row, bottom: row }
  }
  if (entireCol) {
    const col = within('entireCol', entireCol, snapshot.cols) - 1
    return { ...whole, left: col, right: col }
  }
  return whole
}

function rowsRegion({ start, end }: NonNullable<ViewFilters['rows']>, whole: Region): Region {
  const top = within('rows.start', start || 1, whole.bottom + 1) - 1
  const bottom = within('rows.end', end || 1, whole.bottom + 1) - 1
  if (top > bottom)
    throw new CoreError('invalid-params', `rows.start (${start}) must not be greater than rows.end (${end})`)
  return { ...whole, top, bottom }
}

function rectRegion({ col, row, width, height }: NonNullable<ViewFilters['region']>, whole: Region): Region {
  const rect = {
    col: within('region.col', col || 1, whole.right + 1),
    row: within('region.row', row || 1, whole.bottom + 1),
    width: col === 0 ? whole.right + 1 : atLeastOne('region.width', width),
    height: row === 0 ? whole.bottom + 1 : atLeastOne('region.height', height),
  }
  return crop(rect, whole)
}

function within(name: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value
  throw new CoreError('invalid-params', `${name} must be 0, or from 1 to ${most}, not ${value}`)
}

function atLeastOne(name: string, value: number): number {
  if (value >= 1) return value
  throw new CoreError('invalid-params', `${name} must be at least 1, not ${value}`)
}
