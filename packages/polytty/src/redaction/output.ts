/** A program's output as bytes, with its secrets masked column by column, as it passes. */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { Utf8Decoder } from '../text/utf8-decoder.js'
import type { Redactor } from './redactor.js'
import { RedactingStream, type SavedStream } from './stream.js'

/** How long output that may become a secret is kept back when nothing follows it. */
const HOLD_MS = 100

export interface SavedRedaction {
  readonly stream: SavedStream
  /** The bytes of a character that is not whole yet. */
  readonly unfinished: readonly number[]
}

export class RedactedOutput implements Disposable {
  private readonly stream: RedactingStream
  private readonly decoder = new Utf8Decoder()
  private timer: Disposable | null = null

  constructor(
    redactor: Redactor,
    private readonly clock: Clock,
    private readonly emit: (bytes: Uint8Array) => void,
  ) {
    this.stream = new RedactingStream(redactor, { keepWidth: true })
  }

  push(bytes: Uint8Array): void {
    this.send(this.stream.push(this.decoder.write(bytes)))
    this.timer?.dispose()
    this.timer = this.clock.after(HOLD_MS, () => this.send(this.stream.flushText()))
  }

  /** What another one needs to go on from here. */
  save(): SavedRedaction {
    return { stream: this.stream.save(), unfinished: this.decoder.unfinished }
  }

  restore({ stream, unfinished }: SavedRedaction): void {
    this.stream.restore(stream)
    this.decoder.write(Uint8Array.from(unfinished))
  }

  /** The end of the output: nothing is kept back any more. */
  end(): void {
    this.timer?.dispose()
    this.send(this.stream.push(this.decoder.end()) + this.stream.flush())
  }

  dispose(): void {
    this.timer?.dispose()
  }

  private send(text: string): void {
    if (text !== '') this.emit(Buffer.from(text))
  }
}
