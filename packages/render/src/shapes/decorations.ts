/** Underlines in their five styles, strikethrough and overline, as shapes of one cell that continue in the next. */
import type { UnderlineStyle } from '@polytty/terminal'
import type { Geometry } from '../geometry.js'
import { polygon, rect, type Shape } from './shape.js'

export function underlineShapes(style: UnderlineStyle, geometry: Geometry): Shape[] {
  const { cell, underline } = geometry
  const { width, height, line } = cell
  switch (style) {
    case 'none':
      return []
    case 'single':
      return [rect(0, underline, width, line)]
    case 'double': {
      const second = Math.min(underline + 2 * line, height - line)
      return [rect(0, second - 2 * line, width, line), rect(0, second, width, line)]
    }
    case 'dotted':
      return evenly(Math.max(Math.round(width / (2 * line)), 1), width, (x) => rect(x, underline, line, line))
    case 'dashed': {
      const dash = Math.max(Math.round(width / 3), 1)
      return [rect(0, underline, dash, line), rect(width - dash, underline, dash, line)]
    }
    case 'curly':
      return [wave(geometry)]
  }
}

export function strikeShape({ cell, strike }: Geometry): Shape {
  return rect(0, strike, cell.width, cell.line)
}

export function overlineShape({ cell }: Geometry): Shape {
  return rect(0, 0, cell.width, cell.line)
}

function evenly(count: number, width: number, shape: (x: number) => Shape): Shape[] {
  return Array.from({ length: count }, (_, index) => shape(Math.round((index * width) / count)))
}

/** One period per cell, so that neighbours continue it: two parabolas, drawn as a band. */
function wave({ cell, underline }: Geometry): Shape {
  const { width, height, line } = cell
  const amplitude = Math.max(Math.min(1.2 * line, (height - underline) / 2), 0.75)
  const middle = Math.min(underline + line, height - amplitude - line * 0.6)
  const heightAt = (t: number) => (t < 0.5 ? 1 - (4 * t - 1) ** 2 : (4 * t - 3) ** 2 - 1) * amplitude
  const steps = 12
  const edge = (step: number, offset: number) => [(step * width) / steps, middle - heightAt(step / steps) + offset]
  const points: number[] = []
  for (let step = 0; step <= steps; step++) points.push(...edge(step, -line * 0.6))
  for (let step = steps; step >= 0; step--) points.push(...edge(step, line * 0.6))
  return polygon(...points)
}
