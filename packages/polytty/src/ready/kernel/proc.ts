/** Files of /proc: small, always changing, and read often. Null wherever a process has gone or may not be looked at. */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from 'node:fs'

/** Reading into one buffer takes a third of the time of `readFileSync`. */
const buffer = Buffer.allocUnsafeSlow(65_536)

/** A file that is given in one piece, and short. */
export function readShort(path: string): string | null {
  return withFile(path, (fd) => buffer.toString('latin1', 0, readSync(fd, buffer, 0, buffer.length, null)))
}

/** A file of any length. */
export function readText(path: string): string | null {
  return withFile(path, (fd) => {
    let length = 0
    for (let count = -1; count !== 0; length += count) {
      count = readSync(fd, buffer, length, buffer.length - length, null)
      // Only environments are that long.
      if (length + count === buffer.length) return readFileSync(path, 'latin1')
    }
    return buffer.toString('latin1', 0, length)
  })
}

/** Memory of a process. */
export function readMemory(pid: number, address: number, length: number): DataView | null {
  const bytes = new Uint8Array(length)
  const count = withFile(`/proc/${pid}/mem`, (fd) => readSync(fd, bytes, 0, length, address))
  return count === length ? new DataView(bytes.buffer) : null
}

function withFile<T>(path: string, read: (fd: number) => T): T | null {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    return read(fd)
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}

/** What a link says, such as `socket:[4711]` of a descriptor. */
export function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** The number of the device behind a path. */
export function deviceOf(path: string): number | null {
  try {
    return statSync(path).rdev
  } catch {
    return null
  }
}

export function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What /proc/PID/stat says of a process. */
export interface ProcessStat {
  /** One letter: R running, S sleeping, D waiting for a disk, T stopped, Z ended. */
  readonly state: string
  readonly command: string
  readonly parent: number
  readonly group: number
  readonly session: number
  /** The device number of its terminal. */
  readonly terminal: number
  readonly foreground: number
  /** When it was started, in ticks since the machine was. */
  readonly startTime: number
}

export function statOf(pid: number): ProcessStat | null {
  const text = readShort(`/proc/${pid}/stat`)
  if (!text) return null
  // The name is in parentheses and may contain anything, parentheses and blanks included.
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  const number = (index: number): number => Number(fields[index])
  return {
    state: fields[0],
    command: text.slice(text.indexOf('(') + 1, end),
    parent: number(1),
    group: number(2),
    session: number(3),
    terminal: number(4),
    foreground: number(5),
    startTime: number(19),
  }
}

/** When this process was started; 0 where that cannot be seen. */
export const ownStart = statOf(process.pid)?.startTime ?? 0

/** It has ended, and only its entry is left. */
export function isDead({ state }: ProcessStat): boolean {
  return state === 'Z' || state === 'X'
}
