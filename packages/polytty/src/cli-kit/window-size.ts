/** The size of the terminal that a command runs in. One that does not know its size says 0×0, and counts as 80×24. */

export interface WindowSize {
  readonly cols: number
  readonly rows: number
}

/** What a stream on a terminal knows of its size. */
interface SizedStream {
  readonly columns?: number
  readonly rows?: number
}

export function windowSize(
  { columns, rows }: SizedStream = process.stdout,
  otherwise: WindowSize = { cols: 80, rows: 24 },
): WindowSize {
  return { cols: columns || otherwise.cols, rows: rows || otherwise.rows }
}
