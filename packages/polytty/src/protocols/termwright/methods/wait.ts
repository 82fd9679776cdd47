/** Waiting for text, patterns, quiet and places. Every wait that fails says what it waited for. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { compilePattern } from '../../../text/pattern.js'
import { findOnScreen, type MatchDetail, type ScreenQuery } from '../../../wait/index.js'
import { encodeSnakeReadiness, snakeReadiness, wantedStates } from '../../readiness.js'
import { method } from '../context.js'
import { cellIndex, nothing, position, timeout_ms, timeoutOf } from '../params.js'

function placeOf({ row = 0, col = 0 }: MatchDetail): { row: number; col: number } {
  return { row, col }
}

const waitForText = method({
  name: 'wait_for_text',
  summary: 'Wait until text is on the screen.',
  params: z.object({ text: z.string().min(1), timeout_ms }),
  result: z.object({ found: z.literal(true), position }).nullable(),
  errors: ['wait-timeout', 'session-exited', 'invalid-params'],
  examples: [
    { about: 'text that does not come', params: { text: 'Ready', timeout_ms: 0 }, error: -2 },
    { about: 'without text', params: { timeout_ms: 0 }, error: -4 },
  ],
  handler: async (client, params, { signal }) => {
    const { text } = params
    const { match } = await client.wait(
      { type: 'text', text },
      timeoutOf(params.timeout_ms),
      signal,
      `text ${JSON.stringify(text)}`,
    )
    return { found: true as const, position: placeOf(match) }
  },
})

const waitForPattern = method({
  name: 'wait_for_pattern',
  summary: 'Wait until a regular expression matches on the screen.',
  params: z.object({ pattern: z.string().min(1), timeout_ms }),
  result: z.object({ found: z.literal(true), matched: z.string(), position }).nullable(),
  errors: ['wait-timeout', 'session-exited', 'invalid-pattern'],
  examples: [
    { about: 'an invalid expression, at once', params: { pattern: 'a(' }, error: -4 },
    { about: 'what does not come', params: { pattern: 'error|warning', timeout_ms: 0 }, error: -2 },
  ],
  handler: async (client, params, { signal }) => {
    const { pattern } = params
    const { match } = await client.wait(
      { type: 'regex', pattern },
      timeoutOf(params.timeout_ms),
      signal,
      `pattern /${pattern}/`,
    )
    return { found: true as const, matched: match.text ?? '', position: placeOf(match) }
  },
})

const waitForTextGone = method({
  name: 'wait_for_text_gone',
  summary: 'Wait until text is no longer on the screen.',
  params: z.object({ text: z.string().min(1), timeout_ms }),
  result: nothing,
  errors: ['wait-timeout'],
  examples: [{ params: { text: 'Loading' }, result: null }],
  handler: async (client, params, { signal }) => {
    const { text } = params
    await client.wait(
      { type: 'gone', matcher: { type: 'text', text } },
      timeoutOf(params.timeout_ms),
      signal,
      `text ${JSON.stringify(text)} going away`,
    )
    return null
  },
})

const waitForPatternGone = method({
  name: 'wait_for_pattern_gone',
  summary: 'Wait until a regular expression no longer matches on the screen.',
  params: z.object({ pattern: z.string().min(1), timeout_ms }),
  result: nothing,
  errors: ['wait-timeout', 'invalid-pattern'],
  examples: [{ params: { pattern: 'Load.*' }, result: null }],
  handler: async (client, params, { signal }) => {
    const { pattern } = params
    await client.wait(
      { type: 'gone', matcher: { type: 'regex', pattern } },
      timeoutOf(params.timeout_ms),
      signal,
      `pattern /${pattern}/ going away`,
    )
    return null
  },
})

const notExpectText = method({
  name: 'not_expect_text',
  summary: 'Fail if text is on the screen now.',
  params: z.object({ text: z.string().min(1) }),
  result: nothing,
  examples: [{ params: { text: 'Error' }, result: null }],
  handler: ({ session }, { text }) =>
    refuseMatch(findOnScreen(session.snapshot(), text), `text ${JSON.stringify(text)}`),
})

const notExpectPattern = method({
  name: 'not_expect_pattern',
  summary: 'Fail if a regular expression matches on the screen now.',
  params: z.object({ pattern: z.string().min(1) }),
  result: nothing,
  errors: ['invalid-pattern'],
  examples: [{ params: { pattern: 'Err.*' }, result: null }],
  handler: ({ session }, { pattern }) =>
    refuseMatch(findOnScreen(session.snapshot(), { regex: pattern }), `pattern /${pattern}/`),
})

function refuseMatch(matches: readonly { row: number; col: number; text: string }[], what: string): null {
  const [first] = matches
  if (!first) return null
  throw new CoreError(
    'conflict',
    `${what} is on the screen at row ${first.row}, column ${first.col}: ${JSON.stringify(first.text)}`,
  )
}

const waitForIdle = method({
  name: 'wait_for_idle',
  summary: 'Wait until the screen has not changed for a while.',
  params: z
    .object({
      duration_ms: z.number().min(0).max(3_600_000).nullish(),
      idle_ms: z.number().min(0).max(3_600_000).nullish().describe("Released clients' spelling."),
      timeout_ms,
    })
    .refine(({ duration_ms, idle_ms }) => (duration_ms ?? idle_ms) != null, {
      message: 'duration_ms is required',
      path: ['duration_ms'],
    }),
  result: nothing,
  errors: ['wait-timeout', 'invalid-params'],
  examples: [
    { params: { duration_ms: 0 }, result: null },
    { about: 'without a duration', params: {}, error: -4 },
  ],
  handler: async (client, params, { signal }) => {
    const ms = params.duration_ms ?? params.idle_ms ?? 0
    await client.wait({ type: 'stable', ms }, timeoutOf(params.timeout_ms), signal, `${ms} ms without a change`)
    return null
  },
})

const waitForReady = method({
  name: 'wait_for_ready',
  summary: 'Wait until the program has answered all that was typed and waits for more, or has ended.',
  params: z.object({ states: wantedStates, timeout_ms }),
  result: snakeReadiness.nullable(),
  errors: ['wait-timeout'],
  deviation: 'An addition.',
  examples: [
    { params: {}, result: { state: '$any', confidence: '$any' } },
    { about: 'a state that does not come', params: { states: ['secret-input'], timeout_ms: 0 }, error: -2 },
  ],
  handler: async (client, params, { signal }) => {
    const states = params.states ?? undefined
    const what = states ? `the state ${states.join(' or ')}` : 'a program that waits for its user'
    await client.wait({ type: 'ready', states }, timeoutOf(params.timeout_ms), signal, what)
    return encodeSnakeReadiness(client.session.ready)
  },
})

const waitForCursorAt = method({
  name: 'wait_for_cursor_at',
  summary: 'Wait until the cursor is at a cell.',
  params: z.object({ row: cellIndex, col: cellIndex, timeout_ms }),
  result: nothing,
  errors: ['wait-timeout'],
  examples: [{ params: { row: 0, col: 0 }, result: null }],
  handler: async (client, { row, col, timeout_ms }, { signal }) => {
    await client.wait(
      { type: 'cursor', row, col },
      timeoutOf(timeout_ms),
      signal,
      `the cursor at row ${row}, column ${col}`,
    )
    return null
  },
})

const colorParam = z.union([
  z.null(),
  z.number().int().min(0).max(255),
  z.object({ type: z.enum(['default', 'Default']) }),
  z.object({ type: z.enum(['indexed', 'Indexed']), value: z.number().int().min(0).max(255) }),
  z.object({ type: z.literal('rgb').optional(), r: z.number().int(), g: z.number().int(), b: z.number().int() }),
  z.object({ type: z.literal('Rgb'), value: z.tuple([z.number().int(), z.number().int(), z.number().int()]) }),
])

/** A colour in any of the spellings, as the core has it. */
function readColor(color: z.output<typeof colorParam>): null | number | { r: number; g: number; b: number } {
  if (color === null || typeof color === 'number') return color
  if ('r' in color) return { r: color.r, g: color.g, b: color.b }
  if (!('value' in color)) return null
  if (typeof color.value === 'number') return color.value
  const [r, g, b] = color.value
  return { r, g, b }
}

const waitForColorAt = method({
  name: 'wait_for_color_at',
  summary: 'Wait until a cell has a foreground or background colour.',
  params: z
    .object({ row: cellIndex, col: cellIndex, fg: colorParam.optional(), bg: colorParam.optional(), timeout_ms })
    .refine(({ fg, bg }) => fg !== undefined || bg !== undefined, { message: 'fg or bg is required' }),
  result: nothing,
  errors: ['wait-timeout', 'invalid-params'],
  examples: [{ params: { row: 0, col: 0, fg: { type: 'default' } }, result: null }],
  handler: async (client, { row, col, fg, bg, timeout_ms }, { signal }) => {
    const colors = {
      ...(fg === undefined ? {} : { fg: readColor(fg) }),
      ...(bg === undefined ? {} : { bg: readColor(bg) }),
    }
    await client.wait(
      { type: 'cell', row, col, ...colors },
      timeoutOf(timeout_ms),
      signal,
      `that colour at row ${row}, column ${col}`,
    )
    return null
  },
})

const match = z.object({ position, text: z.string(), length: z.number().int() })

function encodeMatches(
  session: { snapshot(): Parameters<typeof findOnScreen>[0] },
  query: ScreenQuery,
): z.input<typeof match>[] {
  return findOnScreen(session.snapshot(), query).map(({ row, col, text, length }) => ({
    position: { row, col },
    text,
    length,
  }))
}

const findText = method({
  name: 'find_text',
  summary: 'Every place of a text on the screen.',
  params: z.object({ text: z.string().min(1) }),
  result: z.array(match),
  examples: [{ params: { text: 'nowhere' }, result: [] }],
  handler: ({ session }, { text }) => encodeMatches(session, text),
})

const findPattern = method({
  name: 'find_pattern',
  summary: 'Every match of a regular expression on the screen.',
  params: z.object({ pattern: z.string().min(1) }),
  result: z.array(match),
  errors: ['invalid-pattern'],
  examples: [
    { params: { pattern: 'now.*' }, result: [] },
    { params: { pattern: '[' }, error: -4 },
  ],
  handler: ({ session }, { pattern }) => {
    compilePattern(pattern)
    return encodeMatches(session, { regex: pattern })
  },
})

export const waitMethods = [
  waitForText,
  waitForPattern,
  waitForTextGone,
  waitForPatternGone,
  notExpectText,
  notExpectPattern,
  waitForIdle,
  waitForReady,
  waitForCursorAt,
  waitForColorAt,
  findText,
  findPattern,
]
