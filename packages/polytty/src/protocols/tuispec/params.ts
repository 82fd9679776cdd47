/** The pieces of params that several methods share. Rows and columns are counted from 1 here. */

import { z } from 'zod'
import { MAX_CELLS, MAX_WAIT_MS } from '../../base/limits.js'

export const ok = z.object({ ok: z.literal(true) })

export const nothing = z.strictObject({})

export const milliseconds = z.number().int().min(0).max(MAX_WAIT_MS)

export const timeoutMs = milliseconds.nullish().describe("The session's timeout if absent.")

export const pollIntervalMs = milliseconds
  .nullish()
  .describe('Accepted and not needed: waits are notified of every change at once.')

export const terminalSize = z.number().int().min(1).max(MAX_CELLS)

export const timeoutSeconds = z
  .number()
  .min(0)
  .max(MAX_WAIT_MS / 1000)

/** A row or column counted from 1. */
export const place = z.number().int().min(1).max(MAX_CELLS)

export const rect = z.object({ col: place, row: place, width: place, height: place })

export const ambiguityMode = z.enum(['fail', 'first', 'first-visible', 'last', 'last-visible'])

/** A name that becomes the stem of a file. */
export const artifactName = z.string().max(200)

export const renderOverrides = {
  theme: z.string().nullish().describe("auto, dark, light or any theme's name; the session's if absent."),
  font: z.string().nullish().describe('A family, or the path of a TrueType file.'),
  rows: terminalSize.nullish(),
  cols: terminalSize.nullish(),
}

export const masks = z
  .array(
    z.union([
      z.object({ region: rect }),
      z.object({ pattern: z.string().min(1).describe('Whatever this regular expression matches.') }),
    ]),
  )
  .max(100)
  .nullish()
  .describe('Cells that may differ: clocks, ids and the like.')

export type Rect = z.output<typeof rect>
export type Mask = NonNullable<z.output<typeof masks>>[number]
