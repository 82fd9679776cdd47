/**
 * The framing between a host and its server: frozen, since the two may be of different versions. A frame is sixteen
 * bytes of header and a payload: length of the payload, type, session and request, little-endian. What each type holds
 * is in docs/host.md; a test pins the bytes. New types may be added, and are announced by a word in the hello.
 */

export const HOST_VERSION = 1
export const HEADER_BYTES = 16
/** A keyframe is the largest: all of a long history. */
const MAX_PAYLOAD_BYTES = 256 * 1024 * 1024

export const frameType = {
  hello: 1,
  refused: 2,
  program: 3,
  meta: 4,
  keyframe: 5,
  output: 6,
  note: 7,
  exit: 8,
  closed: 9,
  ready: 10,
  done: 11,
  facts: 12,
  spawn: 20,
  write: 21,
  reply: 22,
  resize: 23,
  ack: 24,
  hangUp: 25,
  forget: 26,
  look: 27,
  stop: 28,
} as const

export interface Frame {
  readonly type: number
  /** The host's number of a session; 0 where none is meant. */
  readonly session: number
  /** Comes back with the answer; 0 where none is expected. */
  readonly request: number
  /** Valid during the call alone. */
  readonly payload: Buffer
}

export type Part = Uint8Array | string

/** The header of a frame whose payload is written after it. */
export function frameHeader(type: number, session: number, request: number, payloadBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  putHeader(header, type, session, request, payloadBytes)
  return header
}

/** The same at the beginning of a buffer. */
export function putHeader(buffer: Buffer, type: number, session: number, request: number, payloadBytes: number): void {
  buffer.writeUInt32LE(payloadBytes, 0)
  buffer.writeUInt32LE(type, 4)
  buffer.writeUInt32LE(session, 8)
  buffer.writeUInt32LE(request, 12)
}

/** A whole frame, of parts that are put together. */
export function encodeFrame(type: number, session: number, request: number, ...parts: readonly Part[]): Buffer {
  const payload = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const bytes = payload.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([frameHeader(type, session, request, bytes), ...payload])
}

/** Offsets and times: whole numbers, or nearly so, beyond 32 bits. */
export function encodeNumbers(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 8)
  for (const [index, number] of numbers.entries()) bytes.writeDoubleLE(number, index * 8)
  return bytes
}

/** A note as the text of its frame. */
export function encodeNote(note: object): string {
  return JSON.stringify(note, (_, value: unknown) => (value instanceof Map ? [...value] : value))
}

/** A part of a payload that others follow: its length, and itself. */
export function blockParts(part: Part): Uint8Array[] {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length, 0)
  return [length, bytes]
}

export function encodeBlock(part: Part): Buffer {
  return Buffer.concat(blockParts(part))
}

/** Reads blocks that `blockParts` gave, one after the other. */
export class BlockReader {
  private at = 0

  constructor(private readonly bytes: Buffer) {}

  next(): Buffer {
    const start = this.at + 4
    this.at = start + this.bytes.readUInt32LE(this.at)
    if (this.at > this.bytes.length) throw new RangeError('a block is longer than the frame that holds it')
    return this.bytes.subarray(start, this.at)
  }

  rest(): Buffer {
    return this.bytes.subarray(this.at)
  }
}

/** Bytes as they arrive into frames. A frame of impossible length throws: the other side speaks something else. */
export class FrameReader {
  private parts: Buffer[] = []
  private held = 0
  /** Bytes that must be there before it is worth looking again. */
  private needed = HEADER_BYTES

  constructor(private readonly take: (frame: Frame) => void) {}

  push(bytes: Buffer): void {
    this.parts.push(bytes)
    this.held += bytes.length
    if (this.held < this.needed) return
    let all = this.parts.length === 1 ? bytes : Buffer.concat(this.parts, this.held)
    for (;;) {
      this.needed = all.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + payloadBytes(all)
      if (all.length < this.needed) break
      const [type, session, request] = [all[4], all.readUInt32LE(8), all.readUInt32LE(12)]
      this.take({ type, session, request, payload: all.subarray(HEADER_BYTES, this.needed) })
      all = all.subarray(this.needed)
    }
    this.parts = all.length > 0 ? [all] : []
    this.held = all.length
  }
}

function payloadBytes(header: Buffer): number {
  const length = header.readUInt32LE(0)
  if (length > MAX_PAYLOAD_BYTES) throw new RangeError(`a frame of ${length} bytes; at most ${MAX_PAYLOAD_BYTES}`)
  return length
}
