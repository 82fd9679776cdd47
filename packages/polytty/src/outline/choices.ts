/** Check boxes and radio buttons: a mark in brackets or a glyph of its own, and a label behind it. */
import type { Element } from './element.js'
import type { Span } from './grid.js'
import type { Region } from './regions.js'
import type { Scene } from './scene.js'

const CHOICE = /^(?:(?:[❯›▸►>] ?)?)(?:\[([xX*✓✔ +-])\]|\(([*•●oxX ])\)|([☐☑☒◯◉○●⬡⬢◻◼]))(?= +\S| *$)/

const ON = new Set('xX*✓✔+•●o☑☒◉⬢◼')
const RADIO_GLYPHS = new Set('◯◉○●')

interface Choice {
  readonly role: 'checkbox' | 'radio'
  readonly checked: boolean
  /** Column of the mark itself, and of what follows it. */
  readonly mark: number
  readonly label: number
  readonly isGlyph: boolean
}

/** The choice that a row's text from this column on begins with. */
export function readChoice(line: string, from: number): Choice | null {
  const match = CHOICE.exec(line.slice(from, from + 8))
  if (!match) return null
  const [whole, square, round, glyph] = match
  const mark = square ?? round ?? glyph!
  return {
    role: round !== undefined || RADIO_GLYPHS.has(mark) ? 'radio' : 'checkbox',
    checked: ON.has(mark),
    mark: from + whole.length - (glyph ? 1 : 2),
    label: from + whole.length,
    isGlyph: glyph !== undefined,
  }
}

/** Those that are no items of a list that was found: groups of rows whose marks stand below each other. */
export function findChoices(scene: Scene, region: Region): Element[] {
  const { grid } = scene
  const byColumn = new Map<number, { span: Span; choice: Choice }[]>()
  for (const span of region.spans) {
    if (scene.isFull) break
    for (const phrase of grid.phrases(span)) {
      const choice = readChoice(grid.lines[span.row]!, phrase.from)
      if (!choice) continue
      const whole = { ...phrase, to: labelEnd(scene, span, choice.label) }
      if (scene.isClaimed(whole)) continue
      const group = byColumn.get(choice.mark) ?? []
      group.push({ span: whole, choice })
      byColumn.set(choice.mark, group)
    }
  }
  return [...byColumn.values()].flatMap((group) => makeGroup(scene, region, group.slice(0, scene.room)))
}

/** Blanks between a mark and its label, and between the columns of a label, belong to it; wide gaps do not. */
function labelEnd({ grid }: Scene, { row, to }: Span, from: number): number {
  const rest = /^ *\S+(?: {1,3}\S+)*/.exec(grid.lines[row]!.slice(from, to))
  return from + (rest?.[0].length ?? 0)
}

function makeGroup(
  scene: Scene,
  region: Region,
  group: readonly { readonly span: Span; readonly choice: Choice }[],
): Element[] {
  const { grid } = scene
  const marks = group.map(({ span, choice }) => grid.bgAt(span.row, choice.mark))
  const odd = oddOneOut(marks)
  const isAligned = group.length > 1
  return group.map(({ span, choice }, index) => {
    const focused = index === odd || scene.hasCursor(span)
    const facts = Number(region.box !== null) + Number(odd >= 0) + Number(choice.isGlyph && isAligned)
    return scene.make(span, {
      role: choice.role,
      name: grid.text({ ...span, from: choice.label }),
      checked: choice.checked,
      ...(focused && { focused }),
      confidence: 0.5 + (isAligned ? 0.15 : 0) + (facts > 0 ? 0.2 : 0) + (facts > 1 ? 0.1 : 0),
      evidence: [
        choice.isGlyph ? 'known word' : 'brackets',
        region.box !== null && 'box drawing',
        isAligned && 'aligned',
        index === odd && scene.standout({ ...span, from: choice.mark }),
      ],
    })
  })
}

/** The index of the only value that differs from all others, which are the same; -1 if there is none. */
export function oddOneOut(values: readonly number[]): number {
  if (values.length < 3) return -1
  const common = values[0] === values[1] || values[0] === values[2] ? values[0]! : values[1]!
  const others = values.flatMap((value, index) => (value === common ? [] : [index]))
  return others.length === 1 ? others[0]! : -1
}
