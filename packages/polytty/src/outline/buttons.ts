/** Buttons: words in angle or square brackets that fill a row, by themselves or side by side. */
import type { Element } from './element.js'
import type { Span } from './grid.js'
import type { Region } from './regions.js'
import type { Scene } from './scene.js'

const BUTTON = /<[ ]{0,6}([A-Za-z][^<>[\]/=|]{0,30}?)[ ]{0,6}>|\[[< ] ?([A-Za-z][^<>[\]/=|]{0,30}?) ?[> ]\]/g

const known = new Set(
  'ok okay cancel yes no help quit exit close save discard delete overwrite skip retry abort ignore continue back next finish done apply add edit remove browse all none append yes-all none-all select create open print reset submit accept reject confirm'.split(
    ' ',
  ),
)

/** How far above the lower edge of a frame its buttons are. */
const NEAR_BOTTOM = 3

export function findButtons(scene: Scene, region: Region): Element[] {
  return region.spans.flatMap((span) => findInRow(scene, region, span))
}

function findInRow(scene: Scene, region: Region, span: Span): Element[] {
  const { grid } = scene
  const text = grid.lines[span.row]!.slice(span.from, span.to)
  if (!text.includes('<') && !text.includes('[')) return []
  const matches = [...text.matchAll(BUTTON)]
  // Words beside the brackets make them part of a sentence, or of a program's source.
  if (matches.length === 0 || text.replace(BUTTON, '').trim() !== '') return []
  const places = matches.map((match) => ({
    row: span.row,
    from: span.from + match.index,
    to: span.from + match.index + match[0].length,
  }))
  const names = matches.map((match) => (match[1] ?? match[2])!.trim())
  const lit = places.map((place) => isLit(scene, region, place))
  const isKnown = names.some((name) => known.has(name.toLowerCase()))
  const isLow = region.box !== null && span.row >= region.box.bottom - NEAR_BOTTOM
  const isLitAlone = lit.includes(true) && (lit.length === 1 || lit.includes(false))
  // `[ OK ]  [ Cancel ]` and nothing else in its row.
  const areAllKnown = places.length > 1 && names.every((name) => known.has(name.toLowerCase()))
  const facts = Number(isKnown) + Number(isLitAlone) + Number(places.length > 1)
  const confidence = region.box
    ? 0.5 + (isLow ? 0.2 : 0.1) + [0, 0.2, 0.25, 0.28][facts]!
    : 0.3 + [0, 0.15, 0.45, 0.55][facts]! - (isLitAlone ? 0 : areAllKnown ? -0.1 : 0.2)
  return places.map((place, index) => {
    const focused = lit[index]! || scene.hasCursor(place)
    return scene.make(place, {
      role: 'button',
      name: names[index]!,
      focused,
      confidence,
      evidence: [
        'brackets',
        region.box !== null && 'box drawing',
        isKnown && 'known word',
        places.length > 1 && 'aligned',
        lit[index]! && scene.standout(place),
      ],
    })
  })
}

/** On a background of its own that ends with it, give or take a blank. */
function isLit({ grid }: Scene, { base }: Region, { row, from, to }: Span): boolean {
  const bg = grid.bgAt(row, from)
  if (bg === base) return false
  return grid.bgAt(row, Math.max(from - 2, 0)) !== bg || grid.bgAt(row, Math.min(to + 1, grid.cols - 1)) !== bg
}
