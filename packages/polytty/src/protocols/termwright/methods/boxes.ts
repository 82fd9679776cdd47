/** Boxes on the screen. */
import { z } from 'zod'
import { detectBoxes } from '../boxes.js'
import { method } from '../context.js'
import { position } from '../params.js'

const region = z.object({ start: position, end: position })

const boxes = method({
  name: 'detect_boxes',
  summary: 'Every box drawn with line characters: its region, corners included, and what lies inside.',
  params: z.object({}),
  result: z.array(
    z.object({ region, inner_region: region, style: z.enum(['single', 'double', 'rounded', 'heavy', 'ascii']) }),
  ),
  examples: [{ params: null, result: [] }],
  handler: ({ session }) =>
    detectBoxes(session.snapshot()).map(({ top, left, bottom, right, style }) => ({
      region: { start: { row: top, col: left }, end: { row: bottom, col: right } },
      inner_region: { start: { row: top + 1, col: left + 1 }, end: { row: bottom - 1, col: right - 1 } },
      style,
    })),
})

export const boxMethods = [boxes]
