/**
 * Snapshots as files: `<stem>.ansi.txt` with one screen row a line and its styles as escape sequences, so that it can be
 * read with cat and compared by git, and `<stem>.meta.json` with the size. Reading is feeding the bytes to a terminal,
 * so that files which hold a program's raw output can be read as well.
 */
import { readFileSync } from 'node:fs'
import { paletteCodes, type RenderOptions, renderAnsi, renderPng, type Theme } from '../../render/index.js'
import { type Snapshot, Terminal } from '../../terminal/index.js'
import { readText, writeFile } from './files.js'

const SUFFIX = '.ansi.txt'
const META_VERSION = 1

export interface ScreenSize {
  readonly cols: number
  readonly rows: number
}

/** The size of a screen of which nothing is known. */
export const defaultSize: ScreenSize = { cols: 134, rows: 40 }

/** The name of a file beside a snapshot: the same stem with another ending. */
export function besideSnapshot(path: string, ending: string): string {
  return `${path.endsWith(SUFFIX) ? path.slice(0, -SUFFIX.length) : path}${ending}`
}

/** Writes a screen and its size; gives the paths of both files. */
export function writeSnapshot(stem: string, snapshot: Snapshot): { snapshotPath: string; metaPath: string } {
  const { rows, cols } = snapshot
  const snapshotPath = `${stem}${SUFFIX}`
  const metaPath = besideSnapshot(snapshotPath, '.meta.json')
  const looks = `${paletteCodes(snapshot)}${snapshot.reverseVideo ? '\x1b[?5h' : ''}`
  writeFile(snapshotPath, `${looks}${renderAnsi(snapshot)}`)
  writeFile(metaPath, `${JSON.stringify({ rows, cols, version: META_VERSION })}\n`)
  return { snapshotPath, metaPath }
}

/** The screen that a file holds, in a terminal of the size beside it, or at least of the wanted size. */
export function readSnapshot(path: string, wanted: Partial<ScreenSize> = {}): Snapshot {
  const text = readText('snapshot', path)
  const known = readMeta(besideSnapshot(path, '.meta.json'))
  const cols = Math.max(known?.cols ?? wanted.cols ?? defaultSize.cols, wanted.cols ?? 1)
  const rows = Math.max(known?.rows ?? wanted.rows ?? defaultSize.rows, wanted.rows ?? 1)
  const terminal = new Terminal({ cols, rows, scrollback: 0 })
  // Without a single carriage return it was written by hand, and its lines end as lines of text do.
  terminal.write(text.includes('\r') ? text : text.replace(/\n$/, '').replaceAll('\n', '\r\n'))
  return terminal.snapshot()
}

export interface PictureOptions extends Partial<ScreenSize> {
  readonly theme: Theme
  /** A family or the path of a TrueType file. */
  readonly font?: string | null
}

/** Draws the screen that a file holds, cut or widened to the wanted size. */
export function drawSnapshot(path: string, { theme, font, ...wanted }: PictureOptions): Uint8Array {
  const snapshot = readSnapshot(path, wanted)
  const { cols = snapshot.cols, rows = snapshot.rows } = wanted
  const region = { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
  return renderPng(snapshot, { theme, region, cursor: false, font: fontOf(font) }).bytes
}

function fontOf(font: string | null | undefined): RenderOptions['font'] {
  if (!font) return null
  return /[/\\]|\.[to]tf$/i.test(font) ? { file: font } : { family: font }
}

/** The size beside a snapshot; null when there is none, or none that makes sense. */
function readMeta(path: string): ScreenSize | null {
  try {
    const { rows, cols } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ScreenSize>
    return isSize(rows) && isSize(cols) ? { rows, cols } : null
  } catch {
    return null
  }
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1000
}
