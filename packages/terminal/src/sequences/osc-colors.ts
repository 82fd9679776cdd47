/** Colours by OSC: the palette (4, 104), special colours (5, 105), dynamic colours (10–19, 110–119). */

import { type DynamicColor, dynamicColors } from '../screen/palette.js'
import type { TerminalState } from '../screen/terminal-state.js'
import type { Rgb } from '../types.js'
import { type ControlString, stringSequences } from './declare.js'
import { describeRgb, parseColor } from './osc-text.js'

/** Special colours follow the palette in OSC 4, from this index on. */
const specialBase = 256

function setPalette(m: TerminalState, string: ControlString, base: number, code: number): void {
  const parts = string.text().split(';')
  const changes: Record<string, Rgb | null> = {}
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const index = /^\d{1,4}$/.test(parts[i]) ? Number(parts[i]) + base : -1
    const isSpecial = m.palette.isSpecial(index - specialBase)
    if (index < 0 || (index > 255 && !isSpecial)) continue
    if (parts[i + 1] === '?') {
      const color = isSpecial ? m.palette.special(index - specialBase) : m.palette.color(index)
      m.reply(`\x1b]${code};${index - base};${describeRgb(color)}${string.terminator}`)
      continue
    }
    const color = parseColor(parts[i + 1])
    if (!color) continue
    if (isSpecial) m.palette.setSpecial(index - specialBase, color)
    else {
      m.palette.setColor(index, color)
      changes[index] = color
    }
  }
  m.emitPalette(changes, 'osc4')
}

function resetPalette(m: TerminalState, string: ControlString, base: number): void {
  const text = string.text()
  const changes: Record<string, null> = {}
  const indices = text === '' ? Array.from({ length: base === 0 ? 256 : 5 }, (_, index) => index) : text.split(';')
  for (const given of indices) {
    const index = Number(given) + base
    if (!Number.isInteger(index) || index < 0) continue
    if (m.palette.isSpecial(index - specialBase)) m.palette.setSpecial(index - specialBase, null)
    else if (index < 256 && m.palette.overrides.colors.has(index)) {
      m.palette.setColor(index, null)
      changes[index] = null
    }
  }
  m.emitPalette(changes, 'osc4')
}

/** OSC 10;a;b sets 10, then 11, and so on. */
function setDynamic(m: TerminalState, string: ControlString, first: number): void {
  const changes: Record<string, Rgb> = {}
  for (const [offset, value] of string.text().split(';').entries()) {
    const name = dynamicColors[first - 10 + offset] as DynamicColor | undefined
    if (!name) break
    if (value === '?') {
      m.reply(`\x1b]${first + offset};${describeRgb(m.palette.dynamic(name))}${string.terminator}`)
      continue
    }
    const color = parseColor(value)
    if (!color) continue
    m.palette.setDynamic(name, color)
    changes[name] = color
  }
  m.emitPalette(changes, 'osc10')
}

function resetDynamic(m: TerminalState, code: number): void {
  const name = dynamicColors[code - 110]
  if (!m.palette.isChanged(name)) return
  m.palette.setDynamic(name, null)
  m.emitPalette({ [name]: null }, 'osc10')
}

const dynamicEntries = dynamicColors.flatMap((name, index) => [
  [
    `OSC ${10 + index}`,
    {
      name: 'dynamic colour',
      does: `Sets or asks for the ${name} colour, and the ones after it.`,
      run: (m: TerminalState, string: ControlString) => setDynamic(m, string, 10 + index),
    },
  ],
  [
    `OSC ${110 + index}`,
    {
      name: 'dynamic colour',
      does: `The ${name} colour of the theme again.`,
      run: (m: TerminalState) => resetDynamic(m, 110 + index),
    },
  ],
])

export const oscColors = stringSequences({
  'OSC 4': { name: 'palette', does: 'Sets or asks for palette colours.', run: (m, s) => setPalette(m, s, 0, 4) },
  'OSC 5': {
    name: 'special colours',
    does: 'Sets or asks for the colours of bold, underline, blink, reverse and italic.',
    run: (m, s) => setPalette(m, s, specialBase, 5),
  },
  'OSC 104': { name: 'palette', does: 'Palette colours of the theme again.', run: (m, s) => resetPalette(m, s, 0) },
  'OSC 105': {
    name: 'special colours',
    does: 'Special colours of the theme again.',
    run: (m, s) => resetPalette(m, s, specialBase),
  },
  'OSC 21': { name: 'colours of kitty', does: 'Sets or asks for colours by name.', support: 'ignored', run: () => {} },
  ...Object.fromEntries(dynamicEntries),
})
