/** DCS strings: questions about settings and capabilities, and restoring reports. Sixels are in sixel.ts. */

import { modeIndex } from '../modes.js'
import type { Machine } from '../screen/machine.js'
import { flag } from '../screen/styles.js'
import { type ControlString, stringSequences } from './declare.js'
import { describePen } from './describe-pen.js'

const shapes = { block: 2, underline: 4, bar: 6 } as const

/** DECRQSS: the setting as the sequence that would make it. */
function setting(m: Machine, what: string): string | null {
  switch (what) {
    case 'm':
      return `${describePen(m.fg, m.bg, m.underlineColor, m.flags)}m`
    case 'r':
      return `${m.top + 1};${m.bottom + 1}r`
    case 's':
      return `${m.left + 1};${m.right + 1}s`
    case ' q':
      return `${shapes[m.cursorShape] - m.modes[modeIndex('cursorBlink')]} q`
    case '"q':
      return `${m.flags & flag.protected ? 1 : 0}"q`
    case '"p':
      return `${m.conformanceLevel};1"p`
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
      return `>4;${m.keyboard.options().modifyOtherKeys}m`
    default:
      return null
  }
}

function requestSetting(m: Machine, string: ControlString): void {
  const value = string.complete ? setting(m, string.text()) : null
  m.reply(value === null ? '\x1bP0$r\x1b\\' : `\x1bP1$r${value}\x1b\\`)
}

/** Capabilities as XTGETTCAP gives them; true for those without a value. */
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
  kcuu1: '\x1bOA',
  kcud1: '\x1bOB',
  kcuf1: '\x1bOC',
  kcub1: '\x1bOD',
}

function fromHex(text: string): string | null {
  if (!/^([0-9a-fA-F]{2})+$/.test(text)) return null
  return (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
}

function toHex(text: string): string {
  return [...text]
    .map((char) => char.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** XTGETTCAP: names in hex, one answer each. */
function requestCapabilities(m: Machine, string: ControlString): void {
  for (const hex of string.text().split(';').slice(0, 32)) {
    const name = fromHex(hex)
    const value = name !== null && Object.hasOwn(capabilities, name) ? capabilities[name] : undefined
    if (value === undefined) m.reply(`\x1bP0+r${hex.replace(/[^0-9a-fA-F]/g, '').slice(0, 128)}\x1b\\`)
    else m.reply(`\x1bP1+r${hex}${value === true ? '' : `=${toHex(value)}`}\x1b\\`)
  }
}

/** DECRSPS 2: tab stops as DECTABSR reported them. */
function restoreTabs(m: Machine, string: ControlString): void {
  if (string.params.at(0) !== 2) return
  m.tabs.fill(0)
  for (const stop of string.text().split('/').slice(0, m.cols)) {
    const col = Number(stop) - 1
    if (col >= 0 && col < m.cols) m.tabs[col] = 1
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
  'DCS Ps $ t': { name: 'DECRSPS', does: 'Restores tab stops (2).', support: 'partly', run: restoreTabs },
  'DCS Ps |': { name: 'DECUDK', does: 'User-defined keys.', support: 'ignored', run: () => {} },
  'DCS Ps {': { name: 'DECDLD', does: 'Downloadable characters.', support: 'ignored', run: () => {} },
})
