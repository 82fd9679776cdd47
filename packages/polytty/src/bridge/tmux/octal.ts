/** What tmux writes for the bytes of a pane: as they are, but those below a space, and a backslash, as `\ooo`. */

const BACKSLASH = 0x5c
const ZERO = 0x30

/** Decodes `source` from `start` to `end` into `target`; returns how many bytes that were. Never more than it was given. */
export function decodeOctal(source: Uint8Array, start: number, end: number, target: Uint8Array): number {
  let length = 0
  let at = start
  while (at < end) {
    const next = source.indexOf(BACKSLASH, at)
    const plain = next < 0 || next > end ? end : next
    // Short stretches are the rule among escape sequences, and copying those by call costs more.
    if (plain - at > 16) target.set(source.subarray(at, plain), length)
    else for (let index = at; index < plain; index++) target[length + index - at] = source[index]
    length += plain - at
    at = plain
    if (at >= end) break
    if (at + 4 > end) return length
    target[length++] = ((source[at + 1] - ZERO) << 6) | ((source[at + 2] - ZERO) << 3) | (source[at + 3] - ZERO)
    at += 4
  }
  return length
}
