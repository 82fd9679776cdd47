/** One message a line. Blank lines are skipped; a line that is too long is reported once and dropped up to its end. */
import { ChunkBuffer, decodeMessage, type Frame, type FrameDecoder, type Framing } from './framing.js'

const LF = 10
const CR = 13

export const lineFraming: Framing = {
  decoder: (maxBytes) => new LineDecoder(maxBytes),
  encode: (text) => `${text}\n`,
}

class LineDecoder implements FrameDecoder {
  private readonly pending = new ChunkBuffer()
  private skipping = false

  constructor(private readonly maxBytes: number) {}

  get held(): number {
    return this.pending.length
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let from = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.append(chunk.subarray(from, end), frames)
      this.finish(frames)
      from = end + 1
    }
    this.append(chunk.subarray(from), frames)
    return frames
  }

  drop(): void {
    this.pending.clear()
    this.skipping = true
  }

  /** A last line without its newline is still a message: `printf '{…}' | server` works. */
  end(): Frame[] {
    const frames: Frame[] = []
    this.finish(frames)
    return frames
  }

  private append(bytes: Uint8Array, frames: Frame[]): void {
    if (this.skipping) return
    if (this.pending.length + bytes.length > this.maxBytes) {
      this.drop()
      frames.push({ kind: 'fault', fault: 'oversized', fatal: false })
      return
    }
    this.pending.push(bytes)
  }

  private finish(frames: Frame[]): void {
    if (this.skipping) {
      this.skipping = false
      return
    }
    const line = trimLine(this.pending.take())
    if (line.length > 0) frames.push(decodeMessage(line))
  }
}

function trimLine(line: Uint8Array): Uint8Array {
  let end = line.length
  while (end > 0 && isBlank(line[end - 1]!)) end--
  let start = 0
  while (start < end && isBlank(line[start]!)) start++
  return line.subarray(start, end)
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === CR
}
