/**
 * What servers have to tell afterwards: a file a day that only its owner can read, every line redacted. Bounded twice: a
 * day's file stops growing at a size, and only the newest files are kept.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../files/make-folder.js'
import { Redactor } from '../../text/redact.js'
import { ptywrightHome } from './home.js'

const MAX_FILE_BYTES = 1024 * 1024
const MAX_FILES = 14
const MAX_LINE_CHARS = 2000

const redactor = new Redactor()

export function logFolder(): string {
  return join(ptywrightHome(), 'logs')
}

/** Where a server writes what it has to tell; a log that cannot be written never stops it. */
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

/** The last lines of all files, oldest first, that contain a text. */
export function readLog(most: number, filter: string): string[] {
  const found: string[] = []
  for (const file of logFiles().reverse()) {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    found.unshift(...lines.filter((line) => line.includes(filter)))
    if (found.length >= most) break
  }
  return most === 0 ? [] : found.slice(-most)
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
