/**
 * Snapshots as files: `<stem>.ansi.txt` with one screen row a line and its styles as escape sequences, so that it can be
 * read with cat and compared by git, and `<stem>.meta.json` with the size. Reading is feeding the bytes to a terminal,
 * so that files which hold a program's raw output can be read as well.
 */

import { paletteCodes, type RenderOptions, renderAnsi, renderPng, type Theme } from '@polytty/render'
import { type Snapshot, Terminal } from '@polytty/terminal'
import { MAX_CELLS } from '../../base/limits.js'
import { nextTurn } from '../../base/turns.js'
import { readRegular } from '../../files/regular-file.js'
import { readText, writeArtifact } from './files.js'

const SUFFIX = '.ansi.txt'
const META_VERSION = 1
const MAX_META_BYTES = 64 * 1024

/** What is read of a snapshot before others get their turn. */
const SLICE_BYTES = 128 * 1024

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
  const colours = `${paletteCodes(snapshot)}${snapshot.reverseVideo ? '\x1b[?5h' : ''}`
  writeArtifact(snapshotPath, `${colours}${renderAnsi(snapshot)}`)
  writeArtifact(metaPath, `${JSON.stringify({ rows, cols, version: META_VERSION })}\n`)
  return { snapshotPath, metaPath }
}

/** The screen that a file holds, in a terminal of the size beside it, or at least of the wanted size. */
export async function readSnapshot(path: string, wanted: Partial<ScreenSize> = {}): Promise<Snapshot> {
  const text = await readText('snapshot', path)
  const known = await readMeta(besideSnapshot(path, '.meta.json'))
  const cols = Math.max(known?.cols ?? wanted.cols ?? defaultSize.cols, wanted.cols ?? 1)
  const rows = Math.max(known?.rows ?? wanted.rows ?? defaultSize.rows, wanted.rows ?? 1)
  const terminal = new Terminal({ cols, rows, scrollback: 0 })
  // Without a single carriage return it was written by hand, and its lines end as lines of text do.
  const bytes = Buffer.from(text.includes('\r') ? text : text.replace(/\n$/, '').replaceAll('\n', '\r\n'))
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn()
    terminal.write(bytes.subarray(at, at + SLICE_BYTES))
  }
  return terminal.snapshot()
}

export interface PictureOptions extends Partial<ScreenSize> {
  readonly theme: Theme
  /** A family or the path of a TrueType file. */
  readonly font?: string | null
}

/** Draws the screen that a file holds, cut or widened to the wanted size. */
export async function drawSnapshot(path: string, { theme, font, ...wanted }: PictureOptions): Promise<Uint8Array> {
  const snapshot = await readSnapshot(path, wanted)
  const { cols = snapshot.cols, rows = snapshot.rows } = wanted
  const region = { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
  return renderPng(snapshot, { theme, region, cursor: false, font: fontOf(font) }).bytes
}

function fontOf(font: string | null | undefined): RenderOptions['font'] {
  if (!font) return null
  return /[/\\]|\.[to]tf$/i.test(font) ? { file: font } : { family: font }
}

/** The size beside a snapshot; null when there is none, or none that makes sense. */
async function readMeta(path: string): Promise<ScreenSize | null> {
  try {
    const text = (await readRegular(path, MAX_META_BYTES)).toString('utf8')
    const { rows, cols } = JSON.parse(text) as Partial<ScreenSize>
    return isSize(rows) && isSize(cols) ? { rows, cols } : null
  } catch {
    return null
  }
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_CELLS
}
