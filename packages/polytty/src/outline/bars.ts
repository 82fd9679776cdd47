/** What runs along the edges of the screen: menu bars, tabs, status lines, and rows of keys with their meaning. */
import { oddOneOut } from './choices.js'
import type { Element } from './element.js'
import { DEFAULT_BG, type Grid, type Span, UNDERLINE } from './grid.js'
import { isRule, type Region } from './regions.js'
import { around, type Scene } from './scene.js'

const MIN_MENUS = 3
const MAX_MENU_CHARS = 16
const MAX_TAB_CHARS = 30
const LAST_TAB_ROW = 2
const EDGE_ROWS = 3

/** Of the rows at the edges of the screen; elsewhere much else is highlighted from side to side. */
export function findBars(scene: Scene, screen: Region): Element[] {
  return screen.spans.flatMap((span) => {
    if (span.row > LAST_TAB_ROW && span.row < scene.grid.rows - EDGE_ROWS) return []
    const bar =
      menuBar(scene, screen, span) ?? keyBar(scene, span) ?? tabs(scene, span) ?? statusBar(scene, screen, span)
    return bar ? [bar] : []
  })
}

/** Status lines that nothing better was found for, between the windows of an editor. */
export function findInnerBars(scene: Scene, screen: Region): Element[] {
  return screen.spans.flatMap((span) => {
    const bar = scene.isFull || scene.isClaimed(span) ? null : statusBar(scene, screen, span)
    return bar ? [bar] : []
  })
}

/** Short words at even distances along the top. */
function menuBar(scene: Scene, screen: Region, span: Span): Element | null {
  const { grid } = scene
  if (span.row > 0 || !isWhole(grid, span)) return null
  const words = grid.phrases(span)
  const isShort = words.every((word) => word.to - word.from <= MAX_MENU_CHARS && /^[\p{L} ]+$/u.test(grid.text(word)))
  if (words.length < MIN_MENUS || !isShort) return null
  const gaps = words.slice(1).map(({ from }, index) => from - words[index]!.to)
  const isEven = gaps.every((gap) => gap === gaps[0])
  const hasMnemonics = words.filter((word) => hasMnemonic(grid, word)).length * 2 > words.length
  const colors = words.map((word) => grid.bgAt(word.row, word.from))
  const isLit = grid.bgAt(span.row, span.to - 1) !== screen.base
  if (!isLit && !hasMnemonics) return null
  const selected = oddOneOut(colors)
  const confidence = 0.45 + (isEven ? 0.25 : 0) + (hasMnemonics ? 0.25 : 0) + (isLit ? 0.15 : 0)
  const evidence = [
    'edge of the screen',
    isEven && 'even gaps',
    hasMnemonics && 'mnemonic colour',
    isLit && scene.standout({ ...span, from: span.to - 1 }),
  ] as const
  const children = words.map((word, index) =>
    scene.make(word, {
      role: 'menuitem',
      name: grid.text(word),
      ...(index === selected && { selected: true }),
      confidence,
      evidence,
    }),
  )
  return scene.make(span, { role: 'menubar', name: '', confidence, evidence, children })
}

/** One letter of a word in a colour of its own, or underlined. */
function hasMnemonic(grid: Grid, word: Span): boolean {
  const look = (row: number, col: number): number =>
    grid.fgAt(row, col) * 2 + Number((grid.flagsAt(row, col) & UNDERLINE) > 0)
  const runs = grid.runs(word, look)
  return runs.length > 1 && runs.length <= 3 && runs.some(({ from, to }) => to - from === 1)
}

/** `F1Help F2Setup`, `1Help 2Menu`, `^G Help ^X Exit`: keys in one background, what they do in another. */
function keyBar(scene: Scene, span: Span): Element | null {
  const { grid } = scene
  const { row } = span
  if (row < grid.rows - EDGE_ROWS || !isWhole(grid, span)) return null
  const found: { readonly key: string; readonly label: Span }[] = []
  const line = grid.lines[row]!
  for (const { 1: key, index, 0: whole } of line.matchAll(/(F\d{1,2}|\d{1,2}|\^.|M-.|[A-Z])(?= ?[\p{Lu}])/gu)) {
    const end = index + whole.length
    const start = line[end] === ' ' ? end + 1 : end
    const bg = grid.bgAt(row, start)
    if (grid.bgAt(row, index) === bg || !isKeyStart(grid, row, index)) continue
    let to = start
    while (to < span.to && grid.bgAt(row, to) === bg && line.slice(to, to + 2).trim() !== '') to++
    found.push({ key: /^\d/.test(key!) ? `F${key}` : key!, label: { row, from: start, to } })
  }
  if (found.length < 2) return null
  const confidence = found.length > 2 ? 0.9 : 0.75
  const children = found.map(({ key, label }) =>
    scene.make(label, {
      role: 'button',
      name: grid.text(label),
      key,
      confidence,
      evidence: ['key names', 'edge of the screen', 'background'],
    }),
  )
  const evidence = ['key names', 'edge of the screen'] as const
  return scene.make(span, { role: 'statusbar', name: '', confidence, evidence, children })
}

function isKeyStart(grid: Grid, row: number, col: number): boolean {
  return col === 0 || grid.lines[row]![col - 1] === ' ' || grid.bgAt(row, col - 1) !== grid.bgAt(row, col)
}

/** Labels side by side near the top, of which exactly one has another background. */
function tabs(scene: Scene, span: Span): Element | null {
  const { grid } = scene
  if (span.row > LAST_TAB_ROW) return null
  const labels = grid.backgrounds(span).filter((piece) => piece.to - piece.from > 2 && !grid.isBlank(piece))
  const isLabel = (piece: Span): boolean =>
    piece.to - piece.from <= MAX_TAB_CHARS && grid.phrases(piece).length === 1 && isPadded(grid, piece)
  if (labels.length < MIN_MENUS || !labels.every(isLabel)) return null
  const selected = oddOneOut(labels.map(({ row, from }) => grid.bgAt(row, from)))
  if (selected < 0) return null
  const confidence = grid.snapshot.alternateScreen ? 0.8 : 0.6
  const evidence = ['edge of the screen', scene.standout(labels[selected]!)] as const
  const children = labels.map((label, index) =>
    scene.make(label, {
      role: 'tab',
      name: grid.text(label),
      ...(index === selected && { selected: true }),
      confidence,
      evidence,
    }),
  )
  return scene.make(around(children), { role: 'tablist', name: '', confidence, evidence, children })
}

function isPadded(grid: Grid, { row, from, to }: Span): boolean {
  return ' [│|'.includes(grid.lines[row]![from]!) || ' ]│|'.includes(grid.lines[row]![to - 1]!)
}

/** A whole row on another background. */
function statusBar(scene: Scene, screen: Region, span: Span): Element | null {
  const { grid } = scene
  if (!isWhole(grid, span) || grid.isBlank(span) || grid.bgAt(span.row, span.from) === DEFAULT_BG) return null
  const lit = scene.highlights(span, screen).reduce((sum, { from, to }) => sum + to - from, 0)
  if (lit * 20 < grid.cols * 19) return null
  const isEdge = span.row === 0 || span.row >= grid.rows - 2
  if (!isEdge && span.row <= LAST_TAB_ROW) return null
  return scene.make(span, {
    role: 'statusbar',
    name: grid.text(span),
    confidence: isEdge ? 0.85 : 0.6,
    evidence: [isEdge && 'edge of the screen', scene.standout(span)],
  })
}

function isWhole({ cols }: Grid, { from, to }: Span): boolean {
  return from === 0 && to === cols
}

/** The rows of a frame that hangs from a menu bar, lines between them left out. */
export function findMenu(scene: Scene, region: Region, bar: Element | undefined): Element | null {
  const { grid } = scene
  const { box } = region
  const isOpen = bar?.children.some(({ selected }) => selected)
  if (!bar || !isOpen || !box || box.top > bar.row + 1) return null
  const spans = region.spans.filter((span) => !grid.isBlank(span) && !isRule(grid, span))
  const lit = spans.map((span) => grid.bgAt(span.row, grid.firstText(span)))
  const selected = oddOneOut(lit)
  const isTable = spans.some(({ row, from, to }) => /\S[│|║]\S/.test(grid.lines[row]!.slice(from, to)))
  if (selected < 0 || isTable) return null
  const confidence = 0.9
  const children = spans.map((span, index) =>
    scene.make(span, {
      role: 'menuitem',
      name: grid.text(grid.phrases(span)[0]!),
      ...shortcut(grid, span),
      ...(index === selected && { selected: true }),
      confidence,
      evidence: index === selected ? [scene.standout(span), 'box drawing'] : ['box drawing', 'aligned'],
    }),
  )
  const evidence = ['box drawing', scene.standout(spans[selected]!)] as const
  return scene.make(around(children), { role: 'menu', name: box.title, confidence, evidence, children })
}

function shortcut(grid: Grid, span: Span): { readonly key?: string } {
  const [, key] = grid.phrases(span)
  return key ? { key: grid.text(key) } : {}
}
