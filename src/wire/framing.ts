/**
 * Where one message ends and the next begins on a byte stream. A decoder turns chunks, cut anywhere, into whole
 * messages; what it cannot frame becomes a fault, so that the dialect can answer in its own shape. Decoders hold at
 * most `maxBytes` of an unfinished message.
 */
export type FrameFault = 'oversized' | 'not-utf8' | 'truncated' | 'bad-header'

export type Frame =
  | { readonly kind: 'message'; readonly text: string }
  /** `fatal` when nothing that follows on this stream can be framed. */
  | { readonly kind: 'fault'; readonly fault: FrameFault; readonly fatal: boolean }

export interface FrameDecoder {
  push(chunk: Uint8Array): Frame[]
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

/** Collects chunks of one message without copying until it is whole. */
export class ChunkBuffer {
  private chunks: Uint8Array[] = []
  length = 0

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    // The caller may reuse its read buffer, so what outlives the call is copied.
    this.chunks.push(chunk.slice())
    this.length += chunk.length
  }

  /** Gives all bytes and starts anew. */
  take(): Uint8Array {
    const all = this.chunks.length === 1 ? this.chunks[0]! : concat(this.chunks, this.length)
    this.clear()
    return all
  }

  clear(): void {
    this.chunks = []
    this.length = 0
  }
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
