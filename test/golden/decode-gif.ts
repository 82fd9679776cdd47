/** Reads animated GIFs back into full frames, as a browser would show them. */

export interface DecodedGif {
  readonly width: number
  readonly height: number
  readonly frames: readonly { readonly delayMs: number; readonly rgba: Uint8Array }[]
}

export function decodeGif(file: Uint8Array): DecodedGif {
  const bytes = Buffer.from(file)
  if (bytes.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('no GIF')
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const colors = 2 << (bytes[10] & 7)
  const palette = bytes.subarray(13, 13 + colors * 3)
  const shown = new Uint8Array(width * height * 4)
  const frames: { delayMs: number; rgba: Uint8Array }[] = []
  let at = 13 + colors * 3
  let [delayMs, transparent] = [0, -1]
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) {
        delayMs = bytes.readUInt16LE(at + 4) * 10
        transparent = bytes[at + 3] & 1 ? bytes[at + 6] : -1
      }
      for (at += 2; bytes[at] !== 0; at += bytes[at] + 1);
      at++
      continue
    }
    if (bytes[at] !== 0x2c) throw new Error(`unknown block ${bytes[at]} at ${at}`)
    const [left, top, w] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3), bytes.readUInt16LE(at + 5)]
    const { indexes, end } = decodeLzw(bytes, at + 10)
    for (const [position, index] of indexes.entries()) {
      if (index === transparent) continue
      const to = ((top + Math.floor(position / w)) * width + left + (position % w)) * 4
      shown.set([palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2], 255], to)
    }
    frames.push({ delayMs, rgba: shown.slice() })
    at = end
  }
  return { width, height, frames }
}

export function decodeLzw(bytes: Uint8Array, start: number): { indexes: number[]; end: number } {
  const bits = bytes[start]
  const data: number[] = []
  let at = start + 1
  for (; bytes[at] !== 0; at += bytes[at] + 1) for (let byte = 1; byte <= bytes[at]; byte++) data.push(bytes[at + byte])
  const clear = 1 << bits
  let table: number[][] = []
  let size = bits + 1
  let previous: number[] | null = null
  const indexes: number[] = []
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, index) => (index < clear ? [index] : []))
    size = bits + 1
    previous = null
  }
  reset()
  for (let position = 0; ; ) {
    let code = 0
    for (let bit = 0; bit < size; bit++, position++) code |= ((data[position >> 3] >> (position & 7)) & 1) << bit
    if (code === clear) {
      reset()
      continue
    }
    if (code === clear + 1) break
    const entry: number[] =
      code < table.length
        ? table[code]
        : [...((previous as number[] | null) ?? []), ((previous as number[] | null) ?? [])[0]]
    for (const index of entry) indexes.push(index)
    if (previous && table.length < 4096) table.push([...(previous as number[]), entry[0]])
    previous = entry
    if (table.length === 1 << size && size < 12) size++
  }
  return { indexes, end: at + 1 }
}
