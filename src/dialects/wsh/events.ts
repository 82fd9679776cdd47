/** Every event of this dialect, as the document shapes it. Who hears them when is subscription.ts's business. */
import { z } from 'zod'
import type { EventSpec } from '../define.js'
import { line, screen } from './params.js'

const int = z.number().int()
const named = z.object({ name: z.string() })

export const events: readonly EventSpec[] = [
  {
    name: 'sync',
    summary: 'The whole screen: first of all, after a reset, after a lag and, if asked for, after silence.',
    params: z.object({ seq: int, screen, scrollback_lines: int.describe('Lines of history and screen together.') }),
  },
  {
    name: 'line',
    summary: 'A line changed.',
    params: z.object({ seq: int, index: int, total_lines: int, line }),
  },
  {
    name: 'cursor',
    summary: 'The cursor moved, appeared or vanished.',
    params: z.object({ seq: int, row: int, col: int, visible: z.boolean() }),
  },
  {
    name: 'mode',
    summary: 'The alternate screen was entered or left; or, with `mode`, keyboards were captured or released.',
    params: z.union([
      z.object({ seq: int, alternate_active: z.boolean() }),
      z.object({ mode: z.enum(['passthrough', 'capture']) }),
    ]),
  },
  {
    name: 'reset',
    summary: 'What is known of the screen is void; a sync follows.',
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
  },
  {
    name: 'diff',
    summary: 'The lines that changed since the last diff, and the whole screen.',
    params: z.object({ seq: int, changed_lines: z.array(int), screen }),
  },
  {
    name: 'input',
    summary: 'Something was typed on an attached terminal.',
    params: z.object({
      mode: z.enum(['passthrough', 'capture']),
      raw: z.array(int),
      parsed: z.object({ key: z.string().nullable(), modifiers: z.array(z.string()) }).nullable(),
      target: z.string().optional(),
    }),
  },
  {
    name: 'idle',
    summary: 'Nothing has happened for the time asked for.',
    params: z.object({ seq: int, generation: int, screen, scrollback_lines: int }),
  },
  {
    name: 'running',
    summary: 'Something happens again.',
    params: z.object({ seq: int, generation: int }),
  },
  { name: 'session_created', summary: 'A session was made.', params: z.object({ params: named }) },
  {
    name: 'session_renamed',
    summary: 'A session has another name.',
    params: z.object({ params: z.object({ old_name: z.string(), new_name: z.string() }) }),
  },
  {
    name: 'session_destroyed',
    summary: 'A session was killed or its program ended.',
    params: z.object({ params: named }),
  },
  {
    name: 'session_tags_changed',
    summary: 'Tags were added or removed.',
    params: z.object({
      params: z.object({ name: z.string(), added: z.array(z.string()), removed: z.array(z.string()) }),
    }),
  },
]
