/**
 * Chaos: what a busy machine, a slow connection or a restless user do to a program, all at once and by a seed, so that it
 * can be done again. What is typed arrives byte by byte, output is taken byte by byte and late, and the size changes in
 * the middle of an answer.
 */
import type { Clock, Disposable, Session } from 'polytty/sessions'

export interface ChaosOptions {
  /** Input arrives, and output is looked at, one byte at a time; true if absent. */
  readonly split?: boolean
  /** Output is read late, now and then; true if absent. */
  readonly slow?: boolean
  /** The terminal is resized while the program answers; true if absent. */
  readonly resize?: boolean
  /** Which accidents; random, and printed with a failure, if absent. */
  readonly seed?: number
}

const MAX_DELAY_MS = 8
const RESIZES = 4

export class Chaos {
  readonly seed: number
  readonly split: boolean
  private readonly slow: boolean
  private readonly storms: boolean
  private state: number

  constructor(options: ChaosOptions) {
    this.seed = options.seed ?? Math.floor(Math.random() * 0xffff_ffff)
    this.split = options.split ?? true
    this.slow = options.slow ?? true
    this.storms = options.resize ?? true
    this.state = this.seed
  }

  /** What a test asked for, or the environment: POLYTTY_CHAOS is a seed, or 1 for any. */
  static of(wanted: boolean | ChaosOptions | undefined): Chaos | null {
    const { POLYTTY_CHAOS: everywhere } = process.env
    if (wanted === false || (wanted === undefined && !everywhere)) return null
    const seed = everywhere && everywhere !== '1' ? Number(everywhere) : undefined
    return new Chaos({ seed, ...(typeof wanted === 'object' && wanted) })
  }

  /** For errors: how to do it again. */
  get note(): string {
    return `chaos, seed ${this.seed}: POLYTTY_CHAOS=${this.seed} does the same again`
  }

  /** Makes the reader of a session's output slow. */
  slowDown(session: Session, clock: Clock): Disposable {
    if (!this.slow) return { dispose: () => {} }
    let release: Disposable | null = null
    const watch = session.onOutput.on(() => {
      if (release || this.below(4) > 0) return
      const hold = session.hold()
      const timer = clock.after(this.below(MAX_DELAY_MS) + 1, () => release?.dispose())
      release = {
        dispose: () => {
          release = null
          timer.dispose()
          hold.dispose()
        },
      }
    })
    return {
      dispose: () => {
        watch.dispose()
        release?.dispose()
      },
    }
  }

  /** Types, whole or byte by byte, each once the program has `read` the one before. */
  async write(
    bytes: Uint8Array,
    send: (part: Uint8Array) => Promise<void>,
    read: () => Promise<unknown>,
  ): Promise<void> {
    if (!this.split) return send(bytes)
    for (let at = 0; at < bytes.length; at++) {
      if (at > 0) await read()
      await send(bytes.subarray(at, at + 1))
    }
  }

  /** Resizes a few times, and back. */
  storm(session: Session): void {
    if (!this.storms || session.exited) return
    const { cols, rows } = session
    for (let round = 0; round < RESIZES; round++)
      session.resize(Math.max(2, cols - 3 + this.below(7)), Math.max(2, rows - 2 + this.below(5)))
    session.resize(cols, rows)
  }

  /** A number from 0 to below the limit. */
  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.state / 0x1_0000_0000) * limit)
  }
}
