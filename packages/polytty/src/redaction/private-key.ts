/**
 * Private keys in lines of text: a block from BEGIN to END, also where only a part of it is there, wrapped by hand or
 * with a frame, a gutter or line numbers around it.
 */

/** Blanks may be lost where a line was wrapped. */
const BEGIN = /-----BEGIN[A-Z ]*PRIVATE *KEY-----/
const END = /-----END[A-Z ]*PRIVATE *KEY-----/
const OTHER_END = /-----END[A-Z ]*-----/
/** What frames are made of. */
const FRAME_LEFT = /^[\s|\u2500-\u257f]+/
const FRAME_RIGHT = /[\s|\u2500-\u257f]+$/
const BASE64 = /[A-Za-z0-9+/]+={0,2}/g
const HEADER = /(?:Proc-Type|DEK-Info):/
/** A narrow frame may break a marker in so many lines. */
const MARKER_LINES = 3
/** What a full line of a key has at least, and how many of them are one where no marker is to be seen. */
const FULL_CHARS = 40
const FULL_LINES = 3
/** A full line behind a log's time or name. */
const WORDS_BEFORE = /\s[A-Za-z0-9+/]{60,}={0,2}\s*$/
/** Titles, borders and status lines around a key that goes on beyond the screen. */
const MARGIN_LINES = 2

/** The part of a line that is inside the frame: start and end. */
export function insideFrame(line: string): readonly [start: number, end: number] {
  const start = FRAME_LEFT.exec(line)?.[0].length ?? 0
  return start === line.length ? [0, 0] : [start, line.length - (FRAME_RIGHT.exec(line)?.[0].length ?? 0)]
}

/** Whether a line may be one of those between the markers. */
export function isKeyPart(line: string): boolean {
  return isBody(line) || HEADER.test(line) || line.slice(...insideFrame(line)) === ''
}

/** Which of the lines are of private keys. With `cut`, a key may have both its ends outside of them. */
export function findKeyLines(lines: readonly string[], { cut = false } = {}): ReadonlySet<number> {
  const inner = lines.map((line) => line.slice(...insideFrame(line)))
  const found = new Set<number>()
  for (let index = 0; index < lines.length; index++) {
    const end = markerEnd(inner, index, END)
    if (end !== null && !found.has(index)) addBodyAbove(lines, index, columnOf(lines[index]!), found)
    const begin = markerEnd(inner, index, BEGIN)
    if (begin !== null) index = addBlock(lines, inner, index, begin, found)
    else if (end !== null) for (let line = index; line <= end; line++) found.add(line)
  }
  if (cut && found.size === 0) addMiddle(lines, inner, found)
  return found
}

/** A marker that begins in a line: the line it ends in. */
function markerEnd(inner: readonly string[], index: number, marker: RegExp): number | null {
  let joined = ''
  for (let last = index; last < Math.min(index + MARKER_LINES, inner.length); last++) {
    joined += inner[last]
    const match = marker.exec(joined)
    if (match) return match.index < inner[index]!.length ? last : null
  }
  return null
}

/** Everything up to the end that belongs to it; without one, what goes on looking like a key. Gives the last line. */
function addBlock(
  lines: readonly string[],
  inner: readonly string[],
  from: number,
  begin: number,
  found: Set<number>,
): number {
  let last = begin
  for (let index = from; index < lines.length; index++) {
    if (index > begin && markerEnd(inner, index, BEGIN) !== null) break
    const end = markerEnd(inner, index, END)
    if (end === null) continue
    last = end
    break
  }
  const column = columnOf(lines[from]!)
  if (last === begin) while (last + 1 < lines.length && isKeyPartFrom(lines[last + 1]!, column)) last++
  for (let index = from; index <= last; index++) found.add(index)
  return last
}

function addBodyAbove(lines: readonly string[], end: number, column: number, found: Set<number>): void {
  for (let index = end - 1; index >= 0 && isKeyPartFrom(lines[index]!, column); index--) found.add(index)
}

/** Where a marker begins in its line; 0 where a line break cut it. */
function columnOf(line: string): number {
  return Math.max(0, line.indexOf('-----'))
}

/** The same for a line that may have as much before the key as the marker's line has: a log's time, a name. */
function isKeyPartFrom(line: string, column: number): boolean {
  return isKeyPart(line) || (column > 0 && line.length > column && isInFours(line.slice(column)))
}

/** A screen full of a key: lines of it from the top to the bottom. */
function addMiddle(lines: readonly string[], inner: readonly string[], found: Set<number>): void {
  const isFull = lines.map((line) => bodyChars(line) >= FULL_CHARS || WORDS_BEFORE.test(line))
  const first = isFull.indexOf(true)
  if (first < 0 || first > MARGIN_LINES) return
  let last = first
  while (isFull[last + 1]) last++
  const hasEnoughLines = last - first + 1 >= FULL_LINES
  if (hasEnoughLines && isInFours(lines[last + 1] ?? '')) last++
  const after = inner.slice(last + 1).filter((line) => line !== '')
  if (!hasEnoughLines || after.length > MARGIN_LINES || after.some((line) => OTHER_END.test(line))) return
  for (let index = first; index <= last; index++) found.add(index)
}

/** A line of base64, also a short last one: it comes in fours. */
function isInFours(line: string): boolean {
  const chars = bodyChars(line)
  return chars > 0 && chars % 4 === 0
}

function isBody(line: string): boolean {
  return bodyChars(line) > 0
}

/** The length of the base64 in a line that has nothing else but a frame, a gutter and a number; 0 for other lines. */
function bodyChars(line: string): number {
  let longest = ''
  for (const [run] of line.matchAll(BASE64)) if (run.length > longest.length) longest = run
  if (longest === '') return 0
  const rest = line.replace(longest, '').replace(/\d{1,6}/, '')
  return /[\p{L}\p{N}]/u.test(rest) ? 0 : longest.length
}
