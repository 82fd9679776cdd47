/** The pieces of params that several methods share. */

import { z } from 'zod'
import { DEFAULT_WAIT_MS, MAX_CELLS, MAX_WAIT_MS } from '../../base/limits.js'

/** Every wait has a deadline; 0 looks once. */
export const timeout_ms = z
  .number()
  .min(0)
  .max(MAX_WAIT_MS)
  .nullish()
  .describe('Milliseconds; 30000 if absent, 0 looks once.')

export function timeoutOf(value: number | null | undefined): number {
  return value ?? DEFAULT_WAIT_MS
}

export const cellIndex = z.number().int().min(0).max(9999)

export const position = z.object({ row: cellIndex, col: cellIndex })

export const mouseButton = z.enum(['left', 'middle', 'right'])

export const nothing = z.null()

export const size = z.number().int().min(1).max(MAX_CELLS)
