/** How cells look, in the words of tests: colours by name, number or value, and attributes. */
import type { Cell, Color, UnderlineStyle } from '@polytty/terminal'
import { type CellProperties, CoreError, cellMatches } from 'polytty/sessions'

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

type BaseColor = (typeof names)[number]
export type ColorName = BaseColor | `bright-${BaseColor}` | 'default'

export interface Style {
  /** A name of the sixteen, a number of the 256, '#rrggbb', or 'default'. */
  readonly fg?: ColorName | number | `#${string}`
  readonly bg?: ColorName | number | `#${string}`
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean | UnderlineStyle
  readonly blink?: boolean
  readonly reverse?: boolean
  readonly hidden?: boolean
  readonly strikethrough?: boolean
  readonly overline?: boolean
}

const flags = ['bold', 'dim', 'italic', 'blink', 'reverse', 'hidden', 'strikethrough', 'overline'] as const
const properties: ReadonlySet<string> = new Set(['fg', 'bg', 'underline', ...flags])

/** A test of cells; a style that cannot be is an error that says what can. */
export function styleTest(style: Style): (cell: Cell) => boolean {
  for (const key of Object.keys(style))
    if (!properties.has(key))
      throw new CoreError('invalid-params', `a style has no ${JSON.stringify(key)}: ${[...properties].join(', ')}`)
  const { fg, bg, ...rest } = style
  const wanted: CellProperties = {
    ...rest,
    ...(fg !== undefined && { fg: parseColor(fg) }),
    ...(bg !== undefined && { bg: parseColor(bg) }),
  }
  return (cell) => cellMatches(cell, wanted)
}

/** Whether a style can be seen where nothing is written. */
export function showsOnBlanks({ bg, reverse, underline, strikethrough, overline }: Style): boolean {
  return [bg, reverse, underline, strikethrough, overline].some((value) => value !== undefined)
}

export function describeStyle(style: Style): string {
  return `{ ${Object.entries(style)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`)
    .join(', ')} }`
}

/** The style of a cell, without what is as usual. */
export function styleOf(cell: Cell): Style {
  const style: Record<string, unknown> = {}
  if (cell.fg !== null) style.fg = nameColor(cell.fg)
  if (cell.bg !== null) style.bg = nameColor(cell.bg)
  for (const flag of flags) if (cell[flag]) style[flag] = true
  if (cell.underline !== 'none') style.underline = cell.underline === 'single' ? true : cell.underline
  return style
}

function nameColor(color: Color): ColorName | number | `#${string}` {
  if (color === null) return 'default'
  if (typeof color === 'number') {
    if (color < 8) return names[color]!
    return color < 16 ? `bright-${names[color - 8]!}` : color
  }
  const hex = [color.r, color.g, color.b].map((part) => part.toString(16).padStart(2, '0')).join('')
  return `#${hex}`
}

export function parseColor(color: ColorName | number | `#${string}`): Color {
  if (color === 'default') return null
  if (typeof color === 'number' && Number.isInteger(color) && color >= 0 && color <= 255) return color
  const [, bright, name] = /^(bright-)?([a-z]+)$/.exec(String(color)) ?? []
  const index = (names as readonly (string | undefined)[]).indexOf(name)
  if (index >= 0) return bright ? index + 8 : index
  const [, r, g, b] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(String(color)) ?? []
  if (r !== undefined) return { r: Number.parseInt(r, 16), g: Number.parseInt(g!, 16), b: Number.parseInt(b!, 16) }
  throw new CoreError(
    'invalid-params',
    `${JSON.stringify(color)} is not a valid colour: give a name (${names.join(', ')}, bright-red, …), 0 to 255, #rrggbb or default`,
  )
}
