/** Saved sessions in NATS's object store: where a reader of the log may begin. */
import { encodeNumbers } from '../host/frame.js'
import { decodeKeyframe, encodeKeyframe } from '../host/link/keyframe.js'
import type { SavedSession } from '../session/index.js'
import { type Connection, MAX_KEYFRAME_BYTES } from './connection.js'
import type { Position } from './position.js'

const HEADER_BYTES = 24

export interface Keyframe {
  readonly saved: SavedSession
  readonly position: Position
  /** A message of the log: all that the keyframe does not hold comes after it. */
  readonly sequence: number
}

/** False where it is too large to be kept. */
export async function putKeyframe(
  { keyframes }: Connection,
  session: string,
  { saved, position, sequence }: Keyframe,
): Promise<number> {
  // What this server keeps beside the session is of no use to others.
  const parts = encodeKeyframe({ ...saved, attachments: {} })
  const bytes = Buffer.concat([encodeNumbers(position.offset, position.notes, sequence), ...parts])
  if (bytes.length <= MAX_KEYFRAME_BYTES) await keyframes.putBlob({ name: session }, bytes)
  return bytes.length
}

export async function getKeyframe({ keyframes }: Connection, session: string): Promise<Keyframe | null> {
  const blob = await keyframes.getBlob(session)
  if (!blob || blob.length < HEADER_BYTES) return null
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)
  const [offset, notes, sequence] = [0, 8, 16].map((at) => bytes.readDoubleLE(at)) as [number, number, number]
  return { saved: decodeKeyframe(bytes.subarray(HEADER_BYTES)), position: { offset, notes }, sequence }
}
