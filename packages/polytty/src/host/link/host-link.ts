/** A server's connection to its host: requests and their answers, and the PTYs that the host has for it. */
import { connect } from 'node:net'
import type { Clock } from '../../base/clock.js'
import { CoreError, type CoreErrorCode } from '../../base/core-error.js'
import { type Deferred, deferred } from '../../base/deferred.js'
import { Emitter } from '../../base/emitter.js'
import type { KernelView } from '../../session/pty/port.js'
import { BlockReader, encodeBlock, encodeFrame, type Frame, frameType, type Part } from '../frame.js'
import { FrameSocket } from '../frame-socket.js'
import { type HostHello, hostExit, introduce } from '../hello.js'
import { monotonicMs } from '../monotonic.js'
import { HostedPty, type HostedPtyOptions, type PtyLink } from './hosted-pty.js'
import { type Looker, openLooker } from './look.js'
import type { RevivedPty } from './revived.js'

/** A program that the host has had since before this server. */
export interface KeptProgram {
  readonly pty: HostedPty | RevivedPty
  readonly meta: Buffer
  /** What the server before saved last; null if it saved nothing. */
  readonly keyframe: Buffer | null
}

/** How long a host may take to answer. */
const PATIENCE_MS = 10_000

export class HostLink implements PtyLink {
  /** The host has gone, unasked. */
  readonly onLost = new Emitter<void>()
  /** A session is kept no longer; so many are left. */
  readonly onForgotten = new Emitter<number>()
  /** What the server before left for this one; empty if nothing. */
  note = Buffer.alloc(0)
  private readonly socket: FrameSocket
  private readonly ptys = new Map<number, HostedPty>()
  private readonly requests = new Map<number, Deferred<{ session: number; payload: Buffer }>>()
  private readonly greeted = deferred<HostHello>()
  private readonly ready = deferred<void>()
  private readonly gone = deferred<void>()
  private about: HostHello | null = null
  private lastRequest = 0
  private released = false
  private adopt: ((program: KeptProgram) => void) | null = null
  private looker: Looker | null = null
  /** Between the system's monotonic scale, which processes share, and the clock's own. */
  private readonly clockOffset: number

  private constructor(
    readonly path: string,
    private readonly clock: Clock,
    persist: string | undefined,
  ) {
    this.clockOffset = monotonicMs() - clock.monotonic()
    const socket = connect(path)
    socket.once('error', (error) => this.greeted.reject(error))
    this.socket = new FrameSocket(socket, {
      frame: (frame) => this.take(frame),
      failed: (error) => this.fail(error),
      closed: () => this.handleClosed(),
    })
    this.greeted.promise.catch(() => {})
    this.ready.promise.catch(() => {})
    this.send(encodeFrame(frameType.hello, 0, 0, introduce('server', persist)))
  }

  /** Takes over the sessions of the host that listens there; `adopt` is given each of them. */
  static async open(
    path: string,
    { clock, persist }: { readonly clock: Clock; readonly persist?: string },
    adopt: (program: KeptProgram) => void,
  ): Promise<HostLink> {
    const link = new HostLink(path, clock, persist)
    link.adopt = adopt
    link.about = await link.inTime(link.greeted.promise)
    link.looker = openLooker(path)
    await link.inTime(link.ready.promise)
    return link
  }

  /** When the host was started, on the kernel's scale. */
  get hostStart(): number {
    return this.about?.start ?? 0
  }

  /** What its programs carry in their environment. */
  get owner(): string {
    return this.about?.owner ?? ''
  }

  get send(): FrameSocket['send'] {
    return this.socket.send
  }

  /** Starts a program in the host. */
  async spawn(options: object, meta: string): Promise<HostedPty> {
    const answer = this.request(frameType.spawn, 0, encodeBlock(JSON.stringify(options)), meta)
    const request = this.lastRequest
    const { session, payload } = await this.inTime(answer).finally(() => this.requests.delete(request))
    const { pid } = JSON.parse(payload.toString()) as { pid: number }
    const pty = this.ptys.get(session)
    if (!pty || pty.pid !== pid) throw new CoreError('internal', 'the host started another program than it says')
    return pty
  }

  request(type: number, session: number, ...parts: readonly Part[]): Promise<{ session: number; payload: Buffer }> {
    if (this.released) return Promise.reject(hostGone())
    const request = ++this.lastRequest
    const answer = deferred<{ session: number; payload: Buffer }>()
    this.requests.set(request, answer)
    this.send(encodeFrame(type, session, request, ...parts))
    return answer.promise
  }

  /** What the kernel knows of a program, asked of the host that started it; `read` is how far its session has read. */
  kernelView(number: number, pid: number, read: () => number): KernelView {
    return {
      facts: (further) => this.looker!.facts(number, pid, read(), further),
      foreground: () => this.looker!.foreground(number, pid),
      hasUnreadInput: () => this.looker!.hasUnreadInput(number),
    }
  }

  timeOf(at: number): number {
    return Math.min(at - this.clockOffset, this.clock.monotonic())
  }

  forget(number: number): void {
    if (!this.ptys.delete(number)) return
    this.send(encodeFrame(frameType.forget, number, 0))
    this.onForgotten.emit(this.ptys.size)
  }

  /** Leaves a note for the next server. */
  leaveNote(note: string): void {
    this.send(encodeFrame(frameType.meta, 0, 0, note))
  }

  /** Leaves everything to the next server: saved as it is now. */
  async release(): Promise<void> {
    this.released = true
    for (const pty of this.ptys.values()) pty.keyframe()
    this.close()
    await this.gone.promise
  }

  /** Ends the host, and whatever it still runs. */
  async stop(): Promise<void> {
    this.released = true
    this.send(encodeFrame(frameType.stop, 0, 0))
    await this.inTime(this.gone.promise).catch(() => this.close())
  }

  private close(): void {
    this.looker?.dispose()
    this.socket.end()
  }

  private take(frame: Frame): void {
    switch (frame.type) {
      case frameType.hello:
        return this.greeted.resolve(JSON.parse(frame.payload.toString()) as HostHello)
      case frameType.refused:
        return this.fail(
          new CoreError('conflict', frame.payload.toString(), {
            hint: 'Give a second one a --name of its own, or end the first with: polytty stop',
          }),
        )
      case frameType.meta:
        this.note = Buffer.from(frame.payload)
        return
      case frameType.ready:
        // What is described from now on was started for this server: whoever wanted it has it, or has given up.
        this.adopt = null
        return this.ready.resolve()
      case frameType.done:
        return this.settle(frame)
      case frameType.program:
        return this.takeProgram(frame)
      default:
        return this.ptys.get(frame.session)?.take(frame)
    }
  }

  private settle({ session, request, payload }: Frame): void {
    const answer = this.requests.get(request)
    this.requests.delete(request)
    const { error, pid } = payload.length > 0 ? (JSON.parse(payload.toString()) as Answer) : {}
    if (error) return answer?.reject(new CoreError(error.code, error.message, error.data))
    // Whoever wanted it has given up.
    if (pid !== undefined && !answer) return this.send(encodeFrame(frameType.forget, session, 0))
    // Its output may follow before anyone knows that it has started.
    if (pid !== undefined) this.ptys.set(session, this.openPty(session, { pid, replied: 0, notes: 0, offset: null }))
    answer?.resolve({ session, payload })
  }

  private takeProgram({ session, payload }: Frame): void {
    if (!this.adopt || this.ptys.has(session)) return
    const blocks = new BlockReader(payload)
    const about = JSON.parse(blocks.next().toString()) as Omit<HostedPtyOptions, 'number'>
    const meta = blocks.next()
    const pty = this.openPty(session, about)
    this.ptys.set(session, pty)
    this.adopt({ pty, meta, keyframe: about.offset === null ? null : blocks.rest() })
  }

  private openPty(number: number, about: Omit<HostedPtyOptions, 'number'>): HostedPty {
    return new HostedPty({ number, ...about }, this, this.clock)
  }

  private fail(error: unknown): void {
    this.greeted.reject(error)
    this.ready.reject(error)
    this.close()
  }

  private handleClosed(): void {
    this.looker?.dispose()
    this.gone.resolve()
    this.greeted.reject(hostGone())
    this.ready.reject(hostGone())
    for (const answer of this.requests.values()) answer.reject(hostGone())
    this.requests.clear()
    if (this.released) return
    this.released = true
    for (const pty of [...this.ptys.values()]) pty.lose()
    this.onLost.emit()
  }

  private async inTime<T>(promise: Promise<T>): Promise<T> {
    const late = deferred<never>()
    const message = `the host at ${this.path} does not answer: it is stopped, or very busy`
    const timer = this.clock.after(PATIENCE_MS, () => late.reject(new CoreError('wait-timeout', message)))
    return Promise.race([promise, late.promise]).finally(() => timer.dispose())
  }
}

interface Answer {
  readonly pid?: number
  readonly error?: { readonly code: CoreErrorCode; readonly message: string; readonly data: Record<string, unknown> }
}

function hostGone(): CoreError {
  return new CoreError('session-exited', hostExit.reason)
}
