/** The screen as a picture or a file: text, ANSI, JSON, SVG, PNG. */

import { parseTheme, pictureFormatNames, pictureFormats, type RenderOptions, type Theme } from '@polytty/render'
import type { Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { method } from '../context.js'
import { encodeContents, MAX_ANSWER_CELLS } from '../encode.js'
import { sessionId } from '../params.js'

export const themeParam = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .nullish()
  .describe('A theme by name, or one of your own; the default dark theme if absent.')

export const fontParam = z
  .object({ family: z.string().nullish(), size: z.number().min(6).max(96).nullish() })
  .nullish()
  .describe('For svg and png.')

const formats = z.enum([...pictureFormatNames, 'json'])

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
  if (format === 'json') return { format, data: JSON.stringify(encodeContents(snapshot, null)) }
  const { data, ...size } = pictureFormats[format].draw(snapshot, options)
  return { format, data: typeof data === 'string' ? data : Buffer.from(data).toString('base64'), ...size }
}

const screenshot = method({
  name: 'Screen.screenshot',
  summary: 'The screen as text, ANSI, JSON, SVG or PNG.',
  params: z.object({
    sessionId,
    format: formats,
    theme: themeParam,
    font: fontParam,
    scale: z.number().min(1).max(3).nullish().describe('Pixels per unit, for png; 1 if absent.'),
    padding: z.number().min(0).max(200).nullish().describe('Empty pixels around the text; 10 if absent.'),
    frame: z.boolean().nullish().describe('A window frame with a title.'),
    title: z.string().max(1000).nullish().describe("The title in the frame; the screen's own if absent."),
  }),
  result: picture,
  errors: ['session-not-found', 'not-found', 'invalid-params', 'resource-limit'],
  deviation: `\`html\`, \`scale\`, \`padding\`, \`frame\` and \`title\` are additions. As JSON, one answer holds at most ${MAX_ANSWER_CELLS} cells. A font that is not installed is refused for png, and named for the reader in svg.`,
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
  handler: async (client, { sessionId, format, theme, font, ...given }, { signal }) => {
    const session = await client.session(sessionId)
    await client.untilAnswered(session, signal)
    const { scale, padding, frame, title } = given
    const options = { scale: scale ?? undefined, padding: padding ?? undefined, frame: frame ?? undefined, title }
    return takePicture(session.snapshot(), format, { theme: readTheme(theme), font, ...options })
  },
})

export const screenshotMethods = [screenshot]
