/** DCS strings: questions about settings and capabilities, and restoring reports. Sixels are in sixel.ts. */

import { modeIndex } from '../modes.js'
import { keyKind } from '../screen/keyboard.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { type ControlString, stringSequences } from './declare.js'
import { describePen } from './describe-pen.js'
import { fromHex, toHex } from './osc-text.js'
import { restorePresentation } from './presentation.js'

const shapes = { block: 2, underline: 4, bar: 6 } as const

/** DECRQSS: the setting as the sequence that would make it. */
function setting(m: TerminalState, what: string): string | null {
  switch (what) {
    case 'm':
      return `${describePen(m.pen.parts)}m`
    case 'r':
      return `${m.top + 1};${m.bottom + 1}r`
    case 's':
      return `${m.left + 1};${m.right + 1}s`
    case ' q':
      return `${shapes[m.cursorShape] - m.modes[modeIndex('cursorBlink')]} q`
    case '"q':
      return `${m.pen.isProtected ? 1 : 0}"q`
    case '"p':
      return `${m.conformanceLevel};${m.eightBitReplies ? 0 : 1}"p`
    case 't':
      return `${m.rows}t`
    case '$|':
      return `${m.cols}$|`
    case '*|':
      return `${m.rows}*|`
    case '*x':
      return `${m.attributeExtent}*x`
    case '$}':
      return '0$}'
    case '$~':
      return '0$~'
    case '>4m':
      return `>4;${Math.max(0, m.keyboard.modify.get(keyKind.other)!)}m`
    default:
      return null
  }
}

function requestSetting(m: TerminalState, string: ControlString): void {
  const value = string.complete ? setting(m, string.text()) : null
  m.reply(value === null ? '\x1bP0$r\x1b\\' : `\x1bP1$r${value}\x1b\\`)
}

/** Capabilities as XTGETTCAP gives them besides those of keys; true for those without a value. */
const capabilities: Readonly<Record<string, string | true>> = {
  TN: 'xterm-256color',
  name: 'xterm-256color',
  Co: '256',
  colors: '256',
  RGB: '8/8/8',
  Tc: true,
  am: true,
  bce: true,
  Su: true,
  Smulx: '\x1b[4:%p1%dm',
  Setulc: '\x1b[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m',
  Ss: '\x1b[%p1%d q',
  Se: '\x1b[2 q',
  Ms: '\x1b]52;%p1%s;%p2%s\x07',
  setaf: '\x1b[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m',
  setab: '\x1b[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m',
  Sync: '\x1b[?2026%?%p1%{1}%-%tl%eh%;',
}

/** What keys send, by terminfo's and termcap's names. Cursor keys come with CSI or SS3, as DECCKM has it. */
const keys: Readonly<Record<string, string>> = {
  ...cursorKeys({ A: 'kcuu1 ku', B: 'kcud1 kd', C: 'kcuf1 kr', D: 'kcub1 kl', H: 'khome kh', F: 'kend @7' }),
  ...functionKeys({ 2: 'kich1 kI', 3: 'kdch1 kD', 5: 'kpp kP', 6: 'knp kN', 15: 'kf5 k5', 17: 'kf6 k6', 18: 'kf7 k7' }),
  ...functionKeys({ 19: 'kf8 k8', 20: 'kf9 k9', 21: 'kf10 k;', 23: 'kf11 F1', 24: 'kf12 F2' }),
  ...named('\x1bOP', 'kf1 k1'),
  ...named('\x1bOQ', 'kf2 k2'),
  ...named('\x1bOR', 'kf3 k3'),
  ...named('\x1bOS', 'kf4 k4'),
  ...named('\x1b[Z', 'kcbt kB'),
  ...named('\x7f', 'kbs kb'),
}

function named(value: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

/** Marked with a bare final: which introducer it gets is decided when it is asked for. */
function cursorKeys(finals: Readonly<Record<string, string>>): Record<string, string> {
  return Object.assign({}, ...Object.entries(finals).map(([final, names]) => named(final, names)))
}

function functionKeys(numbers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.assign({}, ...Object.entries(numbers).map(([number, names]) => named(`\x1b[${number}~`, names)))
}

function capability(m: TerminalState, name: string): string | true | undefined {
  if (Object.hasOwn(capabilities, name)) return capabilities[name]
  if (!Object.hasOwn(keys, name)) return undefined
  const key = keys[name]
  return /^[A-Z]$/.test(key) ? `\x1b${m.modeIsSet('cursorKeys') ? 'O' : '['}${key}` : key
}

/** XTGETTCAP: names in hex, one answer each. */
function requestCapabilities(m: TerminalState, string: ControlString): void {
  for (const hex of string.text().split(';').slice(0, 32)) {
    const name = fromHex(hex)
    const value = name === null ? undefined : capability(m, name)
    if (value === undefined) m.reply(`\x1bP0+r${hex.replace(/[^0-9a-fA-F]/g, '').slice(0, 128)}\x1b\\`)
    else m.reply(`\x1bP1+r${hex}${value === true ? '' : `=${toHex(value).toUpperCase()}`}\x1b\\`)
  }
}

export const dcs = stringSequences({
  'DCS $ q': {
    name: 'DECRQSS',
    does: 'Asks for SGR, margins, cursor style, protection, level, size, extent, modifyOtherKeys.',
    run: requestSetting,
  },
  'DCS + q': {
    name: 'XTGETTCAP',
    does: 'Asks for terminfo capabilities.',
    support: 'partly',
    run: requestCapabilities,
  },
  'DCS + Q': {
    name: 'XTGETXRES',
    does: 'Asks for X resources, of which there are none.',
    run: (m, string) =>
      m.reply(
        `\x1bP0+R${string
          .text()
          .replace(/[^0-9a-fA-F;]/g, '')
          .slice(0, 128)}\x1b\\`,
      ),
  },
  'DCS Ps $ t': {
    name: 'DECRSPS',
    does: 'Restores cursor state (1) or tab stops (2) as reported.',
    run: (m, string) => restorePresentation(m, string.params.at(0), string.text()),
  },
  'DCS Ps |': { name: 'DECUDK', does: 'User-defined keys.', support: 'ignored', run: () => {} },
  'DCS Ps {': { name: 'DECDLD', does: 'Downloadable characters.', support: 'ignored', run: () => {} },
})
