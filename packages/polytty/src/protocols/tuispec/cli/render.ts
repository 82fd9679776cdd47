/** `render` and `render-text`: a snapshot file as a picture or as plain text. */
import { writeFile } from '../files.js'
import { besideSnapshot, drawSnapshot, readSnapshot, type ScreenSize } from '../snapshot-file.js'
import { snapshotTheme } from '../themes.js'

export interface TextFlags extends Partial<ScreenSize> {
  readonly out?: string
}

export interface RenderFlags extends TextFlags {
  readonly theme: string
  readonly font?: string
}

export async function renderFile(file: string, { out, theme, font, cols, rows }: RenderFlags): Promise<void> {
  const picture = await drawSnapshot(file, { theme: snapshotTheme(theme), font, cols, rows })
  write(out ?? besideSnapshot(file, '.png'), picture)
}

export async function renderTextFile(file: string, { out, cols, rows }: TextFlags): Promise<void> {
  const snapshot = await readSnapshot(file, { cols, rows })
  const region = { top: 0, left: 0, bottom: (rows ?? snapshot.rows) - 1, right: (cols ?? snapshot.cols) - 1 }
  write(out ?? besideSnapshot(file, '.txt'), `${snapshot.text({ region })}\n`)
}

function write(path: string, content: string | Uint8Array): void {
  writeFile(path, content)
  process.stdout.write(`${path}\n`)
}
