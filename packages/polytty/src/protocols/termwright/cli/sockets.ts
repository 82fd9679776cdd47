/** Where daemons listen when no one says where. */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The original's default: one a process. */
export function defaultSocket(pid = process.pid): string {
  return join(tmpdir(), `termwright-${pid}.sock`)
}

/** A socket that nothing else can have. */
export function temporarySocket(): string {
  return join(tmpdir(), `termwright-${process.pid}-${randomBytes(6).toString('hex')}.sock`)
}
