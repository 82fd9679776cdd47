/**
 * Asking a host what the kernel knows of its programs, which only their ancestors may see. The answer is awaited in
 * place, like a file of /proc would be, over a connection of its own; it says how much the program had printed, so that
 * output that is still on its way counts as unread. A host that does not answer at once costs one short wait, and is
 * not asked again until it has.
 */
import { closeSync } from 'node:fs'
import { type Facts, GroupReader, gatherFacts, type LookFurther, nothingKnown } from '../../ready/index.js'
import { type ForegroundFacts, lookAtForeground } from '../../ready/kernel/foreground.js'
import { noProbe } from '../../session/pty/posix-probe.js'
import { type Libc, libc } from '../../system/libc.js'
import { encodeFrame, type Frame, FrameReader, frameType } from '../frame.js'
import { introduce } from '../hello.js'

export interface Looker {
  /** `read` is how far the session has read. */
  facts(session: number, pid: number, read: number, further: LookFurther): Facts
  foreground(session: number, pid: number): ForegroundFacts | null
  hasUnreadInput(session: number): boolean | null
  dispose(): void
}

interface Seen {
  /** How much the program has printed. */
  readonly end: number
  readonly facts?: Facts
  readonly unreadInput?: boolean | null
  readonly foreground?: ForegroundFacts | null
}

/** How long an answer is awaited. */
const PATIENCE_MS = 50
const AF_UNIX = 1
const SOCK_STREAM = 1
const SOCK_CLOEXEC = 0o2000000
const MSG_NOSIGNAL = 0x4000
const POLLIN = 1
const SHORT = 4

export function openLooker(path: string): Looker {
  const library = libc()
  const fd = library ? connectTo(library, path) : -1
  return library && fd >= 0 ? new HostLooker(library, fd) : new LocalLooker()
}

class HostLooker implements Looker {
  private readonly buffer = Buffer.alloc(65_536)
  private readonly reader = new FrameReader((frame) => this.take(frame))
  private lastRequest = 0
  private answered = 0
  private answer: Seen | null = null
  private isOpen = true

  constructor(
    private readonly libc: Libc,
    private readonly fd: number,
  ) {
    this.write(encodeFrame(frameType.hello, 0, 0, introduce('look')))
  }

  facts(session: number, _pid: number, read: number, { sockets, everyone }: LookFurther): Facts {
    const seen = this.ask(session, (sockets ? 1 : 0) | (everyone ? 2 : 0))
    if (seen === 'silent') return { ...nothingKnown, missing: ['the host does not answer'] }
    // The host has forgotten it: its exit is on its way.
    if (!seen?.facts) return { ...nothingKnown, processes: [] }
    return read < seen.end ? { ...seen.facts, unreadOutput: true } : seen.facts
  }

  foreground(session: number): ForegroundFacts | null {
    const seen = this.ask(session, SHORT)
    return seen === 'silent' ? null : (seen?.foreground ?? null)
  }

  hasUnreadInput(session: number): boolean | null {
    const seen = this.ask(session, SHORT)
    return seen === 'silent' ? null : (seen?.unreadInput ?? null)
  }

  dispose(): void {
    if (this.isOpen) closeSync(this.fd)
    this.isOpen = false
  }

  /** Null for a program that the host does not have. */
  private ask(session: number, flags: number): Seen | null | 'silent' {
    if (!this.isOpen) return 'silent'
    // One that owes an answer is not waited for a second time.
    const patienceMs = this.answered === this.lastRequest ? PATIENCE_MS : 0
    const request = ++this.lastRequest
    if (!this.write(encodeFrame(frameType.look, session, request, Uint8Array.of(flags)))) return 'silent'
    const deadline = performance.now() + patienceMs
    while (this.answered < request) {
      const leftMs = Math.max(0, Math.ceil(deadline - performance.now()))
      if (!this.isReadable(leftMs) || !this.read()) return 'silent'
    }
    return this.answer
  }

  private take({ type, request, payload }: Frame): void {
    if (type !== frameType.facts) return
    this.answered = request
    this.answer = JSON.parse(payload.toString()) as Seen | null
  }

  private isReadable(timeoutMs: number): boolean {
    const asked = new Uint8Array(Int32Array.of(this.fd, POLLIN).buffer)
    return this.libc.poll(asked, 1, timeoutMs) > 0
  }

  private read(): boolean {
    const count = this.libc.recv(this.fd, this.buffer, this.buffer.length, 0)
    if (count <= 0) this.dispose()
    else this.reader.push(Buffer.from(this.buffer.subarray(0, count)))
    return count > 0
  }

  private write(frame: Buffer): boolean {
    return this.libc.send(this.fd, frame, frame.length, MSG_NOSIGNAL) === frame.length
  }
}

/** Where the C library cannot be called: what /proc shows to anyone. */
class LocalLooker implements Looker {
  facts(_session: number, pid: number, _read: number, further: LookFurther): Facts {
    return gatherFacts(new GroupReader(pid), noProbe, further)
  }

  foreground(_session: number, pid: number): ForegroundFacts | null {
    return lookAtForeground(pid)
  }

  hasUnreadInput(): null {
    return null
  }

  dispose(): void {}
}

function connectTo(library: Libc, path: string): number {
  const fd = library.socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)
  if (fd < 0) return fd
  const address = Buffer.concat([new Uint8Array(Uint16Array.of(AF_UNIX).buffer), Buffer.from(path), Buffer.alloc(1)])
  if (library.connect(fd, address, address.length) === 0) return fd
  closeSync(fd)
  return -1
}
