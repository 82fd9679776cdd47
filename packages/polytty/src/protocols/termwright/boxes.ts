/** Boxes drawn on the screen with line characters: found by their corners, followed along their edges. */
import type { Snapshot } from '@polytty/terminal'

interface Corners {
  readonly style: 'single' | 'double' | 'rounded' | 'heavy' | 'ascii'
  readonly topLeft: string
  readonly topRight: string
  readonly bottomLeft: string
  readonly bottomRight: string
  /** What may stand along the edges besides titles in the top one: the line itself and where others join it. */
  readonly horizontal: string
  readonly vertical: string
}

const styles: readonly Corners[] = [
  {
    style: 'single',
    topLeft: '┌',
    topRight: '┐',
    bottomLeft: '└',
    bottomRight: '┘',
    horizontal: '─┬┴┼╌┄┈',
    vertical: '│├┤┼╎┆┊',
  },
  {
    style: 'rounded',
    topLeft: '╭',
    topRight: '╮',
    bottomLeft: '╰',
    bottomRight: '╯',
    horizontal: '─┬┴┼╌┄┈',
    vertical: '│├┤┼╎┆┊',
  },
  {
    style: 'double',
    topLeft: '╔',
    topRight: '╗',
    bottomLeft: '╚',
    bottomRight: '╝',
    horizontal: '═╦╩╬╤╧╪',
    vertical: '║╠╣╬╟╢╫',
  },
  {
    style: 'heavy',
    topLeft: '┏',
    topRight: '┓',
    bottomLeft: '┗',
    bottomRight: '┛',
    horizontal: '━┳┻╋┯┷',
    vertical: '┃┣┫╋┠┨',
  },
  { style: 'ascii', topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+', horizontal: '-+=', vertical: '|+' },
]

export interface Box {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly style: Corners['style']
}

/** Boxes that one screen is searched for. */
const MAX_BOXES = 1000

export function detectBoxes(snapshot: Snapshot): Box[] {
  const grid = Array.from({ length: snapshot.rows }, (_, row) => {
    const line = snapshot.row(row)
    return Array.from({ length: snapshot.cols }, (_, col) => line.cell(col).text)
  })
  const found: Box[] = []
  for (let top = 0; top < snapshot.rows - 1; top++) {
    for (let left = 0; left < snapshot.cols - 1 && found.length < MAX_BOXES; left++) {
      const style = styles.find(({ topLeft }) => grid[top]![left] === topLeft)
      const box = style && boxFrom(grid, style, top, left)
      if (box) found.push(box)
    }
  }
  return found
}

/** The smallest box with its top left corner here, if there is one. */
function boxFrom(grid: string[][], corners: Corners, top: number, left: number): Box | null {
  let bottom = top + 1
  while (
    bottom < grid.length &&
    corners.vertical.includes(cellAt(grid, bottom, left)) &&
    cellAt(grid, bottom, left) !== corners.bottomLeft
  )
    bottom++
  if (cellAt(grid, bottom, left) !== corners.bottomLeft) return null
  for (let right = left + 1; right < grid[top]!.length; right++) {
    const below = cellAt(grid, bottom, right)
    if (
      below === corners.bottomRight &&
      cellAt(grid, top, right) === corners.topRight &&
      isEdge(grid, corners, top, bottom, right)
    )
      return { top, left, bottom, right, style: corners.style }
    if (!corners.horizontal.includes(below) || below === '') return null
  }
  return null
}

function isEdge(grid: string[][], { vertical }: Corners, top: number, bottom: number, col: number): boolean {
  for (let row = top + 1; row < bottom; row++) {
    const text = cellAt(grid, row, col)
    // Scroll bars are drawn on the right edge: blocks and arrows there do not break a box.
    if (text === '' || !(vertical.includes(text) || '█▓▒░▲▼↑↓■▐'.includes(text))) return false
  }
  return true
}

function cellAt(grid: string[][], row: number, col: number): string {
  return grid[row]?.[col] ?? ''
}
