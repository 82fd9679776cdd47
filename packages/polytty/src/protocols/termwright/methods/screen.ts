/** Looking at the screen. */

import { renderAnsi, renderPng } from '@polytty/render'
import { z } from 'zod'
import { requireWithin } from '../../../base/checks.js'
import { DEFAULT_WAIT_MS, MAX_WAIT_MS } from '../../../base/limits.js'
import { method } from '../context.js'
import { cell, clip, encodeCell, encodeCompact, encodeScreen, screen, screenHash } from '../encode.js'
import { cellIndex, nothing, position, size } from '../params.js'

const getScreen = method({
  name: 'screen',
  summary: 'The screen as text, as cells, as lines in one JSON string, or as text with ANSI styles.',
  params: z.object({ format: z.enum(['text', 'json', 'json_compact', 'ansi']).nullish().describe('text if absent.') }),
  result: z.union([z.string(), screen]),
  errors: ['invalid-params'],
  examples: [
    { params: { format: 'text' }, result: '$any' },
    { params: { format: 'json' }, result: { size: { cols: 80, rows: 24 }, cursor: { row: 0, col: 0 }, cells: '$any' } },
    { params: { format: 'json_compact' }, result: { $match: '^{"size":{"cols":80,"rows":24},"cursor":.*"lines":' } },
    { about: 'a format that does not exist', params: { format: 'yaml' }, error: -4 },
  ],
  handler: (client, { format }) => {
    const snapshot = client.session.snapshot()
    if (format === 'json') return encodeScreen(snapshot, client.keepShape())
    if (format === 'json_compact') return encodeCompact(snapshot)
    return format === 'ansi' ? renderAnsi(snapshot) : snapshot.text()
  },
})

const screenRegion = method({
  name: 'screen_region',
  summary: 'A rectangle of the screen, as text or as cells.',
  params: z
    .object({
      top: cellIndex,
      left: cellIndex,
      bottom: cellIndex.describe('Inclusive.'),
      right: cellIndex.describe('Inclusive.'),
      format: z.enum(['text', 'json']).nullish(),
    })
    .refine(({ top, left, bottom, right }) => top <= bottom && left <= right, {
      message: 'top and left must not lie beyond bottom and right',
    }),
  result: z.union([z.string(), screen]),
  errors: ['invalid-params'],
  examples: [{ params: { top: 0, left: 0, bottom: 1, right: 9 }, result: '\n' }],
  handler: (client, { format, ...region }) => {
    const snapshot = client.session.snapshot()
    const inside = clip(region, snapshot)
    return format === 'json' ? encodeScreen(snapshot, client.keepShape(), inside) : snapshot.text({ region: inside })
  },
})

const cellAt = method({
  name: 'cell_at',
  summary: 'One cell with its colours and attributes.',
  params: z.object({ row: cellIndex, col: cellIndex }),
  result: cell,
  errors: ['invalid-params'],
  examples: [
    { params: { row: 0, col: 0 }, result: { char: ' ', fg: { type: 'default' }, bold: false } },
    { about: 'a cell that is not there', params: { row: 999, col: 0 }, error: -4 },
  ],
  handler: (client, { row, col }) => {
    const snapshot = client.session.snapshot()
    requireWithin('row', row, 0, snapshot.rows - 1)
    requireWithin('col', col, 0, snapshot.cols - 1)
    return encodeCell(snapshot.cell(row, col), client.keepShape())
  },
})

const scrollback = method({
  name: 'scrollback',
  summary: 'Lines that have left the top of the screen, oldest first.',
  params: z.object({
    limit: z.number().int().min(0).max(100_000).nullish().describe('How many of the newest; 1000 if absent.'),
  }),
  result: z.object({ lines: z.array(z.string()), total: z.number().int() }),
  examples: [{ params: { limit: 10 }, result: { lines: [], total: 0 } }],
  handler: ({ session }, { limit }) => {
    const total = session.snapshot().history
    const count = Math.min(limit ?? 1000, total)
    return { lines: session.history(total - count, count).map(({ text }) => text), total }
  },
})

const screenshot = method({
  name: 'screenshot',
  summary: 'A PNG of the screen, in base64.',
  params: z.object({
    font: z.string().nullish(),
    font_size: z.number().min(6).max(96).nullish().describe('14 if absent.'),
    line_height: z.number().min(0.8).max(3).nullish(),
  }),
  result: z.union([z.string(), z.object({ png_base64: z.string() })]),
  errors: ['invalid-params', 'not-found'],
  examples: [
    { params: { font_size: 14 }, result: { $match: '^iVBORw0KGgo' } },
    { about: 'a font that is not there', params: { font: 'No Such Font' }, error: -4 },
  ],
  handler: (client, { font, font_size, line_height }) => {
    const { bytes } = renderPng(client.session.snapshot(), {
      font: { family: font, size: font_size ?? 14 },
      lineHeight: line_height ?? undefined,
    })
    const png_base64 = Buffer.from(bytes).toString('base64')
    return client.keepShape() === 'released' ? { png_base64 } : png_base64
  },
})

const resize = method({
  name: 'resize',
  summary: 'Change the size of the terminal.',
  params: z.object({ cols: size, rows: size }),
  result: nothing,
  errors: ['invalid-params', 'session-exited'],
  examples: [
    { params: { cols: 120, rows: 40 }, result: null },
    { about: 'a size of nothing', params: { cols: 0, rows: 40 }, error: -4 },
  ],
  handler: async (client, { cols, rows }) => {
    await client.live().resize(cols, rows)
    return null
  },
})

const waitForScreenChange = method({
  name: 'wait_for_screen_change',
  summary: 'Wait until the screen differs from the one with this hash, or from the present one.',
  params: z.object({ last_hash: z.string().nullish(), timeout_ms: z.number().min(0).max(MAX_WAIT_MS).nullish() }),
  result: z.object({ hash: z.string(), changed: z.literal(true), cursor: position }),
  errors: ['wait-timeout', 'session-exited'],
  examples: [
    { params: { last_hash: 'other' }, result: { hash: '$any', changed: true } },
    { about: 'nothing changes', params: { timeout_ms: 0 }, error: -2 },
  ],
  handler: async (client, { last_hash, timeout_ms }, { signal }) => {
    const known = last_hash ?? screenHash(client.session.snapshot())
    const test = (view: { snapshot(): Parameters<typeof screenHash>[0] }) => {
      const hash = screenHash(view.snapshot())
      return hash === known ? null : { text: hash }
    }
    const { match, snapshot } = await client.wait(
      { type: 'check', test },
      timeout_ms ?? DEFAULT_WAIT_MS,
      signal,
      'a change of the screen',
    )
    const { row, col } = snapshot.cursor
    return { hash: match.text ?? '', changed: true as const, cursor: { row, col } }
  },
})

export const screenMethods = [getScreen, screenRegion, cellAt, scrollback, screenshot, resize, waitForScreenChange]
