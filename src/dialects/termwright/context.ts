/**
 * What a handler of this dialect is given: the one session its daemon stands for, and the shape of wire that its
 * client reads. A released client is known by the field names that only it uses.
 */
import { CoreError } from '../../base/core-error.js'
import type { ExitStatus, Session } from '../../session/index.js'
import type { Matcher, WaitOutcome } from '../../wait/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { GifRecorder } from './recording.js'

export type WireShape = 'document' | 'released'

/** The daemon that a client talks to. */
export interface Daemon {
  readonly core: Core
  readonly session: Session
  /** The shape every client gets; null to go by what the client sends. */
  readonly wire: WireShape | null
  /** Ends the daemon and its program, once the answer is out. */
  close(): void
}

/** Field names that the document does not have. */
const releasedFields = ['ch', 'bytes_base64', 'idle_ms', 'line_height']

export class TermwrightClient {
  shape: WireShape
  recorder: GifRecorder | null = null

  constructor(readonly daemon: Daemon) {
    this.shape = daemon.wire ?? 'document'
  }

  get session(): Session {
    return this.daemon.session
  }

  /** Looks at a request's params for signs of a released client. */
  notice(params: unknown): void {
    if (this.daemon.wire !== null || typeof params !== 'object' || params === null) return
    if (releasedFields.some((field) => field in params)) this.shape = 'released'
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
