/**
 * Raw frames with their times as a Matroska stream, for ffmpeg to read: a plain stream of frames has one length for all of
 * them, and a screen that stands still for a minute would be eighteen hundred.
 */

/** Ids of the elements that are written; each has its own length in the upper bits. */
const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  colourSpace: 0x2eb524,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const

/** A size that is not known before the end. */
const unknownSize = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
const nanosecondsPerMs = 1_000_000
const typeVideo = 1
/** Track 1, no time of its own beside the cluster's, and a frame that needs no other. */
const blockHead = Uint8Array.of(0x81, 0, 0, 0x80)

/** What comes before the frames: RGBA pixels of a size, at most `fps` a second, with times in milliseconds. */
export function matroskaHead(width: number, height: number, fps: number): Uint8Array {
  const video = element(
    id.video,
    element(id.pixelWidth, number(width)),
    element(id.pixelHeight, number(height)),
    element(id.colourSpace, text('RGBA')),
  )
  const track = element(
    id.trackEntry,
    element(id.trackNumber, number(1)),
    element(id.trackUid, number(1)),
    element(id.trackType, number(typeVideo)),
    element(id.codecId, text('V_UNCOMPRESSED')),
    element(id.defaultDuration, number(Math.round((1000 * nanosecondsPerMs) / fps))),
    video,
  )
  return Buffer.concat([
    element(id.ebml, element(id.docType, text('matroska'))),
    idBytes(id.segment),
    unknownSize,
    element(id.info, element(id.timestampScale, number(nanosecondsPerMs))),
    element(id.tracks, track),
  ])
}

/** What comes before the pixels of a frame. */
export function matroskaFrameHead(atMs: number, pixelBytes: number): Uint8Array {
  const timestamp = element(id.timestamp, number(atMs))
  const block = Buffer.concat([idBytes(id.simpleBlock), size(blockHead.length + pixelBytes), blockHead])
  return Buffer.concat([idBytes(id.cluster), size(timestamp.length + block.length + pixelBytes), timestamp, block])
}

function element(elementId: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([idBytes(elementId), size(length), ...content])
}

function idBytes(elementId: number): Uint8Array {
  return number(elementId)
}

/** Always in eight bytes, of which the first says so. */
function size(length: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  bytes[0] = 0x01
  return bytes
}

/** In as few bytes as it takes, at least one. */
function number(value: number): Uint8Array {
  const digits = value.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
}

function text(value: string): Uint8Array {
  return Buffer.from(value, 'latin1')
}
