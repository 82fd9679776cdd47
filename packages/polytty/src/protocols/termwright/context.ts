/**
 * What a handler of this dialect is given: the one session its daemon stands for, and the shape of wire that its
 * client reads. Either kind of client is known by the field names that only it uses, the released ones also by nulls.
 */
import { CoreError } from '../../base/core-error.js'
import type { ExitStatus, Session } from '../../session/index.js'
import type { Matcher, WaitOutcome } from '../../wait/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { GifRecorder } from './recording.js'

export const wireShapes = ['document', 'released'] as const
export type WireShape = (typeof wireShapes)[number]

/** How a daemon chooses: one shape for all, or by what the client sends and, where that does not show it, a default. */
export const wireRules = [...wireShapes, 'auto', 'auto-released'] as const
export type WireRule = (typeof wireRules)[number]

/** The daemon that a client talks to. */
export interface Daemon {
  readonly core: Core
  readonly session: Session
  readonly wire: WireRule
  /** Ends the daemon and its program, once the answer is out. */
  close(): void
}

/** Field names that only one kind of client sends. */
const fieldsOf: Readonly<Record<WireShape, readonly string[]>> = {
  document: ['modifier', 'bytes', 'duration_ms'],
  released: ['ch', 'bytes_base64', 'idle_ms', 'line_height', 'buttons'],
}

export class TermwrightClient {
  /** The shape that this connection keeps; null until a request or the first answer that depends on it decides. */
  decided: WireShape | null
  recorder: GifRecorder | null = null

  constructor(readonly daemon: Daemon) {
    this.decided = wireShapes.find((shape) => shape === daemon.wire) ?? null
  }

  /** The shape of an answer that depends on it. From here on the connection keeps it. */
  keepShape(): WireShape {
    this.decided ??= this.daemon.wire === 'auto-released' ? 'released' : 'document'
    return this.decided
  }

  get session(): Session {
    return this.daemon.session
  }

  /** Looks at a request's params for what identifies the kind of client. */
  notice(params: unknown): void {
    if (this.decided !== null || typeof params !== 'object' || params === null) return
    this.decided = wireShapes.find((shape) => fieldsOf[shape].some((field) => field in params)) ?? null
    // The released Rust client writes out what it leaves unset; the document knows no null within params.
    if (this.decided === null && Object.values(params).includes(null)) this.decided = 'released'
  }

  /** Takes a client's word for the shape it reads, unless one is decided already. */
  prefer(shape: WireShape): void {
    this.decided ??= shape
  }

  /** A session that still takes input. */
  live(): Session {
    const { exit } = this.session
    if (exit) throw new CoreError('session-exited', `the process has already exited (${describeExit(exit)})`)
    return this.session
  }

  /** Waits, and turns every end but a match into this dialect's error. */
  async wait(
    matcher: Matcher,
    timeoutMs: number,
    abort: AbortSignal,
    what: string,
  ): Promise<Extract<WaitOutcome, { kind: 'matched' }>> {
    const outcome = await this.session.wait(matcher, { timeoutMs, abort })
    if (outcome.kind === 'matched') return outcome
    if (outcome.kind === 'cancelled') throw new CoreError('wait-cancelled', 'the client has gone')
    const { exit } = this.session
    if (outcome.kind === 'exited' && exit)
      throw new CoreError('session-exited', `the process exited (${describeExit(exit)}) before ${what}`)
    throw new CoreError('wait-timeout', `timed out after ${timeoutMs} ms: ${what} did not happen`)
  }
}

export function describeExit({ code, signal }: ExitStatus): string {
  return signal ? `killed by ${signal}` : `exit code ${code}`
}

export const method = methodsFor<TermwrightClient>()
