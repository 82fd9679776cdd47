/**
 * Where a stream of terminal output was cut: what at its end belongs to a character or control sequence that is not
 * whole yet. Whoever joins there has to get that first, or sees the rest of it as text.
 */

/** A control sequence from its ESC on, as long as more must come: CSI, a string (OSC, DCS…), an escape. */
const OPEN = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_](?:[^\x07\x18\x1a\x1b]|\x1b$)*|[ -/]*)$/

/** Bytes that are looked at: no sequence that matters is longer. */
export const MAX_UNFINISHED = 256

export function unfinished(bytes: Buffer): Buffer {
  const end = bytes.subarray(-MAX_UNFINISHED)
  const text = end.toString('latin1')
  const open = OPEN.exec(text)
  return open ? end.subarray(open.index) : end.subarray(end.length - partialCharacter(end))
}

/** How many bytes at the end begin a UTF-8 character that lacks its others. */
function partialCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}
