/**
 * Where one message ends and the next begins on a byte stream. A decoder turns chunks, cut anywhere, into whole
 * messages; what it cannot frame becomes a fault, so that the dialect can answer in its own shape. Decoders hold at
 * most `maxBytes` of an unfinished message.
 */
export type FrameFault = 'oversized' | 'crowded' | 'not-utf8' | 'truncated' | 'bad-header'

export type Frame =
  | { readonly kind: 'message'; readonly text: string }
  /** `fatal` when nothing that follows on this stream can be framed. */
  | { readonly kind: 'fault'; readonly fault: FrameFault; readonly fatal: boolean }

export interface FrameDecoder {
  /** Bytes of the message that is not whole yet. */
  readonly held: number
  push(chunk: Uint8Array): Frame[]
  /** Gives up the message that is not whole; what is still to come of it is skipped. */
  drop(): void
  /** The stream has ended: what was left unfinished. */
  end(): Frame[]
}

export interface Framing {
  decoder(maxBytes: number): FrameDecoder
  encode(text: string): string
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whole bytes of one message as text, or the fault of not being UTF-8. */
export function decodeMessage(bytes: Uint8Array): Frame {
  try {
    return { kind: 'message', text: utf8.decode(bytes) }
  } catch {
    return { kind: 'fault', fault: 'not-utf8', fatal: false }
  }
}

const EMPTY = new Uint8Array()

/** Collects the chunks of one message in one piece of memory, so that many small ones weigh no more than their bytes. */
export class ChunkBuffer {
  private bytes = EMPTY
  length = 0

  /** Copies the chunk: the caller may reuse its read buffer. */
  push(chunk: Uint8Array): void {
    const length = this.length + chunk.length
    if (length > this.bytes.length) {
      const grown = new Uint8Array(this.length === 0 ? length : length * 2)
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    }
    this.bytes.set(chunk, this.length)
    this.length = length
  }

  /** Gives all bytes and starts again. */
  take(): Uint8Array {
    const all = this.bytes.subarray(0, this.length)
    this.clear()
    return all
  }

  clear(): void {
    this.bytes = EMPTY
    this.length = 0
  }
}
