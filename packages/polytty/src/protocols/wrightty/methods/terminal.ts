/** Properties of the terminal: size, colours, modes. */

import type { MouseTracking } from '@polytty/terminal'
import { z } from 'zod'
import { MAX_CELLS } from '../../../base/limits.js'
import { method } from '../context.js'
import { activePalette } from '../encode.js'
import { cols, empty, rgb, rows, sessionId } from '../params.js'

const resize = method({
  name: 'Terminal.resize',
  summary: 'Change the size; the program is notified by SIGWINCH.',
  params: z.object({ sessionId, cols, rows }),
  result: empty,
  errors: ['session-not-found', 'session-exited', 'invalid-params'],
  examples: [
    { params: { sessionId: '$session', cols: 100, rows: 30 }, result: {} },
    { about: 'a size beyond the bound', params: { sessionId: '$session', cols: 0, rows: 30 }, error: -32602 },
  ],
  deviation: `A terminal has 1 to ${MAX_CELLS} columns and rows.`,
  handler: async (client, { sessionId, cols, rows }) => {
    const session = await client.session(sessionId)
    await session.resize(cols, rows)
    return {}
  },
})

const getSize = method({
  name: 'Terminal.getSize',
  summary: 'The current size in cells.',
  params: z.object({ sessionId }),
  result: z.object({ cols: z.number().int(), rows: z.number().int() }),
  errors: ['session-not-found'],
  examples: [{ params: { sessionId: '$session' }, result: { cols: 80, rows: 24 } }],
  handler: async (client, { sessionId }) => {
    const { terminal } = await client.session(sessionId)
    return { cols: terminal.cols, rows: terminal.rows }
  },
})

const palette = z.record(
  z.string().regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]|foreground|background|cursor)$/, {
    message: 'a palette key is "0" to "255", "foreground", "background" or "cursor"',
  }),
  rgb,
)

const setColorPalette = method({
  name: 'Terminal.setColorPalette',
  summary: 'Override colours of the palette; what is not named keeps its colour.',
  params: z.object({ sessionId, palette }),
  result: empty,
  errors: ['session-not-found', 'invalid-params'],
  examples: [
    { params: { sessionId: '$session', palette: { 1: { r: 204, g: 0, b: 0 } } }, result: {} },
    { params: { sessionId: '$session', palette: { 256: { r: 0, g: 0, b: 0 } } }, error: -32602 },
  ],
  handler: async (client, { sessionId, palette }) => {
    const session = await client.session(sessionId)
    const { foreground, background, cursor, ...colors } = palette
    const indexed = Object.entries(colors).map(([index, color]) => [Number(index), color] as const)
    session.setPalette({ colors: new Map(indexed), foreground, background, cursor })
    return {}
  },
})

const getColorPalette = method({
  name: 'Terminal.getColorPalette',
  summary: 'All 256 colours, foreground, background and cursor as they are now.',
  params: z.object({ sessionId }),
  result: z.object({ palette: z.record(z.string(), rgb) }),
  errors: ['session-not-found'],
  examples: [{ params: { sessionId: '$session' }, result: { palette: '$any' } }],
  handler: async (client, { sessionId }) => ({ palette: activePalette((await client.session(sessionId)).snapshot()) }),
})

const mouseNames: Readonly<Record<MouseTracking, string>> = {
  none: 'none',
  x10: 'x10',
  normal: 'normal',
  button: 'cellMotion',
  any: 'allMotion',
}

const getModes = method({
  name: 'Terminal.getModes',
  summary: 'What the program has configured.',
  params: z.object({ sessionId }),
  result: z.object({
    cursorKeyMode: z.enum(['normal', 'application']),
    keypadMode: z.enum(['numeric', 'application']),
    alternateScreen: z.boolean(),
    bracketedPaste: z.boolean(),
    mouseTracking: z.enum(['none', 'x10', 'normal', 'cellMotion', 'allMotion']),
    mouseEncoding: z.enum(['default', 'utf8', 'sgr', 'urxvt', 'sgrPixel']),
    focusReporting: z.boolean(),
    cursorVisible: z.boolean(),
    cursorStyle: z.string(),
    autoWrap: z.boolean(),
    reverseVideo: z.boolean(),
    originMode: z.boolean(),
    synchronizedOutput: z.boolean(),
  }),
  errors: ['session-not-found'],
  examples: [
    {
      params: { sessionId: '$session' },
      result: { cursorKeyMode: 'normal', keypadMode: 'numeric', mouseTracking: 'none', autoWrap: true },
    },
  ],
  handler: async (client, { sessionId }) => {
    const session = await client.session(sessionId)
    const { modes } = session.terminal
    const { shape, blinking } = session.snapshot().cursor
    return {
      cursorKeyMode: modes.cursorKeys ? ('application' as const) : ('normal' as const),
      keypadMode: modes.keypad ? ('application' as const) : ('numeric' as const),
      alternateScreen: modes.alternateScreen,
      bracketedPaste: modes.bracketedPaste,
      mouseTracking: mouseNames[modes.mouseTracking] as 'none',
      mouseEncoding: modes.mouseEncoding,
      focusReporting: modes.focusReporting,
      cursorVisible: modes.cursorVisible,
      cursorStyle: blinking ? `blinking${shape[0]!.toUpperCase()}${shape.slice(1)}` : shape,
      autoWrap: modes.autoWrap,
      reverseVideo: modes.reverseVideo,
      originMode: modes.origin,
      synchronizedOutput: modes.synchronizedOutput,
    }
  },
})

export const terminalMethods = [resize, getSize, setColorPalette, getColorPalette, getModes]
