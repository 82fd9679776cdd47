/** Text boxes: a stretch of another background, underscores or brackets with room in them, beside a label. */
import { readChoice } from './choices.js'
import type { Element } from './element.js'
import type { Span } from './grid.js'
import type { Region } from './regions.js'
import type { Scene } from './scene.js'

const MIN_WIDTH = 3
/** Labels are at most so far left of what they name. */
const MAX_LABEL_GAP = 4
const MAX_LABEL_ROWS = 2
const BLANKS = /_{4,}|\[[^[\]]*\]/g
const ROOM = /^_|(?: {3}|___)\]$/

export function findFields(scene: Scene, region: Region): Element[] {
  const framed = framedField(scene, region)
  if (framed) return [framed]
  const found: Element[] = []
  for (const span of region.spans) {
    for (const place of [...litFields(scene, region, span), ...drawnFields(scene, span)]) {
      const field = !scene.isClaimed(place) && scene.mayTry() && makeField(scene, region, span, place)
      if (field) found.push(field)
    }
  }
  return found
}

/** A frame around a single row in which the cursor is. */
function framedField(scene: Scene, { box, spans, parent }: Region): Element | null {
  const [span, ...more] = spans
  if (!box || !span || more.length > 0 || !scene.hasCursor(span)) return null
  const above = parent?.spans.find(({ row, from, to }) => row === box.top - 1 && from <= box.left && to >= box.right)
  const label = above && scene.grid.text({ row: above.row, from: box.left, to: above.to })
  return scene.make(span, {
    role: 'textbox',
    name: box.title || stripColon(label ?? ''),
    value: scene.grid.text(span),
    focused: true,
    confidence: 0.9,
    evidence: ['box drawing', 'cursor'],
  })
}

function litFields(scene: Scene, region: Region, span: Span): Span[] {
  const { grid } = scene
  return scene.highlights(span, region).filter(({ row, from, to }) => {
    const isRoomy = ' _'.includes(grid.lines[row]![to - 1]!)
    // What reaches from edge to edge is a bar.
    return to - from >= MIN_WIDTH && isRoomy && to - from < span.to - span.from
  })
}

function drawnFields({ grid }: Scene, { row, from, to }: Span): Span[] {
  const matches = [...grid.lines[row]!.slice(from, to).matchAll(BLANKS)].filter(([text]) => ROOM.test(text))
  return matches.map(({ 0: text, index }) => ({
    row,
    from: from + index,
    to: from + index + text.length,
  }))
}

function makeField(scene: Scene, region: Region, span: Span, place: Span): Element | null {
  const { grid } = scene
  const line = grid.lines[place.row]!
  const beside = labelBefore(scene, span, place)
  const label = beside ?? labelAbove(scene, region, place)
  const isFocused = scene.hasCursor(place)
  const hasColon = label?.endsWith(':') ?? false
  const isDrawn = '_['.includes(line[place.from]!)
  const isBoxed = region.box !== null
  if (!isFocused && !(beside && (hasColon || isBoxed))) return null
  const confidence =
    0.35 +
    (isBoxed ? 0.2 : 0) +
    (isFocused ? 0.3 : 0) +
    (hasColon && beside ? 0.3 : label ? 0.1 : 0) -
    (isDrawn && !isFocused ? 0.1 : 0)
  const inner = line[place.from] === '[' ? { ...place, from: place.from + 1, to: place.to - 1 } : place
  return scene.make(place, {
    role: 'textbox',
    name: stripColon(label ?? ''),
    value: grid.text(inner).replace(/_+$/, ''),
    focused: isFocused,
    confidence: Math.min(confidence, 0.95),
    evidence: [
      isDrawn ? (line[place.from] === '[' ? 'brackets' : 'underscores') : scene.standout(place),
      label !== null && 'label',
      isFocused && 'cursor',
      isBoxed && 'box drawing',
    ],
  })
}

/** The words right before it. */
function labelBefore({ grid }: Scene, span: Span, { row, from }: Span): string | null {
  const before = grid.phrases({ row, from: span.from, to: from }).at(-1)
  const text = before && grid.text(before)
  if (!text || !/\p{L}/u.test(text) || readChoice(grid.lines[row]!, before.from)) return null
  return from - before.to <= MAX_LABEL_GAP || text.endsWith(':') ? text : null
}

/** The words above its beginning. */
function labelAbove({ grid }: Scene, region: Region, { row, from }: Span): string | null {
  for (const span of region.spans.filter((other) => other.row < row && other.row >= row - MAX_LABEL_ROWS).reverse()) {
    const start = grid.firstText(span)
    if (start >= 0) return Math.abs(start - from) <= 1 ? grid.text(span) : null
  }
  return null
}

function stripColon(label: string): string {
  return label.replace(/\s*:$/, '')
}
