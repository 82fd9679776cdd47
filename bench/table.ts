/** Numbers as people read them: percentiles, and one aligned table. */
export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

type Rows = readonly (readonly (string | number)[])[]

export function printTable(title: string, header: readonly string[], rows: Rows): void {
  process.stdout.write(`\n## ${title}\n\n${formatTable(header, rows)}\n`)
}

export function formatTable(header: readonly string[], rows: Rows): string {
  const cells = [header, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? tidy(cell) : cell)))]
  const widths = header.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = cells
  return [line(head!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

function tidy(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3)
}
