/**
 * Fonts installed on this machine, read only when a picture asks for a family that is not bundled. The scan is bounded
 * and done once; files that are no usable TrueType font are passed over.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CoreError } from '../../base/core-error.js'
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
  let bytes: Uint8Array
  try {
    const { size } = statSync(path)
    if (size > MAX_FONT_BYTES)
      throw new CoreError('resource-limit', `font ${path} has ${size} bytes; at most ${MAX_FONT_BYTES}`, { path })
    bytes = readFileSync(path)
  } catch (error) {
    if (error instanceof CoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CoreError('not-found', `cannot read font ${path}: ${reason}`, { path }, { cause: error })
  }
  return new Font(bytes, path)
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
