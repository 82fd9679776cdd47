/** Rows of text in columns, for people. */
import { windowSize } from './window-size.js'

/** Columns are as wide as they need to be; on a terminal a line ends at its edge. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map(printable))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const edge = process.stdout.isTTY ? windowSize().cols : Number.POSITIVE_INFINITY
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return cells.map((row) => cut(line(row).trimEnd(), edge)).join('\n')
}

/** A program's arguments may hold anything; a table must not. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

function cut(line: string, edge: number): string {
  return line.length <= edge ? line : `${line.slice(0, Math.max(edge - 1, 0))}…`
}

/** A time in the one unit that says enough. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}
