/** Prefix codes as DEFLATE wants them: no code longer than a limit, and given by their lengths alone. */

/** Work space for the largest alphabet there is. */
const MAX_SYMBOLS = 288
const order = new Uint32Array(MAX_SYMBOLS)
const weight = new Uint32Array(2 * MAX_SYMBOLS)
const parent = new Uint16Array(2 * MAX_SYMBOLS)
const depth = new Uint8Array(2 * MAX_SYMBOLS)
const perLength = new Uint16Array(MAX_SYMBOLS + 1)

/** Fills `lengths` with the code length of each symbol: 0 for one that does not occur. */
export function assignLengths(counts: Uint32Array, limit: number, lengths: Uint8Array): void {
  lengths.fill(0)
  let used = 0
  // The count above, the symbol below: one sort of numbers puts the rarest first and is the same everywhere.
  for (let symbol = 0; symbol < counts.length; symbol++)
    if (counts[symbol] > 0) order[used++] = Math.min(counts[symbol], 0x3fffff) * 512 + symbol
  if (used === 0) return
  order.subarray(0, used).sort()
  if (used === 1) {
    lengths[order[0] & 511] = 1
    return
  }
  countLengths(used)
  shorten(limit)
  for (let length = limit, at = 0; length > 0; length--)
    for (let left = perLength[length]; left > 0; left--) lengths[order[at++] & 511] = length
}

/** Joins the two lightest again and again, then counts how deep the leaves came to lie. */
function countLengths(used: number): void {
  for (let leaf = 0; leaf < used; leaf++) weight[leaf] = order[leaf] >>> 9
  const root = 2 * used - 2
  let leaf = 0
  let joined = used
  for (let next = used; next <= root; next++) {
    weight[next] = 0
    for (let child = 0; child < 2; child++) {
      const lightest = leaf < used && (joined === next || weight[leaf] <= weight[joined]) ? leaf++ : joined++
      weight[next] += weight[lightest]
      parent[lightest] = next
    }
  }
  perLength.fill(0)
  depth[root] = 0
  for (let node = root - 1; node >= 0; node--) {
    depth[node] = depth[parent[node]] + 1
    if (node < used) perLength[depth[node]]++
  }
}

/** Moves codes that are too long up to the limit, and others down until all of them fit. */
function shorten(limit: number): void {
  for (let length = limit + 1; length < perLength.length; length++) {
    perLength[limit] += perLength[length]
    perLength[length] = 0
  }
  let taken = 0
  for (let length = 1; length <= limit; length++) taken += perLength[length] << (limit - length)
  for (; taken > 1 << limit; taken--) {
    let shorter = limit - 1
    while (perLength[shorter] === 0) shorter--
    perLength[limit]--
    perLength[shorter]--
    perLength[shorter + 1] += 2
  }
}

/** Fills `codes` with the codes that belong to the lengths, mirrored, because DEFLATE writes low bits first. */
export function assignCodes(lengths: Uint8Array, codes: Uint16Array): void {
  const next = new Uint16Array(16)
  const lengthCounts = new Uint16Array(16)
  for (const length of lengths) if (length > 0) lengthCounts[length]++
  for (let length = 1, code = 0; length < 16; length++) next[length] = code = (code + lengthCounts[length - 1]) << 1
  for (let symbol = 0; symbol < lengths.length; symbol++)
    if (lengths[symbol] > 0) codes[symbol] = mirror(next[lengths[symbol]]++, lengths[symbol])
}

function mirror(code: number, length: number): number {
  let out = 0
  for (let bit = 0; bit < length; bit++) out |= ((code >> bit) & 1) << (length - 1 - bit)
  return out
}
