/** The pieces of params that several methods share. */

import { z } from 'zod'
import { MAX_CELLS, MAX_WAIT_MS } from '../../base/limits.js'

export const sessionId = z.string().min(1).describe('Id or name of the session.')

export const cellIndex = z.number().int().min(0).max(9999)

export const region = z
  .object({
    top: cellIndex.describe('First row, 0-based.'),
    left: cellIndex.describe('First column, 0-based.'),
    bottom: cellIndex.describe('Last row, inclusive.'),
    right: cellIndex.describe('Last column, inclusive.'),
  })
  .refine(({ top, bottom }) => top <= bottom, { message: 'top must not lie below bottom', path: ['top'] })
  .refine(({ left, right }) => left <= right, { message: 'left must not lie right of right', path: ['left'] })

export const modifiers = z.array(z.enum(['Ctrl', 'Alt', 'Shift', 'Meta']))

export const cols = z.number().int().min(1).max(MAX_CELLS)
export const rows = z.number().int().min(1).max(MAX_CELLS)

/** Waits are bounded by a day: longer than anyone means, short enough for a timer. */
export const timeoutMs = z.number().min(0).max(MAX_WAIT_MS)

export const rgb = z.object({
  r: z.number().int().min(0).max(255),
  g: z.number().int().min(0).max(255),
  b: z.number().int().min(0).max(255),
})

export const cursor = z.object({
  row: z.number().int(),
  col: z.number().int(),
  visible: z.boolean(),
  shape: z.enum(['block', 'underline', 'bar']),
})

export const empty = z.object({})
