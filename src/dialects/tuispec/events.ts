/** What the server tells unasked. */
import { z } from 'zod'
import type { EventSpec } from '../define.js'

export const viewChanged = {
  name: 'view.changed',
  summary: 'What is to be seen has changed; told at most once per `debounceMs`, and always after the last change.',
  params: z.object({ rows: z.number().int(), cols: z.number().int(), text: z.string().optional() }),
  deviation: 'A change of colours alone counts as a change too, since that is how programs show what is selected.',
} satisfies EventSpec

export const events: readonly EventSpec[] = [viewChanged]
