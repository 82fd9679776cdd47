/** What a client that asked for it is told. */
import { z } from 'zod'
import type { EventSpec } from '../define.js'

const about = { session: z.string(), sequence: z.number().int() }

export const events: readonly EventSpec[] = [
  { name: 'session.changed', summary: 'The screen changed.', params: z.object(about) },
  {
    name: 'session.output',
    summary: 'What was printed since the last such event, redacted.',
    params: z.object({ ...about, output: z.string(), dropped: z.literal(true).optional() }),
  },
  { name: 'session.exited', summary: 'The program ended. Told once.', params: z.object(about) },
]
