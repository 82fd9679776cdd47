/**
 * Records a session as asciicast while it happens. Bytes become text as whole characters, however they were cut; a
 * redactor, if there is one, sees the stream first. Stopping at the size bound is told, not silent.
 */
import type { Clock } from '../base/clock.js'
import { DisposableBag } from '../base/disposable.js'
import type { Redactor } from '../text/redact.js'
import { RedactingStream } from '../text/redact-stream.js'
import { type CastEventCode, type CastHeader, type CastVersion, eventLine, headerLine } from './asciicast.js'
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
}

export interface CastSummary {
  readonly durationMs: number
  readonly events: number
  /** True when the size bound ended the recording early. */
  readonly truncated: boolean
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
  private truncated = false
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
    this.sink.close()
    this.summary = { durationMs: this.elapsed(), events: this.events, truncated: this.truncated }
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
    if (this.truncated || this.summary || (data === '' && code !== 'm')) return
    const atMs = this.elapsed()
    if (!this.sink.write(eventLine({ atMs, code, data }, this.lastMs, this.version))) {
      this.truncated = true
      return
    }
    this.lastMs = atMs
    this.events++
  }

  private elapsed(): number {
    return this.clock.monotonic() - this.startedAt
  }
}
