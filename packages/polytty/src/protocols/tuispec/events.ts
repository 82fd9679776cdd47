/** What the server sends unasked. */
import { z } from 'zod'
import { type EventSpec, event } from '../define.js'

export const viewChanged = event({
  name: 'view.changed',
  summary: 'The visible screen has changed; sent at most once per `debounceMs`, and always after the last change.',
  params: z.object({ rows: z.number().int(), cols: z.number().int(), text: z.string().optional() }),
  deviation: 'A change of colours alone counts as a change too, since that is how programs show what is selected.',
})

export const events: readonly EventSpec[] = [viewChanged]
