/** A program's output as bytes, with its secrets masked column by column, as it passes. */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import type { Redactor } from './redactor.js'
import { RedactingStream } from './stream.js'

/** How long output that may become a secret is kept back when nothing follows it. */
const HOLD_MS = 100

export class RedactedOutput implements Disposable {
  private readonly stream: RedactingStream
  private readonly decoder = new TextDecoder()
  private timer: Disposable | null = null

  constructor(
    redactor: Redactor,
    private readonly clock: Clock,
    private readonly emit: (bytes: Uint8Array) => void,
  ) {
    this.stream = new RedactingStream(redactor, { keepWidth: true })
  }

  push(bytes: Uint8Array): void {
    this.send(this.stream.push(this.decoder.decode(bytes, { stream: true })))
    this.timer?.dispose()
    this.timer = this.clock.after(HOLD_MS, () => this.send(this.stream.flushText()))
  }

  /** The end of the output: nothing is kept back any more. */
  end(): void {
    this.timer?.dispose()
    this.send(this.stream.push(this.decoder.decode()) + this.stream.flush())
  }

  dispose(): void {
    this.timer?.dispose()
  }

  private send(text: string): void {
    if (text !== '') this.emit(Buffer.from(text))
  }
}
