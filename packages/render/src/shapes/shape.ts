/** What procedural glyphs are made of: rectangles and polygons in pixels of one cell. PNG fills them, SVG prints them. */

export interface CellSize {
  readonly width: number
  readonly height: number
  /** Thickness of a light line. */
  readonly line: number
}

export type Shape =
  | { readonly kind: 'rect'; readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  /** Like a rectangle, at part strength: the shade characters. */
  | {
      readonly kind: 'shade'
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
      readonly alpha: number
    }
  /** x, y, x, y, …; closed, any winding. */
  | { readonly kind: 'polygon'; readonly points: readonly number[] }

export function rect(x: number, y: number, w: number, h: number): Shape {
  return { kind: 'rect', x, y, w, h }
}

export function polygon(...points: number[]): Shape {
  return { kind: 'polygon', points }
}

/** A quarter circle in eight steps: cosines of 0°, 11.25° … 90°; as literals so that every machine draws the same. */
export const quarterCosines = [1, 0.980785, 0.92388, 0.83147, Math.SQRT1_2, 0.55557, 0.382683, 0.19509, 0] as const
