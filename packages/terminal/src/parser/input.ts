/**
 * Where the bytes lie while they are read. There is one place for all terminals: the compiler knows its address and
 * length, so that reading a byte of it costs a third of reading one of an array that was handed over.
 */
export const input = new Uint8Array(65_536)
let busy = false

/** What reads the bytes of `input`, up to a length. */
export interface PieceReader {
  readPiece(length: number): void
}

/** Up to here a loop copies faster than a call of the array's own method begins. */
const few = 48

/** Puts the bytes there piece by piece, and has each piece read. */
export function readPieces(bytes: Uint8Array, reader: PieceReader): void {
  const { length } = bytes
  if (busy || length > few) return readAllPieces(bytes, reader)
  const target = input
  for (let i = 0; i < length; i++) target[i] = bytes[i]
  busy = true
  try {
    reader.readPiece(length)
  } finally {
    busy = false
  }
}

function readAllPieces(bytes: Uint8Array, reader: PieceReader): void {
  // A listener of one terminal may write to another in the middle of a piece.
  const outer = busy ? input.slice() : null
  busy = true
  try {
    for (let from = 0; from < bytes.length; from += input.length) {
      const piece = bytes.length <= input.length ? bytes : bytes.subarray(from, from + input.length)
      input.set(piece)
      reader.readPiece(piece.length)
    }
  } finally {
    busy = outer !== null
    if (outer) input.set(outer)
  }
}
