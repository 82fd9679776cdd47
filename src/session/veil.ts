/**
 * What is taken out of everything that leaves a session, where the server was told to redact. The engine's own screen
 * stays as it is: waits, reads, pictures and recordings see it through the veil.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import type { Row, Snapshot } from '../terminal/index.js'
import type { Redactor } from '../text/redact.js'
import { RedactingStream } from '../text/redact-stream.js'

export interface Veil {
  readonly redactor: Redactor
  /** A screen with its secrets masked; `above` are rows of history whose line goes on at its top. */
  screen(snapshot: Snapshot, above: readonly Row[]): Snapshot
  /** Rows likewise. */
  rows(rows: readonly Row[], cols: number): readonly Row[]
}

/** How long output that may become a secret is kept back when nothing follows it. */
const HOLD_MS = 100

/** Output as bytes, with its secrets masked column by column. */
export class VeiledOutput implements Disposable {
  private readonly stream: RedactingStream
  private readonly decoder = new TextDecoder()
  private timer: Disposable | null = null

  constructor(
    redactor: Redactor,
    private readonly clock: Clock,
    private readonly tell: (bytes: Uint8Array) => void,
  ) {
    this.stream = new RedactingStream(redactor, { keepWidth: true })
  }

  push(bytes: Uint8Array): void {
    this.say(this.stream.push(this.decoder.decode(bytes, { stream: true })))
    this.timer?.dispose()
    this.timer = this.clock.after(HOLD_MS, () => this.say(this.stream.flushText()))
  }

  /** The end of the output: nothing is kept back any more. */
  end(): void {
    this.timer?.dispose()
    this.say(this.stream.push(this.decoder.decode()) + this.stream.flush())
  }

  dispose(): void {
    this.timer?.dispose()
  }

  private say(text: string): void {
    if (text !== '') this.tell(Buffer.from(text))
  }
}
