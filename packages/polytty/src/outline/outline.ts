/**
 * A screen as a tree of elements, from its cells alone: frames become dialogs and groups, and what is found in each of
 * them its children. A pure function; the work is linear in the cells, and the number of elements bounded.
 */
import type { Snapshot } from '@polytty/terminal'
import { findBars, findInnerBars, findMenu } from './bars.js'
import { findButtons } from './buttons.js'
import { findChoices } from './choices.js'
import { type Element, SURE } from './element.js'
import { findFields } from './fields.js'
import { Grid } from './grid.js'
import { findLists } from './lists.js'
import { findRegions, isRule, type Region } from './regions.js'
import { Scene } from './scene.js'
import { findPositions, findScrollBars } from './scroll.js'
import { findHeadedTables, findRuledTable } from './tables.js'

const MAX_VALUE_CHARS = 500
const MIN_CONFIDENCE = 0.3

export function outlineOf(snapshot: Snapshot): Element[] {
  const grid = new Grid(snapshot)
  const scene = new Scene(grid)
  const regions = findRegions(grid)
  const [screen] = regions
  const bars = findBars(scene, screen!)
  const bar = bars.find(({ role }) => role === 'menubar')
  const scrolls = findScrollBars(scene, regions)
  const children = new Map<Region, Element[]>(regions.map((region) => [region, findInside(scene, region, bar)]))
  children.get(screen!)!.push(...bars, ...findInnerBars(scene, screen!), ...scrolls, ...findPositions(scene, regions))
  // Inner frames come last, and so are finished before those around them.
  for (const region of regions.slice(1).reverse()) {
    const element = frame(scene, region, children.get(region)!)
    const around = children.get(region.parent!)!
    if (element) around.push(element)
    else around.push(...children.get(region)!)
  }
  return sorted(children.get(screen!)!)
}

function findInside(scene: Scene, region: Region, bar: Element | undefined): Element[] {
  if (scene.isFull) return []
  const menu = findMenu(scene, region, bar)
  if (menu) return [menu]
  const table = findRuledTable(scene, region)
  return [
    ...(table ? [table] : []),
    ...findButtons(scene, region),
    ...findFields(scene, region),
    // Rows of a table, one of them selected, look like a list.
    ...findHeadedTables(scene, region),
    ...findLists(scene, region),
    ...findChoices(scene, region),
  ]
}

/** The element that a frame is: a dialog where it has buttons; none where it holds nothing but a field or a menu. */
function frame(scene: Scene, { box, spans }: Region, found: readonly Element[]): Element | null {
  const { grid } = scene
  const inside = sorted(found)
  const [only] = inside
  if (inside.length === 1 && (only!.role === 'menu' || only!.role === 'textbox')) return null
  const buttons = inside.filter(({ role, confidence }) => role === 'button' && confidence >= SURE)
  const words = spans.filter((span) => !scene.isClaimed(span) && !grid.isBlank(span) && !isRule(grid, span))
  const value = words.map((span) => grid.text(span)).join('\n')
  if (buttons.length === 0 && inside.length === 0 && box!.title === '') return null
  const { top, left, bottom, right, title } = box!
  const place = { row: top, col: left, width: right - left + 1, height: bottom - top + 1 }
  const isDialog = buttons.length > 0
  const confidence = isDialog ? Math.max(...buttons.map((button) => button.confidence)) : title ? 0.85 : 0.7
  return {
    ...place,
    role: isDialog ? 'dialog' : 'group',
    name: title,
    ...(isDialog && value !== '' && { value: value.slice(0, MAX_VALUE_CHARS) }),
    confidence,
    evidence: ['box drawing', ...(isDialog ? (['brackets'] as const) : [])],
    children: inside,
  }
}

function sorted(elements: readonly Element[]): Element[] {
  return elements
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => a.row - b.row || a.col - b.col)
}
