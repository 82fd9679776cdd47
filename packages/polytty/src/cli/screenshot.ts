/** `polytty screenshot`: a session's screen as a picture. */
import { writeFileSync } from 'node:fs'
import { type PictureFormatName, pictureFormatNames, pictureFormatOf, pictureFormats } from '@polytty/render'
import { CoreError } from '../base/core-error.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import type { PictureFlags } from './commands/pictures.js'
import { pictureOptions } from './picture-options.js'
import { findSession, shortName } from './session-target.js'

export interface ScreenshotFlags extends ServerFlags, PictureFlags {
  readonly output?: string
}

export async function screenshot(given: string | undefined, flags: ScreenshotFlags): Promise<void> {
  const { output } = flags
  const { format, binary } = formatOf(output === undefined || output === '-' ? '.png' : output)
  const { theme, font, scale, padding, frame, title } = pictureOptions(flags)
  await withServer(flags, async (client) => {
    const session = await findSession(client, given)
    const { data } = await client.call('Screen.screenshot', {
      sessionId: session.id,
      format,
      theme: theme as string | Record<string, unknown> | null,
      font,
      scale,
      padding,
      frame,
      title,
    })
    const bytes = binary ? Buffer.from(data, 'base64') : `${data.trimEnd()}\n`
    if (output === '-') return void process.stdout.write(bytes)
    const path = output ?? `${shortName(session).replaceAll(/[^\w.-]+/g, '-')}.png`
    writeFileSync(path, bytes)
    print(path)
  })
}

function formatOf(path: string): { format: PictureFormatName | 'json'; binary: boolean } {
  if (path.toLowerCase().endsWith('.json')) return { format: 'json', binary: false }
  const format = pictureFormatOf(path)
  if (format) return { format, binary: pictureFormats[format].binary }
  const endings = [...pictureFormatNames.map((name) => pictureFormats[name].ending), '.json']
  throw new CoreError('invalid-params', `${path}: the extension must be one of ${endings.join(', ')}`)
}
