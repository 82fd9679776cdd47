/** The sizes of panes in a layout as tmux writes it: `b25f,80x24,0,0{40x24,0,0,1,39x24,41,0,2}`. */

export interface PlacedPane {
  readonly id: string
  readonly cols: number
  readonly rows: number
}

/** A cell with a number after its place is a pane; others hold cells in brackets. */
const PANE = /(\d{1,5})x(\d{1,5}),\d{1,5},\d{1,5},(\d{1,9})(?![\dx])/g

export function readLayout(layout: string): PlacedPane[] {
  return [...layout.matchAll(PANE)].map(([, cols, rows, id]) => ({
    id: `%${id}`,
    cols: Number(cols),
    rows: Number(rows),
  }))
}
