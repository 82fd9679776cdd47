/** How a host and whoever connects to it introduce themselves, and how a session ends that has lost its host. */
import type { ExitStatus } from '../session/pty/port.js'
import { HOST_VERSION } from './frame.js'

export interface ServerHello {
  readonly version: number
  /** What it can do beyond its version. */
  readonly words: readonly string[]
  /** `server` for the one that has the sessions, `look` for one that asks for facts alone. */
  readonly role: 'server' | 'look'
  readonly pid: number
  /** Where sessions are kept on disk as well. */
  readonly persist?: string
}

export interface HostHello {
  readonly version: number
  readonly words: readonly string[]
  readonly pid: number
  /** When it was started, on the kernel's scale. */
  readonly start: number
  /** What its programs carry in their environment, so that they are not taken for those of a dead server. */
  readonly owner: string
}

export function introduce(role: ServerHello['role'], persist?: string): string {
  const hello: ServerHello = { version: HOST_VERSION, words: [], role, pid: process.pid, persist }
  return JSON.stringify(hello)
}

export const hostExit: ExitStatus & { readonly reason: string } = {
  code: null,
  signal: null,
  reason: 'the process that kept its terminal (polytty host) has ended',
}
