/** `render` and `render-text`: a snapshot file as a picture or as plain text. */
import { writeFile } from '../../dialects/tuispec/files.js'
import { besideSnapshot, drawSnapshot, readSnapshot, type ScreenSize } from '../../dialects/tuispec/snapshot-file.js'
import { snapshotTheme } from '../../dialects/tuispec/themes.js'

export interface TextFlags extends Partial<ScreenSize> {
  readonly out?: string
}

export interface RenderFlags extends TextFlags {
  readonly theme: string
  readonly font?: string
}

export function renderFile(file: string, { out, theme, font, cols, rows }: RenderFlags): void {
  write(out ?? besideSnapshot(file, '.png'), drawSnapshot(file, { theme: snapshotTheme(theme), font, cols, rows }))
}

export function renderTextFile(file: string, { out, cols, rows }: TextFlags): void {
  const snapshot = readSnapshot(file, { cols, rows })
  const region = { top: 0, left: 0, bottom: (rows ?? snapshot.rows) - 1, right: (cols ?? snapshot.cols) - 1 }
  write(out ?? besideSnapshot(file, '.txt'), `${snapshot.text({ region })}\n`)
}

function write(path: string, content: string | Uint8Array): void {
  writeFile(path, content)
  process.stdout.write(`${path}\n`)
}
