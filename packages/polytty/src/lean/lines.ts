/** Lines of text with as little repeated as can be. */

/** Equal lines become one with a count, blank ones in a row one; those at the end go. */
export function foldLines(lines: readonly string[]): string[] {
  const folded: string[] = []
  for (let index = 0; index < lines.length; ) {
    const line = lines[index]!
    let end = index + 1
    while (end < lines.length && lines[end] === line) end++
    const count = end - index
    folded.push(line !== '' && count > 1 ? `${line} (×${count})` : line)
    index = end
  }
  while (folded.at(-1) === '') folded.pop()
  return folded
}

/** Lines that look like they report a failure. */
const TROUBLE =
  /\b(?:error|errors|err|fail|failed|failure|fatal|panic|panicked|exception|traceback|segfault|aborted|denied|refused|undefined|unresolved|missing|cannot|can't|unable|not found|no such|invalid)\b|\bE\d{3,}|✗|✘|❌/i
const MAX_TROUBLE = 10
const MAX_LINE_CHARS = 400
/** A word of a model is about so many characters. */
const CHARS_PER_TOKEN = 4
/** The end of a line is a word, or nearly. */
const LINE_END = CHARS_PER_TOKEN
const HEAD_SHARE = 0.2

/**
 * What a command printed, within about `maxTokens`: the first fifth, the last part, and between them the lines that look
 * like errors, with their numbers from 1 on.
 */
export function leanOutput(text: string, maxTokens: number): string {
  const lines = text.replace(/\n+$/, '').split('\n')
  const folded = foldLines(lines)
  const room = maxTokens * CHARS_PER_TOKEN
  if (sizeOf(folded) <= room) return folded.join('\n')
  const head = take(lines, room * HEAD_SHARE)
  const found = troubleIn(lines, head.length)
  const tail = take([...lines].reverse(), room * (1 - HEAD_SHARE) - sizeOf(found.map(({ shown }) => shown))).reverse()
  const tailStart = lines.length - tail.length
  const between = found.filter(({ index }) => index < tailStart)
  const cut = tailStart - head.length
  return [
    ...foldLines(head.map(cutLine)),
    `… ${cut} ${cut === 1 ? 'line' : 'lines'} cut${between.length > 0 ? '; among them:' : ''}`,
    ...between.map(({ shown }) => shown),
    ...(between.length > 0 ? ['…'] : []),
    ...foldLines(tail.map(cutLine)),
  ].join('\n')
}

interface Trouble {
  readonly index: number
  readonly shown: string
}

function troubleIn(lines: readonly string[], from: number): Trouble[] {
  const found: Trouble[] = []
  for (let index = from; index < lines.length && found.length < MAX_TROUBLE; index++) {
    const line = lines[index]!
    if (TROUBLE.test(line.slice(0, MAX_LINE_CHARS))) found.push({ index, shown: `${index + 1}: ${cutLine(line)}` })
  }
  return found
}

/** As many of the first lines as there is room for, at least one. */
function take(lines: readonly string[], room: number): string[] {
  const taken: string[] = []
  let used = 0
  for (const line of lines) {
    used += Math.min(line.length, MAX_LINE_CHARS) + LINE_END
    if (used > room && taken.length > 0) break
    taken.push(line)
  }
  return taken
}

function cutLine(line: string): string {
  return line.length <= MAX_LINE_CHARS ? line : `${line.slice(0, MAX_LINE_CHARS)}… (${line.length} characters)`
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + LINE_END, 0)
}
