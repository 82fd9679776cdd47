/**
 * What a program has printed since its last keyframe, in the pieces in which a server is given it, and what servers noted
 * at places in between. Pieces are kept as the frames that carry them, one behind the other, so that sending them copies
 * nothing. One that was not sent yet grows; once sent it keeps its bounds, so that whoever reads it again does exactly
 * what was done before.
 */
import { encodeFrame, encodeNumbers, frameType, HEADER_BYTES, putHeader } from './frame.js'

interface Piece {
  readonly offset: number
  /** Header, offset, time and bytes. */
  readonly frame: Buffer
}

/** What comes before the bytes of a piece: the header, its offset and when it was read. */
const PREFIX_BYTES = HEADER_BYTES + 16
/** What a piece or a note costs beside its bytes. */
const COST = 128
const SLAB_BYTES = 131_072
/** A piece grows no further. */
const MAX_PIECE_BYTES = 65_536

export class ProgramLog {
  /** How many bytes were ever printed. */
  end = 0
  /** What it holds, its own needs included. */
  cost = 0
  /** How many notes were dropped. */
  firstNote = 0
  private readonly pieces: Piece[] = []
  private readonly notes: Piece[] = []
  private slab = Buffer.alloc(0)
  private used = 0
  private sent = 0

  /** `session` is the number that its frames carry. */
  constructor(private readonly session: number) {}

  /** Takes what was printed at `at`, on the system's monotonic clock, in ms. */
  append(bytes: Uint8Array, at: number): void {
    const last = this.sent < this.pieces.length ? this.pieces[this.pieces.length - 1] : undefined
    const room = this.slab.length - this.used
    if (last && bytes.length <= room && last.frame.length + bytes.length <= MAX_PIECE_BYTES) this.grow(last, bytes)
    else this.begin(bytes, at)
    this.end += bytes.length
    this.cost += bytes.length
  }

  /** What a server did when it had read as far as `offset`. */
  note(offset: number, at: number, bytes: Buffer): Buffer {
    const frame = encodeFrame(frameType.note, this.session, 0, encodeNumbers(offset, at), bytes)
    this.notes.push({ offset, frame })
    this.cost += bytes.length + COST
    return frame
  }

  /** A keyframe holds all before `offset`, and what was noted up to the note with that number. */
  dropBefore(offset: number, notes: number): void {
    let count = 0
    while (count < this.sent && this.pieces[count].offset < offset) count++
    const noted = this.notes.splice(0, Math.max(0, notes - this.firstNote))
    for (const { frame } of [...this.pieces.splice(0, count), ...noted]) this.cost -= frame.length - PREFIX_BYTES + COST
    this.sent -= count
    this.firstNote += noted.length
  }

  /** The frames that were not sent yet, in as few buffers as they lie in. */
  *unsent(): Generator<Buffer> {
    let from: Buffer | null = null
    let length = 0
    for (; this.sent < this.pieces.length; this.sent++) {
      const { frame } = this.pieces[this.sent]
      if (from && frame.buffer === from.buffer && frame.byteOffset === from.byteOffset + length) length += frame.length
      else {
        if (from) yield Buffer.from(from.buffer, from.byteOffset, length)
        from = frame
        length = frame.length
      }
    }
    if (from) yield Buffer.from(from.buffer, from.byteOffset, length)
  }

  /** Everything there is, in order. */
  frames(): Buffer[] {
    const frames: Buffer[] = []
    let noted = 0
    const noteUpTo = (offset: number): void => {
      for (; noted < this.notes.length && this.notes[noted].offset <= offset; noted++)
        frames.push(this.notes[noted].frame)
    }
    for (const { offset, frame } of this.pieces) {
      noteUpTo(offset)
      frames.push(frame)
    }
    noteUpTo(Number.POSITIVE_INFINITY)
    return frames
  }

  /** A server that begins was given all of it. */
  markSent(): void {
    this.sent = this.pieces.length
  }

  private begin(bytes: Uint8Array, at: number): void {
    const size = PREFIX_BYTES + bytes.length
    if (this.used + size > this.slab.length) {
      this.slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, size))
      this.used = 0
    }
    const frame = this.slab.subarray(this.used, this.used + size)
    putHeader(frame, frameType.output, this.session, 0, size - HEADER_BYTES)
    frame.writeDoubleLE(this.end, HEADER_BYTES)
    frame.writeDoubleLE(at, HEADER_BYTES + 8)
    frame.set(bytes, PREFIX_BYTES)
    this.used += size
    this.pieces.push({ offset: this.end, frame })
    this.cost += COST
  }

  private grow(last: Piece, bytes: Uint8Array): void {
    const start = this.used - last.frame.length
    this.slab.set(bytes, this.used)
    this.used += bytes.length
    const frame = this.slab.subarray(start, this.used)
    frame.writeUInt32LE(frame.length - HEADER_BYTES, 0)
    this.pieces[this.pieces.length - 1] = { offset: last.offset, frame }
  }
}
