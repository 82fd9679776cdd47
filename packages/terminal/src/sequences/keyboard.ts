/** What a program asks of the keyboard: kitty's protocol and xterm's key options. Keys become bytes in src/input. */
import type { Params } from '../parser/params.js'
import { type KeyOptions, keyKind } from '../screen/keyboard.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'

/** `kind ; value`: without a value that kind is as at first, without both all kinds are. */
function setKeyOption(options: KeyOptions, p: Params): void {
  const value = p.at(1, -1)
  if (p.count === 0) options.reset()
  else options.set(p.at(0), value < 0 ? null : value)
}

/** An answer for each kind that is asked for. */
function reportKeyOptions(m: TerminalState, options: KeyOptions, p: Params, final: string): void {
  for (let i = 0; i < Math.max(1, p.count); i++) {
    const value = options.get(p.at(i))
    if (value !== undefined) m.reply(`\x1b[>${p.at(i)};${value < 0 ? '' : value}${final}`)
  }
}

/** Carries it out where the terminal knows kitty's protocol. */
function kitty(run: (m: TerminalState, p: Params) => void): (m: TerminalState, p: Params) => void {
  return (m, p) => {
    if (m.options.identity.kittyKeyboard) run(m, p)
  }
}

export const keyboard = sequences({
  'CSI ? u': {
    name: 'kitty keyboard',
    does: 'Asks for the flags.',
    run: kitty((m) => m.reply(`\x1b[?${m.keyboard.flags(m.isAlternate)}u`)),
  },
  'CSI = Ps u': {
    name: 'kitty keyboard',
    does: 'Sets (1), adds (2) or removes (3) flags.',
    run: kitty((m, p) => m.changeKeyboard(() => m.keyboard.set(m.isAlternate, p.at(0), p.at(1, 1)))),
  },
  'CSI > Ps u': {
    name: 'kitty keyboard',
    does: 'Pushes flags.',
    run: kitty((m, p) => m.changeKeyboard(() => m.keyboard.push(m.isAlternate, p.at(0)))),
  },
  'CSI < Ps u': {
    name: 'kitty keyboard',
    does: 'Pops flags.',
    run: kitty((m, p) => m.changeKeyboard(() => m.keyboard.pop(m.isAlternate, p.atLeastOne(0)))),
  },
  'CSI > Pm m': {
    name: 'XTMODKEYS',
    does: 'How modifiers of cursor keys (1), function keys (2) and other keys (4) are sent; others are remembered.',
    run: (m, p) => m.changeKeyboard(() => setKeyOption(m.keyboard.modify, p)),
  },
  'CSI > Ps n': {
    name: 'XTMODKEYS',
    does: 'Modifiers of these keys are not sent; of function keys (2) when none are named.',
    run: (m, p) => m.changeKeyboard(() => m.keyboard.modify.set(p.at(0, keyKind.function), -1)),
  },
  'CSI ? Pm m': {
    name: 'XTQMODKEYS',
    does: 'Asks how modifiers of these keys are sent.',
    run: (m, p) => reportKeyOptions(m, m.keyboard.modify, p, 'm'),
  },
  'CSI > Pm f': {
    name: 'XTFMTKEYS',
    does: 'The form of modified other keys (4): CSI 27 ~ (0) or CSI u (1); others are remembered.',
    run: (m, p) => m.changeKeyboard(() => setKeyOption(m.keyboard.format, p)),
  },
  'CSI ? Pm g': {
    name: 'XTQFMTKEYS',
    does: 'Asks for the form of modified keys.',
    run: (m, p) => reportKeyOptions(m, m.keyboard.format, p, 'f'),
  },
})
