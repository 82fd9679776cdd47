/**
 * The colours that programs can change and ask for. Only differences from the theme are kept; the theme itself is
 * xterm's, and only the answers to queries show it.
 */
import { limits } from '../limits.js'
import type { PaletteOverrides, Rgb } from '../types.js'

/** OSC 10–19 in order. */
export const dynamicColors = [
  'foreground',
  'background',
  'cursor',
  'pointerForeground',
  'pointerBackground',
  'tektronixForeground',
  'tektronixBackground',
  'highlightBackground',
  'tektronixCursor',
  'highlightForeground',
] as const

export type DynamicColor = (typeof dynamicColors)[number]

const ansi = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
]
const white: Rgb = { r: 255, g: 255, b: 255 }
const black: Rgb = { r: 0, g: 0, b: 0 }
const themeDynamic: Readonly<Record<DynamicColor, Rgb>> = {
  foreground: white,
  background: black,
  cursor: white,
  pointerForeground: white,
  pointerBackground: black,
  tektronixForeground: white,
  tektronixBackground: black,
  highlightBackground: white,
  tektronixCursor: white,
  highlightForeground: black,
}

/** Special colours of OSC 5: bold, underline, blink, reverse, italic. */
const specialCount = 5

/** A colour that is not the theme's: how the OSCs that set it and take it back begin, and which it is. */
interface ChangedColor {
  readonly set: string
  readonly reset: string
  readonly color: Rgb
}

interface State {
  colors: Map<number, Rgb>
  special: Map<number, Rgb>
  dynamic: Map<DynamicColor, Rgb>
}

export class Palette {
  private state: State = { colors: new Map(), special: new Map(), dynamic: new Map() }
  private readonly slots: (State | undefined)[] = []
  private depth = 0
  private view: PaletteOverrides | null = null

  /** The changed colours as an immutable value; the same one until a colour changes. */
  get overrides(): PaletteOverrides {
    this.view ??= {
      colors: new Map(this.state.colors),
      foreground: this.state.dynamic.get('foreground') ?? null,
      background: this.state.dynamic.get('background') ?? null,
      cursor: this.state.dynamic.get('cursor') ?? null,
    }
    return this.view
  }

  /** Every colour that is not the theme's. */
  changed(): ChangedColor[] {
    return changedColors(this.state)
  }

  /** What XTPUSHCOLORS saved: slots from 1 on, with the colours in them. */
  saved(): [slot: number, colors: ChangedColor[]][] {
    return this.slots.flatMap((state, slot) => (state ? [[slot, changedColors(state)]] : []))
  }

  color(index: number): Rgb {
    return this.state.colors.get(index) ?? themeColor(index)
  }

  isChanged(name: DynamicColor): boolean {
    return this.state.dynamic.has(name)
  }

  dynamic(name: DynamicColor): Rgb {
    return this.state.dynamic.get(name) ?? themeDynamic[name]
  }

  special(index: number): Rgb {
    return this.state.special.get(index) ?? this.dynamic('foreground')
  }

  isSpecial(index: number): boolean {
    return index >= 0 && index < specialCount
  }

  setColor(index: number, color: Rgb | null): void {
    set(this.state.colors, index, color)
    this.view = null
  }

  setDynamic(name: DynamicColor, color: Rgb | null): void {
    set(this.state.dynamic, name, color)
    this.view = null
  }

  setSpecial(index: number, color: Rgb | null): void {
    set(this.state.special, index, color)
  }

  /** XTPUSHCOLORS: into a slot from 1 on, or the next one; false where there is none left. */
  push(slot: number): boolean {
    const at = slot > 0 ? slot : this.depth + 1
    if (at > limits.colorStack) return false
    this.slots[at] = copy(this.state)
    this.depth = at
    return true
  }

  /** XTPOPCOLORS: what is different then; null when that slot holds nothing. */
  pop(slot: number): Record<string, Rgb | null> | null {
    const at = slot > 0 ? slot : this.depth
    const saved = at <= limits.colorStack ? this.slots[at] : undefined
    if (!saved) return null
    const before = this.state
    this.state = copy(saved)
    this.depth = at - 1
    this.view = null
    return { ...differences(before.colors, saved.colors), ...differences(before.dynamic, saved.dynamic) }
  }

  /** Current slot and number of slots in use, for XTREPORTCOLORS. */
  get stack(): { current: number; count: number } {
    return { current: this.depth, count: Math.max(0, this.slots.length - 1) }
  }

  reset(): void {
    this.state = { colors: new Map(), special: new Map(), dynamic: new Map() }
    this.view = null
  }
}

function changedColors({ colors, special, dynamic }: State): ChangedColor[] {
  const numbered = (code: number, map: ReadonlyMap<number, Rgb>): ChangedColor[] =>
    [...map].map(([index, color]) => ({ set: `${code};${index}`, reset: `${100 + code};${index}`, color }))
  const named = [...dynamic].map(([name, color]) => {
    const code = 10 + dynamicColors.indexOf(name)
    return { set: `${code}`, reset: `${100 + code}`, color }
  })
  return [...numbered(4, colors), ...numbered(5, special), ...named]
}

/** What differs between two sets of colours, as an event reports it. */
function differences<K extends string | number>(
  before: ReadonlyMap<K, Rgb>,
  after: ReadonlyMap<K, Rgb>,
): Record<string, Rgb | null> {
  const changes: Record<string, Rgb | null> = {}
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const color = after.get(key) ?? null
    if (color !== (before.get(key) ?? null)) changes[String(key)] = color
  }
  return changes
}

function set<K>(map: Map<K, Rgb>, key: K, color: Rgb | null): void {
  if (color) map.set(key, color)
  else map.delete(key)
}

function copy(state: State): State {
  return { colors: new Map(state.colors), special: new Map(state.special), dynamic: new Map(state.dynamic) }
}

function themeColor(index: number): Rgb {
  if (index < 16) return fromNumber(ansi[index])
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10
    return { r: grey, g: grey, b: grey }
  }
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40)
  const cube = index - 16
  return { r: level(Math.floor(cube / 36)), g: level(Math.floor(cube / 6) % 6), b: level(cube % 6) }
}

function fromNumber(rgb: number): Rgb {
  return { r: rgb >> 16, g: (rgb >> 8) & 0xff, b: rgb & 0xff }
}
