/** What a program that has ended left changed in its terminal, and so to whoever uses it next. */
import type { Terminal, TerminalModes } from '@polytty/terminal'

/** Modes that say nothing about what the next program meets. */
const harmless = new Set<keyof TerminalModes>(['savedCursor', 'cursorVisible', 'alternateScreen'])
/** Said in other words below. */
const derived = /^(?:mouse(?:X10|Normal|Button|Any|Utf8|Sgr|Urxvt|SgrPixel)|alternateScreen\d+)$/

export function residueOf(terminal: Terminal, initial: TerminalModes): string[] {
  const { modes, stacks, paletteOverrides } = terminal
  const { cursor, alternateScreen } = terminal.snapshot()
  const names = (Object.keys(initial) as (keyof TerminalModes)[]).filter(
    (name) => modes[name] !== initial[name] && !harmless.has(name) && !derived.test(name),
  )
  const colors = paletteOverrides.colors.size > 0
  const dynamic = (['foreground', 'background', 'cursor'] as const).filter((name) => paletteOverrides[name] !== null)
  return [
    alternateScreen && 'the alternate screen is shown',
    !cursor.visible && 'the cursor is hidden',
    cursor.shape !== 'block' && `the cursor is a ${cursor.shape}`,
    ...names.map((name) => `${name} is ${modes[name]}`),
    stacks.titles > 0 && `${stacks.titles} titles are pushed and not popped`,
    stacks.keyboard > 0 && `${stacks.keyboard} sets of key flags are pushed and not popped`,
    stacks.colors > 0 && `${stacks.colors} palettes are pushed and not popped`,
    colors && 'colours of the palette are changed',
    ...dynamic.map((name) => `the colour of the ${name} is changed`),
  ].filter((line) => line !== false)
}
