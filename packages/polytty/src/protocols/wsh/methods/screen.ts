/** Looking: the screen, the scrollback, the size. */

import { z } from 'zod'
import { MAX_CELLS } from '../../../base/limits.js'
import { method } from '../context.js'
import { encodeLine, historyLines } from '../encode.js'
import { empty, format, line, screen, session } from '../params.js'

/** Lines of one answer. */
const MAX_LINES = 10_000

const getScreen = method({
  name: 'get_screen',
  summary: 'The visible screen; composed, it includes panels and overlays as attached terminals show them.',
  params: z.object({ session, format, composed: z.boolean().nullish().describe('With panels and overlays.') }),
  result: screen,
  errors: ['session-not-found'],
  examples: [
    {
      params: { session: '$session', format: 'plain' },
      result: { cols: 80, rows: 24, first_line_index: 0, total_lines: 24, alternate_active: false },
    },
  ],
  deviation:
    '`composed` is an addition. The parser works as the bytes come, so nothing ever is a `parser_timeout`. Where there is ' +
    'just one session, this and every other method about a session means it if none is named.',
  handler: (client, { session, format, composed }) => {
    const wshSession = client.wshSession(session)
    const screen = wshSession.screen(format ?? 'styled', composed ?? false)
    return client.isHttp ? { ...screen, last_activity_ms: wshSession.quietMs } : screen
  },
})

const getScrollback = method({
  name: 'get_scrollback',
  summary: 'History and visible screen, oldest line first; on the alternate screen, that screen alone.',
  params: z.object({
    session,
    format,
    offset: z.number().int().min(0).nullish().describe('First line, from the top; 0 if absent.'),
    limit: z.number().int().min(0).nullish().describe('How many lines; 100 if absent, at most 10000.'),
  }),
  result: z.object({
    epoch: z.number().int(),
    lines: z.array(line),
    total_lines: z.number().int(),
    offset: z.number().int(),
  }),
  errors: ['session-not-found'],
  examples: [
    {
      params: { session: '$session', format: 'plain', offset: 0, limit: 2 },
      result: { lines: ['', ''], total_lines: 24, offset: 0 },
    },
    { about: 'a negative offset', params: { session: '$session', offset: -1 }, error: 'invalid_request' },
  ],
  handler: (client, { session: name, format, offset, limit }) => {
    const { session, screenEvents } = client.wshSession(name)
    const snapshot = session.snapshot()
    const above = historyLines(snapshot)
    const [from, count] = [offset ?? 0, Math.min(limit ?? 100, MAX_LINES)]
    const past = from < above ? session.history(from, Math.min(count, above - from)) : []
    const firstRow = Math.max(from - above, 0)
    const visible = Array.from({ length: Math.max(snapshot.rows - firstRow, 0) }, (_, row) =>
      snapshot.row(firstRow + row),
    )
    const rows = [...past, ...visible].slice(0, count)
    return {
      epoch: screenEvents.epoch,
      lines: rows.map((row) => encodeLine(row, format ?? 'styled')),
      total_lines: above + snapshot.rows,
      offset: from,
    }
  },
})

const resize = method({
  name: 'resize',
  summary: `Change the size of the window that program and panels share; clamped to 1 to ${MAX_CELLS}.`,
  params: z.object({ session, cols: z.number().int(), rows: z.number().int() }),
  result: empty,
  errors: ['session-not-found', 'session-exited'],
  examples: [{ params: { session: '$session', cols: 100, rows: 30 }, result: {} }],
  deviation: 'Has a route too: POST /sessions/{name}/resize.',
  handler: async (client, { session, cols, rows }) => {
    await client.wshSession(session).composition.resize(cols, rows)
    return {}
  },
})

export const screenMethods = [getScreen, getScrollback, resize]
