/** Reading the screen and waiting for it. Positions stay 0-based, as this dialect has them. */

import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { DEFAULT_WAIT_MS } from '../../../base/limits.js'
import { findOnScreen } from '../../../wait/index.js'
import { method } from '../context.js'
import { contents, encodeContents, encodeCursor, MAX_ANSWER_CELLS } from '../encode.js'
import { cellIndex, cursor, region, sessionId, timeoutMs } from '../params.js'

const getContents = method({
  name: 'Screen.getContents',
  summary: 'The cells of the screen with their attributes; colours resolved to RGB by the active palette.',
  params: z.object({ sessionId, region: region.nullish().describe('The whole screen if absent.') }),
  result: contents,
  errors: ['session-not-found', 'resource-limit'],
  deviation: `One answer holds at most ${MAX_ANSWER_CELLS} cells; more are refused, and the error’s \`data.limit\` says so: ask for a region.`,
  examples: [
    {
      params: { sessionId: '$session', region: { top: 0, left: 0, bottom: 0, right: 1 } },
      result: { rows: 1, cols: 2, cursor: { shape: 'block' }, cells: '$any', alternateScreen: false },
    },
  ],
  handler: async (client, { sessionId, region }, { signal }) => {
    const session = await client.session(sessionId)
    await client.untilAnswered(session, signal)
    return encodeContents(session.snapshot(), region ?? null)
  },
})

const getText = method({
  name: 'Screen.getText',
  summary: 'The visible screen as plain text, rows separated by newlines.',
  params: z.object({
    sessionId,
    region: region.nullish().describe('Inclusive rectangle; the whole screen if absent.'),
    trimTrailingWhitespace: z.boolean().nullish().describe('Trim blanks at the end of each row; true if absent.'),
  }),
  result: z.object({ text: z.string() }),
  errors: ['session-not-found'],
  examples: [{ params: { sessionId: '$session' }, result: { text: '$any' } }],
  handler: async (client, { sessionId, region, trimTrailingWhitespace }, { signal }) => {
    const session = await client.session(sessionId)
    await client.untilAnswered(session, signal)
    return { text: session.snapshot().text({ region, trim: trimTrailingWhitespace ?? true }) }
  },
})

const getScrollback = method({
  name: 'Screen.getScrollback',
  summary: 'Lines that have scrolled off the top, oldest first.',
  params: z.object({
    sessionId,
    lines: z.number().int().min(0).max(100_000).nullish().describe('How many; 100 if absent.'),
    offset: z.number().int().min(0).nullish().describe('How many of the newest to leave out; 0 if absent.'),
  }),
  result: z.object({
    lines: z.array(z.object({ text: z.string(), lineNumber: z.number().int() })),
    totalScrollback: z.number().int(),
  }),
  errors: ['session-not-found'],
  examples: [{ params: { sessionId: '$session', lines: 10 }, result: { lines: [], totalScrollback: 0 } }],
  handler: async (client, { sessionId, lines, offset }) => {
    const session = await client.session(sessionId)
    const total = session.snapshot().history
    const end = Math.max(total - (offset ?? 0), 0)
    const start = Math.max(end - (lines ?? 100), 0)
    const found = session.history(start, end - start)
    return {
      lines: found.map(({ text }, index) => ({ text, lineNumber: start + index - total })),
      totalScrollback: total,
    }
  },
})

const match = z.object({ text: z.string(), row: cellIndex, col: cellIndex, length: z.number().int() })

const waitForText = method({
  name: 'Screen.waitForText',
  summary: 'Wait until text or a pattern is on the screen. A timeout is an answer (`found: false`), not an error.',
  params: z.object({
    sessionId,
    pattern: z.string().min(1),
    isRegex: z.boolean().nullish().describe('Rust regex syntax, matched row by row; plain text if absent.'),
    region: region.nullish(),
    timeout: timeoutMs.nullish().describe('Milliseconds; 30000 if absent, 0 looks once.'),
    freshSince: z
      .number()
      .int()
      .min(0)
      .nullish()
      .describe('Only what contains something written after this revision (of Session.getReadiness).'),
    interval: z.number().min(0).nullish().describe('Accepted and not needed: the wait is driven by output.'),
  }),
  result: z.object({
    found: z.boolean(),
    matches: z.array(match),
    elapsed: z.number().int(),
    staleSince: z.number().int().optional().describe('With `freshSince`: it is there, but since this revision.'),
  }),
  deviation: '`freshSince` and `staleSince` are additions.',
  errors: ['session-not-found', 'invalid-pattern'],
  examples: [
    {
      about: 'a timeout is an answer',
      params: { sessionId: '$session', pattern: 'never shown', timeout: 0 },
      result: { found: false, matches: [], elapsed: '$any' },
    },
    { params: { sessionId: '$session', pattern: 'a(', isRegex: true }, error: 1004 },
  ],
  handler: async (client, { sessionId, pattern, isRegex, region, timeout, freshSince }, { signal }) => {
    const session = await client.session(sessionId)
    const query = isRegex ? { regex: pattern } : pattern
    const where = { region, freshSince: freshSince ?? undefined }
    const matcher = isRegex
      ? ({ type: 'regex', pattern, ...where } as const)
      : ({ type: 'text', text: pattern, ...where } as const)
    const started = client.core.clock.monotonic()
    const timeoutMs = timeout ?? DEFAULT_WAIT_MS
    // A bad pattern is reported at once, not after the program has answered.
    findOnScreen(session.snapshot(), query, { region })
    await client.untilAnswered(session, signal)
    const left = Math.max(timeoutMs - (client.core.clock.monotonic() - started), 0)
    const outcome = await session.wait(matcher, { timeoutMs: left, abort: signal })
    const found = outcome.kind === 'matched'
    const matches = found ? findOnScreen(outcome.snapshot, query, { region }) : []
    return {
      found,
      matches: matches.map(({ text, row, col, length }) => ({ text, row, col, length })),
      elapsed: Math.round(client.core.clock.monotonic() - started),
      ...(!found && { staleSince: outcome.staleSince }),
    }
  },
})

const waitForCursor = method({
  name: 'Screen.waitForCursor',
  summary: 'Wait until the cursor is at a row, a column, or both.',
  params: z.object({
    sessionId,
    row: cellIndex.nullish().describe('Any row if absent.'),
    col: cellIndex.nullish().describe('Any column if absent.'),
    timeout: timeoutMs.nullish(),
  }),
  result: z.object({ cursor, elapsed: z.number().int() }),
  errors: ['session-not-found', 'wait-timeout'],
  examples: [
    { params: { sessionId: '$session' }, result: { cursor: { shape: 'block' }, elapsed: '$any' } },
    { about: 'a timeout', params: { sessionId: '$session', row: 23, col: 79, timeout: 0 }, error: 1003 },
  ],
  handler: async (client, { sessionId, row, col, timeout }, { signal }) => {
    const session = await client.session(sessionId)
    await client.untilAnswered(session, signal)
    const timeoutMs = timeout ?? DEFAULT_WAIT_MS
    const outcome = await session.wait(
      { type: 'cursor', row: row ?? undefined, col: col ?? undefined },
      { timeoutMs, abort: signal },
    )
    const at = encodeCursor(outcome.snapshot.cursor)
    const elapsed = Math.round(outcome.elapsedMs)
    if (outcome.kind === 'matched') return { cursor: at, elapsed }
    const wanted = `row ${row ?? 'any'}, column ${col ?? 'any'}`
    throw new CoreError(
      'wait-timeout',
      `the cursor did not reach ${wanted} within ${timeoutMs} ms; it is at row ${at.row}, column ${at.col}`,
      { session: session.id, cursor: at, elapsed },
    )
  },
})

export const screenMethods = [getContents, getText, getScrollback, waitForText, waitForCursor]
