/**
 * What servers log: one file per day that only its owner can read, every line redacted. Bounded twice: a
 * day's file stops growing at a size, and only the newest files are kept.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, LogFields } from '../../../base/log.js'
import { makeFolder } from '../../../files/make-folder.js'
import { Redactor } from '../../../redaction/redactor.js'
import { ptywrightHome } from './home.js'

const MAX_FILE_BYTES = 1024 * 1024
const MAX_FILES = 14
const MAX_LINE_CHARS = 2000

const redactor = new Redactor()

export function logFolder(): string {
  return join(ptywrightHome(), 'logs')
}

/** Where a server writes its log; a log that cannot be written never stops it. */
export function openLog(now: () => Date = () => new Date()): (text: string) => void {
  attempt(() => makeFolder(logFolder(), 0o700))
  attempt(() => {
    for (const old of logFiles().slice(0, -MAX_FILES)) rmSync(old)
  })
  return (text) =>
    attempt(() => {
      const at = now().toISOString()
      const path = join(logFolder(), `ptywright.${at.slice(0, 10)}.log`)
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (size >= MAX_FILE_BYTES) return
      const line = redactor
        .redact(text)
        .replaceAll(/[\p{Cc}]+/gu, ' ')
        .slice(0, MAX_LINE_CHARS)
      appendFileSync(path, `${at} ${process.pid} ${line}\n`, { mode: 0o600 })
    })
}

/** The file as a log: everything but debug lines. */
export function fileLog(put: (text: string) => void): Log {
  const write = (message: string, fields: LogFields = {}): void => {
    const { stack, ...rest } = fields
    const words = Object.entries(rest).map(([name, value]) => `${name}=${value}`)
    put([message, ...words, ...(stack === undefined ? [] : [stack])].join(' '))
  }
  return { wants: () => false, debug: () => {}, info: write, warn: write, error: write }
}

/** How far the newest file has been read. */
export interface LogPlace {
  readonly path: string
  readonly offset: number
}

/** The last lines of all files, oldest first, that contain a text; and where the next line will be, if there is a log. */
export function readLog(most: number, filter: string): { readonly lines: string[]; readonly place: LogPlace | null } {
  const found: string[] = []
  let place: LogPlace | null = null
  for (const path of logFiles().reverse()) {
    const { lines, offset } = readLines({ path, offset: 0 })
    place ??= { path, offset }
    found.unshift(...lines.filter((line) => line.includes(filter)))
    if (found.length >= most) break
  }
  return { lines: most === 0 ? [] : found.slice(-most), place }
}

/** The lines that were written since, in the same file or in later ones. */
export function readNewLog(place: LogPlace, filter: string): { readonly lines: string[]; readonly place: LogPlace } {
  const found: string[] = []
  let last = place
  for (const path of logFiles().filter((candidate) => candidate >= place.path)) {
    const { lines, offset } = readLines({ path, offset: path === place.path ? place.offset : 0 })
    found.push(...lines.filter((line) => line.includes(filter)))
    last = { path, offset }
  }
  return { lines: found, place: last }
}

/** The whole lines from a place on, and where they end. */
function readLines({ path, offset }: LogPlace): { readonly lines: string[]; readonly offset: number } {
  const bytes = readFileSync(path).subarray(offset)
  const end = bytes.lastIndexOf('\n') + 1
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1)
  return { lines, offset: offset + end }
}

/** By their days. */
function logFiles(): string[] {
  try {
    const names = readdirSync(logFolder()).filter((name) => /^ptywright\.\d{4}-\d\d-\d\d\.log$/.test(name))
    return names.sort().map((name) => join(logFolder(), name))
  } catch {
    return []
  }
}

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // A full disk or a folder that is not ours: serving goes on.
  }
}
