/**
 * Box drawing, U+2500–257F: every character is up to four arms from the edges to the middle, plus dashes, arcs and
 * diagonals. Lines sit at the same pixels in every cell, so neighbours meet exactly.
 */
import { type CellSize, polygon, quarterCosines, rect, type Shape } from './shape.js'

const FIRST = 0x2500

/** Per character the arms up, right, down, left: 0 none, 1 light, 2 heavy, 3 double; others have a rule of their own. */
const ARMS = `
0101 0202 1010 2020 ---- ---- ---- ---- ---- ---- ---- ---- 0110 0210 0120 0220
0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120
2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 0111 0112 0211 0212
0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 1111 1112 1211 1212
2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 ---- ---- ---- ----
0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130
3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333 ---- ---- ----
---- ---- ---- ---- 0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010`
  .trim()
  .split(/\s+/)

/** Dashed lines: how many dashes, which way, how heavy. */
const DASHES: Readonly<Record<number, readonly [count: number, vertical: boolean, weight: 1 | 2]>> = {
  9476: [3, false, 1],
  9477: [3, false, 2],
  9478: [3, true, 1],
  9479: [3, true, 2],
  9480: [4, false, 1],
  9481: [4, false, 2],
  9482: [4, true, 1],
  9483: [4, true, 2],
  9548: [2, false, 1],
  9549: [2, false, 2],
  9550: [2, true, 1],
  9551: [2, true, 2],
}

/** Where the two lines (or the one) of a weight lie across an axis of this length, as [start, end] pairs. */
function lines(length: number, weight: number, line: number): readonly (readonly [number, number])[] {
  if (weight === 3) {
    const start = Math.floor((length - 3 * line) / 2)
    return [
      [start, start + line],
      [start + 2 * line, start + 3 * line],
    ]
  }
  const thickness = weight * line
  const start = Math.floor((length - thickness) / 2)
  return [[start, start + thickness]]
}

interface Arm {
  readonly weight: number
  readonly opposite: number
  /** The crossing arms on the side of smaller and of larger coordinates. */
  readonly before: number
  readonly after: number
  /** True for the arm to the right or to the bottom. */
  readonly toEnd: boolean
}

/** Strips of one arm in its own axes: [from, to] along, [start, end] across. */
function strips(arm: Arm, along: number, across: number, line: number): number[][] {
  const own = lines(across, arm.weight, line)
  return own.map(([start, end], index) => {
    const side = arm.weight === 3 ? (index === 0 ? arm.before : arm.after) : null
    const stop = side === null ? singleStop(arm, along, line) : doubleStop(arm, side, index, along, line)
    return arm.toEnd ? [stop[0], along, start, end] : [0, stop[1], start, end]
  })
}

/** A single line runs through to its opposite, or far enough to close the corner with what it meets. */
function singleStop(arm: Arm, along: number, line: number): readonly [number, number] {
  if (arm.before !== 3 && arm.after !== 3) return lines(along, Math.max(arm.before, arm.after, 1), line)[0]
  if (arm.opposite > 0) return lines(along, 1, line)[0]
  const [first, second] = lines(along, 3, line)
  const through = arm.before !== 3 || arm.after !== 3
  return arm.toEnd === through ? first : second
}

/** Each line of a double arm turns into the double line on its side, or closes the outer corner. */
function doubleStop(arm: Arm, side: number, index: number, along: number, line: number): readonly [number, number] {
  const other = index === 0 ? arm.after : arm.before
  const [first, second] = lines(along, 3, line)
  if (side === 3) return arm.toEnd ? second : first
  if (side === 0 && other === 3) return arm.toEnd ? first : second
  return lines(along, Math.max(arm.before, arm.after, 1), line)[0]
}

function arms(spec: string, { width, height, line }: CellSize): Shape[] {
  const [up, right, down, left] = [...spec].map(Number)
  const shapes: Shape[] = []
  const horizontal = { before: up, after: down }
  const vertical = { before: left, after: right }
  const add = (arm: Arm, turned: boolean) => {
    if (arm.weight === 0) return
    for (const [from, to, start, end] of strips(arm, turned ? height : width, turned ? width : height, line))
      shapes.push(turned ? rect(start, from, end - start, to - from) : rect(from, start, to - from, end - start))
  }
  add({ weight: left, opposite: right, ...horizontal, toEnd: false }, false)
  add({ weight: right, opposite: left, ...horizontal, toEnd: true }, false)
  add({ weight: up, opposite: down, ...vertical, toEnd: false }, true)
  add({ weight: down, opposite: up, ...vertical, toEnd: true }, true)
  return shapes
}

function dashes(code: number, { width, height, line }: CellSize): Shape[] {
  const [count, vertical, weight] = DASHES[code]
  const length = vertical ? height : width
  const [[start, end]] = lines(vertical ? width : height, weight, line)
  const shapes: Shape[] = []
  for (let dash = 0; dash < count; dash++) {
    const from = Math.round((dash * length) / count)
    const to = Math.max(
      Math.round(((dash + 1) * length) / count) - Math.max(line, Math.round(length / count / 3)),
      from + 1,
    )
    shapes.push(vertical ? rect(start, from, end - start, to - from) : rect(from, start, to - from, end - start))
  }
  return shapes
}

/** ╭ ╮ ╯ ╰: a quarter ring between the two lines it joins, and straight stubs to the edges. */
function arc(code: number, { width, height, line }: CellSize): Shape[] {
  const toRight = code === 0x256d || code === 0x2570
  const toBottom = code === 0x256d || code === 0x256e
  const [[x0, x1]] = lines(width, 1, line)
  const [[y0, y1]] = lines(height, 1, line)
  const reachX = toRight ? width - x0 : x1
  const reachY = toBottom ? height - y0 : y1
  // A straight piece is left at the edges, so that the next cell's line meets full pixels.
  const radius = Math.max(Math.min(reachX, reachY) - line, line)
  const centerX = toRight ? x0 + radius : x1 - radius
  const centerY = toBottom ? y0 + radius : y1 - radius
  const [signX, signY] = [toRight ? -1 : 1, toBottom ? -1 : 1]
  const ring = (r: number, reverse: boolean) => {
    const points = quarterCosines.map((cos, i) => [
      centerX + signX * r * cos,
      centerY + signY * r * quarterCosines[quarterCosines.length - 1 - i],
    ])
    return (reverse ? points.reverse() : points).flat()
  }
  const shapes = [polygon(...ring(radius, false), ...ring(radius - line, true))]
  if (reachY > radius) {
    const from = toBottom ? centerY : 0
    shapes.push(rect(x0, from, x1 - x0, (toBottom ? height : centerY) - from))
  }
  if (reachX > radius) {
    const from = toRight ? centerX : 0
    shapes.push(rect(from, y0, (toRight ? width : centerX) - from, y1 - y0))
  }
  return shapes
}

/** From corner to corner; `rising` is ╱. The ends are cut by the cell's edge so that neighbours continue the line. */
export function diagonal(rising: boolean, { width, height, line }: CellSize): Shape {
  const half = (line * Math.sqrt(width * width + height * height)) / (2 * height)
  return rising
    ? polygon(-half, height, half, height, width + half, 0, width - half, 0)
    : polygon(-half, 0, half, 0, width + half, height, width - half, height)
}

/** The shapes of a box drawing character. */
export function boxShapes(code: number, cell: CellSize): Shape[] {
  if (code in DASHES) return dashes(code, cell)
  if (code >= 0x256d && code <= 0x2570) return arc(code, cell)
  if (code === 0x2571) return [diagonal(true, cell)]
  if (code === 0x2572) return [diagonal(false, cell)]
  if (code === 0x2573) return [diagonal(true, cell), diagonal(false, cell)]
  return arms(ARMS[code - FIRST], cell)
}
