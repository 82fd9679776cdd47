/** Finding by place: rows, columns, cells, rectangles, the cursor, what is selected. */
import type { Region } from '@polytty/terminal'
import { SURE } from 'polytty/outline'
import { type Bounds, isInside, type Match, type View } from '../view.js'
import type { Query } from './query.js'
import { elementMatches } from './role.js'
import { byStyle } from './style.js'

/** What depends on the screen alone, within an area: places are counted from its corner. */
function place(name: string, bounds: (area: Bounds) => Bounds | null): Query {
  return {
    name,
    find: (view, area) => {
      const within = toBounds(area ?? view.whole)
      const wanted = bounds(within)
      const match = wanted && view.matchOf({ ...wanted, row: within.row + wanted.row, col: within.col + wanted.col })
      return match && isInside(match, area ?? view.whole) ? [match] : []
    },
  }
}

function toBounds({ top, left, bottom, right }: Region): Bounds {
  return { row: top, col: left, width: right - left + 1, height: bottom - top + 1 }
}

/** Negative numbers count from the end. */
function fromEnd(index: number, count: number): number {
  return index < 0 ? count + index : index
}

export function byRegion(bounds: Bounds): Query {
  const { row, col, width, height } = bounds
  return place(`region({ row: ${row}, col: ${col}, width: ${width}, height: ${height} })`, () => bounds)
}

export function byRow(index: number): Query {
  return place(`row(${index})`, ({ width, height }) => ({ row: fromEnd(index, height), col: 0, width, height: 1 }))
}

export function byColumn(index: number): Query {
  return place(`column(${index})`, ({ width, height }) => ({ row: 0, col: fromEnd(index, width), width: 1, height }))
}

export function byCell(row: number, col: number): Query {
  return place(`cell(${row}, ${col})`, (area) => ({
    ...{ row: fromEnd(row, area.height), col: fromEnd(col, area.width), width: 1, height: 1 },
  }))
}

/** The cell that the cursor is in; nothing while it is hidden. */
export function byCursor(): Query {
  return onScreen('cursor()', (view) => {
    const { cursor } = view.snapshot
    const match = cursor.visible ? view.matchOf({ row: cursor.row, col: cursor.col, width: 1, height: 1 }) : null
    return match ? [match] : []
  })
}

const inverse = byStyle({ reverse: true })

/** What the outline takes for selected, the innermost of it; where it finds nothing, what is in inverse video. */
export function bySelection(): Query {
  return onScreen('selection()', (view) => {
    const selected = elementMatches(
      view,
      ({ selected, confidence, children }) =>
        selected === true && confidence >= SURE && !children.some((child) => child.selected),
    )
    return selected.length > 0 ? selected : inverse.find(view, null)
  })
}

/** What is found on the screen as a whole, of which only what lies in the area counts. */
export function onScreen(name: string, find: (view: View) => readonly Match[]): Query {
  return { name, find: (view, area) => find(view).filter((match) => area === null || isInside(match, area)) }
}
