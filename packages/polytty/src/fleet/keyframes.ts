/** Saved sessions in NATS's object store: where a reader of the log may begin. */
import { CoreError } from '../base/core-error.js'
import { encodeNumbers } from '../host/frame.js'
import { decodeKeyframe, encodeKeyframe } from '../host/link/keyframe.js'
import type { SavedSession } from '../session/index.js'
import { type Connection, MAX_KEYFRAME_BYTES } from './connection.js'
import type { Position } from './position.js'

const HEADER_BYTES = 24
const MAX_TRIES = 10

export interface Keyframe {
  readonly saved: SavedSession
  readonly position: Position
  /** A message of the log: all that the keyframe does not hold comes after it. */
  readonly sequence: number
}

/** How large it is; one that is too large is not kept. */
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

export async function getKeyframe(connection: Connection, session: string): Promise<Keyframe | null> {
  const bytes = await readBlob(connection, session)
  if (!bytes || bytes.length < HEADER_BYTES) return null
  const [offset, notes, sequence] = [0, 8, 16].map((at) => bytes.readDoubleLE(at)) as [number, number, number]
  return { saved: decodeKeyframe(bytes.subarray(HEADER_BYTES)), position: { offset, notes }, sequence }
}

/**
 * Asks for one piece after the other. The library's own way waits for pieces to be sent, and does so forever where they
 * have been replaced meanwhile by those of a newer keyframe.
 */
async function readBlob({ keyframes, jsm, subjects }: Connection, name: string): Promise<Buffer | null> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const info = await keyframes.info(name)
    if (!info || info.deleted) return null
    const pieces: Uint8Array[] = []
    const subject = `$O.${subjects.keyframesBucket}.C.${info.nuid}`
    for (let seq = 1; pieces.length < info.chunks; ) {
      const next = { seq, next_by_subj: subject }
      const piece = await jsm.streams.getMessage(`OBJ_${subjects.keyframesBucket}`, next)
      if (!piece) break
      pieces.push(piece.data)
      seq = piece.seq + 1
    }
    const bytes = Buffer.concat(pieces)
    if (bytes.length === info.size) return bytes
  }
  throw new CoreError('wait-timeout', `the keyframe of session ${name} is replaced faster than it can be read`)
}
