/**
 * Content-Length framing as language servers use it: headers, a blank line, then so many bytes. Header names are
 * case-insensitive, other headers ignored. Without a good length the stream cannot be followed: that fault is fatal.
 */
import { ChunkBuffer, decodeMessage, type Frame, type FrameDecoder, type Framing } from './framing.js'

const MAX_HEADER_BYTES = 8192
const LF = 10

export const contentLengthFraming: Framing = {
  decoder: (maxBytes) => new ContentLengthDecoder(maxBytes),
  encode: (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
}

class ContentLengthDecoder implements FrameDecoder {
  private header = ''
  private readonly body = new ChunkBuffer()
  /** Bytes of the body still to come; null while reading headers. */
  private remaining: number | null = null
  private oversized = false
  private dead = false

  constructor(private readonly maxBytes: number) {}

  get held(): number {
    return this.body.length
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    for (let at = 0; at < chunk.length && !this.dead; ) {
      at +=
        this.remaining === null
          ? this.readHeader(chunk.subarray(at), frames)
          : this.readBody(chunk.subarray(at), frames)
    }
    return frames
  }

  drop(): void {
    this.body.clear()
    this.oversized = this.remaining !== null
  }

  end(): Frame[] {
    const unfinished = !this.dead && (this.header.trim() !== '' || this.remaining !== null)
    return unfinished ? [{ kind: 'fault', fault: 'truncated', fatal: true }] : []
  }

  private readHeader(bytes: Uint8Array, frames: Frame[]): number {
    const newline = bytes.indexOf(LF)
    const taken = newline < 0 ? bytes.length : newline + 1
    this.header += Buffer.from(bytes.buffer, bytes.byteOffset, taken).toString('latin1')
    if (this.header.length > MAX_HEADER_BYTES) this.fail(frames)
    else if (/^(?:\r?\n)+$/.test(this.header)) this.header = ''
    else if (/\r?\n\r?\n$/.test(this.header)) this.startBody(frames)
    return taken
  }

  private startBody(frames: Frame[]): void {
    const length = /^content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?$/im.exec(this.header)?.[1]
    this.header = ''
    if (length === undefined) return this.fail(frames)
    this.remaining = Number(length)
    this.oversized = this.remaining > this.maxBytes
    if (this.oversized) frames.push({ kind: 'fault', fault: 'oversized', fatal: false })
    if (this.remaining === 0) this.finishBody(frames)
  }

  private readBody(bytes: Uint8Array, frames: Frame[]): number {
    const taken = Math.min(bytes.length, this.remaining!)
    if (!this.oversized) this.body.push(bytes.subarray(0, taken))
    this.remaining! -= taken
    if (this.remaining === 0) this.finishBody(frames)
    return taken
  }

  private finishBody(frames: Frame[]): void {
    this.remaining = null
    const bytes = this.body.take()
    if (!this.oversized) frames.push(decodeMessage(bytes))
    this.oversized = false
  }

  private fail(frames: Frame[]): void {
    this.dead = true
    frames.push({ kind: 'fault', fault: 'bad-header', fatal: true })
  }
}
