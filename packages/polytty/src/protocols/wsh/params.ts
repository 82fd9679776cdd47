/** The pieces of params and results that several methods share. */
import { z } from 'zod'
import { colorNames, MAX_PIECES, type RegionWrite, type Span, type SpanColor } from '../../compose/index.js'

/** On the server's own socket every method about a session names it. */
export const session = z.string().nullish().describe('The session; only on the server-level socket.')

export const format = z.enum(['plain', 'styled']).nullish().describe('How lines are given; styled if absent.')

export type LineFormat = 'plain' | 'styled'

export const empty = z.object({})

const channel = z.number().int().min(0).max(255)
const rgb = z.object({ r: channel, g: channel, b: channel })

const color = z.union([z.enum(colorNames), rgb]) satisfies z.ZodType<SpanColor>

/** The text of one span or write, in UTF-8. */
const MAX_TEXT_BYTES = 65_536

const textStyle = {
  fg: color.optional(),
  bg: color.optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
}

const text = z
  .string()
  .max(MAX_TEXT_BYTES)
  .refine((text) => Buffer.byteLength(text) <= MAX_TEXT_BYTES, `a text holds at most ${MAX_TEXT_BYTES} bytes`)

const span = z.object({ text, id: z.string().max(256).optional(), ...textStyle }) satisfies z.ZodType<Span>
const write = z.object({
  row: z.number().int().min(0).max(999),
  col: z.number().int().min(0).max(999),
  text,
  ...textStyle,
}) satisfies z.ZodType<RegionWrite>
export const spans = z.array(span).max(MAX_PIECES)
export const writes = z.array(write).max(MAX_PIECES)
/** An update by id: what is not given stays. */
export const spanChanges = z
  .array(z.object({ id: z.string().max(256), text: text.optional(), ...textStyle }))
  .max(MAX_PIECES)
  .describe('Spans with the ids of those they change.')
export const background = z.object({ bg: color })

export const order = z.number().int().min(-1_000_000_000).max(1_000_000_000)

/** What overlays and panels have in common when they are reported. */
export const element = {
  z: z.number().int(),
  background: background.optional(),
  spans,
  region_writes: writes.optional(),
  focusable: z.boolean().optional(),
  screen_mode: z.enum(['normal', 'alt']).optional(),
}

const styledColor = z.union([z.object({ indexed: channel }), z.object({ rgb })])

const styledSpan = z.object({
  text: z.string(),
  fg: styledColor.optional(),
  bg: styledColor.optional(),
  bold: z.boolean().optional(),
  faint: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  blink: z.boolean().optional(),
  inverse: z.boolean().optional(),
})

export type StyledSpan = z.input<typeof styledSpan>

export const line = z.union([z.string(), z.array(styledSpan)])

export const screen = z.object({
  epoch: z.number().int().describe('Grows whenever the screen was cleared, reset, resized or switched.'),
  first_line_index: z.number().int().describe('Lines of history above the screen.'),
  total_lines: z.number().int(),
  lines: z.array(line),
  cursor: z.object({ row: z.number().int(), col: z.number().int(), visible: z.boolean() }),
  cols: z.number().int(),
  rows: z.number().int(),
  alternate_active: z.boolean(),
  last_activity_ms: z.number().int().optional().describe('Milliseconds since output or input; over HTTP alone.'),
})

export const sessionInfo = z.object({
  name: z.string(),
  server: z.string(),
  pid: z.number().int().nullable(),
  command: z.string(),
  rows: z.number().int(),
  cols: z.number().int(),
  clients: z.number().int(),
  tags: z.array(z.string()),
  last_activity_ms: z.number().int(),
  recording_id: z.string().optional().describe('Present while the session is being recorded.'),
  exit_code: z
    .number()
    .int()
    .optional()
    .describe('Present once the program has ended; 128 and the number of the signal that ended it.'),
})

/** The ceiling of every wait over HTTP, and of every silence. */
export const MAX_HTTP_WAIT_MS = 300_000
