/** Every event of this protocol, as the document shapes it. subscription.ts decides who gets them when. */
import { z } from 'zod'
import { type EventSpec, event } from '../define.js'
import { line as lineShape, screen } from './params.js'

const int = z.number().int()
const named = z.object({ name: z.string() })
const syncFields = { seq: int, screen, scrollback_lines: int.describe('Lines of history and screen together.') }

export const sync = event({
  name: 'sync',
  summary: 'The whole screen: first of all, after a reset, after a lag and, if asked for, after silence.',
  params: z.object({
    ...syncFields,
    params: z
      .object(syncFields)
      .optional()
      .describe('The same once more: in the first one on the server-level socket.'),
  }),
  deviation: 'The first one on the server-level socket also has its fields in `params`, where published clients look.',
})

export const line = event({
  name: 'line',
  summary: 'A line changed.',
  params: z.object({ seq: int, index: int, total_lines: int, line: lineShape }),
})

export const cursor = event({
  name: 'cursor',
  summary: 'The cursor moved, appeared or vanished.',
  params: z.object({ seq: int, row: int, col: int, visible: z.boolean() }),
})

export const mode = event({
  name: 'mode',
  summary: 'The alternate screen was entered or left; or, with `mode`, keyboards were captured or released.',
  params: z.union([
    z.object({ seq: int, alternate_active: z.boolean() }),
    z.object({ mode: z.enum(['passthrough', 'capture']) }),
  ]),
})

export const reset = event({
  name: 'reset',
  summary: 'Earlier screen data is invalid; a sync follows.',
  params: z.object({
    seq: int,
    reason: z.enum([
      'clear_screen',
      'clear_scrollback',
      'hard_reset',
      'alternate_screen_enter',
      'alternate_screen_exit',
      'resize',
    ]),
  }),
})

export const diff = event({
  name: 'diff',
  summary: 'The lines that changed since the last diff, and the whole screen.',
  params: z.object({ seq: int, changed_lines: z.array(int), screen }),
})

export const input = event({
  name: 'input',
  summary: 'Something was typed on an attached terminal.',
  params: z.object({
    mode: z.enum(['passthrough', 'capture']),
    raw: z.array(int),
    parsed: z.object({ key: z.string().nullable(), modifiers: z.array(z.string()) }).nullable(),
    target: z.string().optional(),
  }),
})

export const idle = event({
  name: 'idle',
  summary: 'Nothing has happened for the time asked for.',
  params: z.object({ seq: int, generation: int, screen, scrollback_lines: int }),
})

export const running = event({
  name: 'running',
  summary: 'Something happens again.',
  params: z.object({ seq: int, generation: int }),
})

export const sessionCreated = event({
  name: 'session_created',
  summary: 'A session was made.',
  params: z.object({ params: named }),
})

export const sessionRenamed = event({
  name: 'session_renamed',
  summary: 'A session has another name.',
  params: z.object({ params: z.object({ old_name: z.string(), new_name: z.string() }) }),
})

export const sessionDestroyed = event({
  name: 'session_destroyed',
  summary: 'A session was killed or its program ended.',
  params: z.object({ params: named }),
})

export const sessionTagsChanged = event({
  name: 'session_tags_changed',
  summary: 'Tags were added or removed.',
  params: z.object({
    params: z.object({
      name: z.string(),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      tags: z.array(z.string()).describe('All it has now.'),
    }),
  }),
})

export const lagged = event({
  name: 'lagged',
  summary: 'Events were left out because the client did not read; a sync follows. Has `type` in place of `event`.',
  params: z.object({ skipped: int }),
})

export const connected = event({
  name: 'connected',
  summary: 'The first message of a socket: `{"connected": true}` and nothing else.',
  params: z.object({ connected: z.literal(true) }),
})

export const events = [
  sync,
  line,
  cursor,
  mode,
  reset,
  diff,
  input,
  idle,
  running,
  sessionCreated,
  sessionRenamed,
  sessionDestroyed,
  sessionTagsChanged,
  lagged,
  connected,
] as const satisfies readonly EventSpec[]
