/**
 * Where the bytes lie while they are read. There is one place for all terminals: the compiler knows its address and
 * length, so that reading a byte of it costs a third of reading one of an array that was handed over.
 */
export const input = new Uint8Array(65_536)
let busy = false

/** Puts the bytes there piece by piece and calls `take` with each piece's length. */
export function readPieces(bytes: Uint8Array, take: (length: number) => void): void {
  // A listener of one terminal may write to another in the middle of a piece.
  const outer = busy ? input.slice() : null
  busy = true
  try {
    for (let from = 0; from < bytes.length; from += input.length) {
      const piece = bytes.length <= input.length ? bytes : bytes.subarray(from, from + input.length)
      input.set(piece)
      take(piece.length)
    }
  } finally {
    busy = outer !== null
    if (outer) input.set(outer)
  }
}
