/** Rows of text in columns, for people. */

/** Columns are as wide as they need to be; on a terminal a line ends at its edge. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map(printable))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const edge = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY
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
