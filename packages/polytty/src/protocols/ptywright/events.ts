/** Notifications for clients that asked for them. */
import { z } from 'zod'
import { type EventSpec, event } from '../define.js'

const about = { session: z.string(), sequence: z.number().int() }

export const sessionChanged = event({
  name: 'session.changed',
  summary: 'The screen changed.',
  params: z.object(about),
})

export const sessionOutput = event({
  name: 'session.output',
  summary: 'What was printed since the last such event, redacted.',
  params: z.object({ ...about, output: z.string(), dropped: z.literal(true).optional() }),
})

export const sessionExited = event({
  name: 'session.exited',
  summary: 'The program ended. Sent once.',
  params: z.object(about),
})

export const events: readonly EventSpec[] = [sessionChanged, sessionOutput, sessionExited]
