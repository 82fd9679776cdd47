/**
 * Fonts installed on this machine, read only when a picture asks for a family that is not bundled. The scan is bounded
 * and done once; files that are no usable TrueType font are passed over.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { RenderError } from '../render-error.js'
import { Font } from './font.js'

const MAX_FILES = 4000
const MAX_DEPTH = 6
const MAX_FONT_BYTES = 64 * 1024 * 1024

let families: Map<string, Font[]> | null = null

/** The installed faces by lower-case family name. */
export function systemFamilies(): ReadonlyMap<string, readonly Font[]> {
  if (families) return families
  families = new Map()
  for (const path of fontFiles()) {
    const font = tryOpen(path)
    if (!font) continue
    const key = font.family.toLowerCase()
    families.set(key, [...(families.get(key) ?? []), font])
  }
  return families
}

/** Opens a font by its path; the error says what is wrong with it. */
export function openFontFile(path: string): Font {
  try {
    // Even to open some devices has effects, so they are not; and what is there a moment later is looked at again.
    requireRegular(statSync(path))
    return new Font(readRegular(path), path)
  } catch (error) {
    if (error instanceof RenderError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('not-found', `cannot read font ${path}: ${reason}`, { path }, { cause: error })
  }
}

/** The file's bytes as far as they are there now: neither a pipe nor the kernel's log is waited for. */
function readRegular(path: string): Uint8Array {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(fd)
    requireRegular(found)
    const { size } = found
    if (size > MAX_FONT_BYTES)
      throw new RenderError('resource-limit', `font ${path} has ${size} bytes; at most ${MAX_FONT_BYTES}`, { path })
    const bytes = new Uint8Array(size)
    let length = 0
    for (let count = -1; count !== 0 && length < size; length += count) count = readSync(fd, bytes, { offset: length })
    return bytes.subarray(0, length)
  } finally {
    closeSync(fd)
  }
}

function requireRegular(found: { isFile(): boolean }): void {
  if (!found.isFile()) throw new Error('it is not a regular file')
}

function tryOpen(path: string): Font | null {
  try {
    return openFontFile(path)
  } catch {
    return null
  }
}

function fontFolders(): string[] {
  const home = homedir()
  if (process.platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')]
  if (process.platform === 'win32') return [join(process.env.WINDIR ?? 'C:\\Windows', 'Fonts')]
  return ['/usr/share/fonts', '/usr/local/share/fonts', join(home, '.local/share/fonts'), join(home, '.fonts')]
}

function fontFiles(): string[] {
  const files: string[] = []
  const visit = (folder: string, depth: number) => {
    if (depth > MAX_DEPTH) return
    for (const entry of list(folder)) {
      if (files.length >= MAX_FILES) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path, depth + 1)
      else if (/\.tt[fc]$/i.test(entry.name)) files.push(path)
    }
  }
  for (const folder of fontFolders()) visit(folder, 0)
  return files.sort()
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
