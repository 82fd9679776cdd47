/**
 * Records a session as asciicast while it happens. Bytes become text as whole characters, however they were cut; a
 * redactor, if there is one, sees the stream first. A recording that ends early, since its sink takes no more, says so in
 * its last line, and when it is stopped.
 */

import { type CastEventCode, type CastHeader, type CastVersion, eventLine, headerLine } from '@polytty/render/screen'
import type { Clock } from '../base/clock.js'
import { DisposableBag } from '../base/disposable.js'
import type { Redactor } from '../redaction/redactor.js'
import { RedactingStream } from '../redaction/stream.js'
import { exitStatus } from './exit-status.js'
import { type LineSink, MemorySink } from './sink.js'
import type { SessionTap } from './tap.js'

export interface CastOptions {
  /** 2 if absent: the version every player reads. Only 3 has an event for the exit. */
  readonly version?: CastVersion
  readonly includeInput?: boolean
  readonly title?: string | null
  readonly command?: string | null
  readonly env?: Readonly<Record<string, string>> | null
  readonly redactor?: Redactor | null
  /** Memory if absent. */
  readonly sink?: LineSink
  /** The sink takes no more: this is why. */
  readonly onEndedEarly?: (reason: string) => void
}

export interface CastSummary {
  readonly durationMs: number
  readonly events: number
  /** Why the recording ended before it was stopped; null if it did not. */
  readonly endedEarly: string | null
}

/** Turns the bytes of one direction into text that is safe to write. */
class TextTrack {
  private readonly decoder = new TextDecoder()
  private readonly redacting: RedactingStream | null

  constructor(redactor: Redactor | null) {
    this.redacting = redactor && new RedactingStream(redactor, { keepWidth: true })
  }

  push(bytes: Uint8Array): string {
    const text = this.decoder.decode(bytes, { stream: true })
    return this.redacting ? this.redacting.push(text) : text
  }

  flush(): string {
    const text = this.decoder.decode()
    return this.redacting ? this.redacting.push(text) + this.redacting.flush() : text
  }
}

export class CastRecorder {
  private readonly version: CastVersion
  private readonly sink: LineSink
  private readonly startedAt: number
  private readonly taps = new DisposableBag()
  private readonly output: TextTrack
  private readonly input: TextTrack
  private lastMs = 0
  private events = 0
  private endedEarly: string | null = null
  private readonly onEndedEarly: (reason: string) => void
  private summary: CastSummary | null = null

  /** Starts at once; `stop` ends it, and the session's exit does not, so that the exit is on record. */
  constructor(
    tap: SessionTap,
    private readonly clock: Clock,
    options: CastOptions = {},
  ) {
    const { version = 2, includeInput = false, title, command, env, redactor = null } = options
    this.version = version
    this.sink = options.sink ?? new MemorySink()
    this.onEndedEarly = options.onEndedEarly ?? (() => {})
    this.output = new TextTrack(redactor)
    this.input = new TextTrack(redactor)
    this.startedAt = clock.monotonic()
    const header: CastHeader = {
      cols: tap.cols,
      rows: tap.rows,
      timestamp: Math.floor(clock.now() / 1000),
      title: redactor && title ? redactor.redact(title) : title,
      command: redactor && command ? redactor.redact(command) : command,
      env,
    }
    this.sink.write(headerLine(header, version))
    this.taps.add(tap.onOutput.on(({ bytes }) => this.add('o', this.output.push(bytes))))
    if (includeInput) this.taps.add(tap.onInput.on(({ bytes }) => this.add('i', this.input.push(bytes))))
    this.taps.add(tap.onResize.on(({ cols, rows }) => this.add('r', `${cols}x${rows}`)))
    this.taps.add(tap.onExit.on((exit) => this.addExit(exit)))
  }

  /** Puts a named point into the recording. */
  mark(label: string): void {
    this.add('m', label)
  }

  /** Ends the recording; a second call gives the same answer. */
  stop(): CastSummary {
    if (this.summary) return this.summary
    this.addRest()
    this.taps.dispose()
    if (this.endedEarly === null) this.sink.close()
    this.summary = { durationMs: this.elapsed(), events: this.events, endedEarly: this.endedEarly }
    return this.summary
  }

  private addExit(exit: { readonly code: number | null; readonly signal: string | null }): void {
    this.addRest()
    if (this.version === 3) this.add('x', String(exitStatus(exit)))
  }

  private addRest(): void {
    this.add('o', this.output.flush())
    this.add('i', this.input.flush())
  }

  private add(code: CastEventCode, data: string): void {
    if (this.endedEarly !== null || this.summary || (data === '' && code !== 'm')) return
    const atMs = this.elapsed()
    if (!this.sink.write(eventLine({ atMs, code, data }, this.lastMs, this.version))) return this.endEarly(atMs)
    this.lastMs = atMs
    this.events++
  }

  private endEarly(atMs: number): void {
    this.endedEarly = this.sink.failure ?? 'no more could be written'
    this.taps.dispose()
    const data = `the recording ended here: ${this.endedEarly}`
    this.sink.close(eventLine({ atMs, code: 'm', data }, this.lastMs, this.version))
    this.onEndedEarly(this.endedEarly)
  }

  private elapsed(): number {
    return this.clock.monotonic() - this.startedAt
  }
}
