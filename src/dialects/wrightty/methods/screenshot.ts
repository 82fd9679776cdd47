/** The screen as a picture or a file: text, ANSI, JSON, SVG, PNG. */
import { z } from 'zod'
import {
  parseTheme,
  type RenderOptions,
  renderAnsi,
  renderPng,
  renderSvg,
  renderText,
  type Theme,
} from '../../../render/index.js'
import type { Snapshot } from '../../../terminal/index.js'
import { method } from '../context.js'
import { encodeContents } from '../encode.js'
import { sessionId } from '../params.js'

export const themeParam = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .nullish()
  .describe('A theme by name, or one of your own; the default dark theme if absent.')

export const fontParam = z
  .object({ family: z.string().nullish(), size: z.number().min(6).max(96).nullish() })
  .nullish()
  .describe('For svg and png.')

const formats = z.enum(['text', 'ansi', 'json', 'svg', 'png'])

const picture = z.object({
  format: formats,
  data: z.string().describe('Base64 for png, plain text otherwise.'),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
})

export function readTheme(theme: z.output<typeof themeParam>): string | Theme | null {
  return typeof theme === 'object' && theme !== null ? parseTheme(theme) : (theme ?? null)
}

/** A snapshot in one of the formats; size in pixels only where there are pixels. */
export function takePicture(
  snapshot: Snapshot,
  format: z.output<typeof formats>,
  options: RenderOptions,
): z.input<typeof picture> {
  switch (format) {
    case 'text':
      return { format, data: renderText(snapshot) }
    case 'ansi':
      return { format, data: renderAnsi(snapshot) }
    case 'json':
      return { format, data: JSON.stringify(encodeContents(snapshot, null)) }
    case 'svg': {
      const { svg, width, height } = renderSvg(snapshot, options)
      return { format, data: svg, width: Math.ceil(width), height: Math.ceil(height) }
    }
    case 'png': {
      const { bytes, width, height } = renderPng(snapshot, options)
      return { format, data: Buffer.from(bytes).toString('base64'), width, height }
    }
  }
}

const screenshot = method({
  name: 'Screen.screenshot',
  summary: 'The screen as text, ANSI, JSON, SVG or PNG.',
  params: z.object({ sessionId, format: formats, theme: themeParam, font: fontParam }),
  result: picture,
  errors: ['session-not-found', 'not-found', 'invalid-params'],
  examples: [
    { params: { sessionId: '$session', format: 'text' }, result: { format: 'text', data: '$any' } },
    {
      params: { sessionId: '$session', format: 'png' },
      result: { format: 'png', data: '$any', width: '$any', height: '$any' },
    },
    {
      about: 'a theme that does not exist',
      params: { sessionId: '$session', format: 'svg', theme: 'no-such-theme' },
      error: -32602,
    },
  ],
  handler: async (client, { sessionId, format, theme, font }, { signal }) => {
    const session = await client.session(sessionId)
    await client.settle(session, signal)
    return takePicture(session.snapshot(), format, { theme: readTheme(theme), font })
  },
})

export const screenshotMethods = [screenshot]
