/** The window that there is not: reports of its size and state, and its titles with their stack and their spelling. */
import { limits } from '../limits.js'
import type { Params } from '../parser/params.js'
import { setTitle } from '../screen/alternate.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'
import { toHex } from './osc-text.js'

function windowReport(m: TerminalState, p: Params): void {
  const { cols, rows } = m
  const { cellWidth, cellHeight } = m.options
  switch (p.at(0)) {
    case 11:
      m.reply('\x1b[1t')
      break
    case 13:
      m.reply('\x1b[3;0;0t')
      break
    case 14:
      m.reply(`\x1b[4;${rows * cellHeight};${cols * cellWidth}t`)
      break
    case 15:
      m.reply(`\x1b[5;${rows * cellHeight};${cols * cellWidth}t`)
      break
    case 16:
      m.reply(`\x1b[6;${cellHeight};${cellWidth}t`)
      break
    case 18:
      m.reply(`\x1b[8;${rows};${cols}t`)
      break
    case 19:
      m.reply(`\x1b[9;${rows};${cols}t`)
      break
    case 20:
      m.reply(`\x1b]L${spellTitle(m, m.iconName)}\x1b\\`)
      break
    case 21:
      m.reply(`\x1b]l${spellTitle(m, m.title)}\x1b\\`)
      break
    case 22:
      if (m.titleStack.length < limits.titleStack)
        m.titleStack.push({ title: m.title, iconName: m.iconName, ownIconName: m.ownIconName })
      break
    case 23:
      popTitle(m, p.at(1))
      break
  }
}

/** `which`: 0 both, 1 the icon name, 2 the title. */
function popTitle(m: TerminalState, which: number): void {
  const saved = m.titleStack.pop()
  if (!saved) return
  const title = which === 1 ? null : saved.title
  const iconName = which === 2 ? null : saved.iconName
  if (iconName !== null) m.ownIconName = saved.ownIconName
  setTitle(m, title, iconName)
  reportTitles(m, title !== null)
}

/** The icon name goes with the title where it was set by itself; where both were set at once it says nothing more. */
export function reportTitles(m: TerminalState, withTitle: boolean): void {
  if (withTitle) m.emit({ type: 'title', title: m.title, iconName: m.ownIconName ? m.iconName : null })
  else m.emit({ type: 'iconName', iconName: m.iconName })
}

/** Bits of `titleModes`. Those for UTF-8 (2, 3) change nothing, as all text is. */
export const titleMode = { setHex: 1, queryHex: 2 } as const

/** XTSMTITLE and XTRMTITLE; the latter without parameters takes all back. */
function setTitleModes(m: TerminalState, p: Params, on: boolean): void {
  if (p.count === 0 && !on) m.titleModes = 0
  for (let i = 0; i < p.count; i++) {
    if (p.at(i) > 3) continue
    const bit = 1 << p.at(i)
    m.titleModes = on ? m.titleModes | bit : m.titleModes & ~bit
  }
}

function spellTitle(m: TerminalState, title: string): string {
  return m.titleModes & titleMode.queryHex ? toHex(title) : title
}

export const windowReports = sequences({
  'CSI Ps t': {
    name: 'XTWINOPS',
    does: 'Reports (11, 13–16, 18–21) and the title stack (22, 23); nothing that moves or sizes a window, as DECSLPP (24 and more) would.',
    support: 'partly',
    run: windowReport,
  },
  'CSI > Pm t': {
    name: 'XTSMTITLE',
    does: 'Titles are set (0) and reported (1) in hex; they are always UTF-8 (2, 3).',
    run: (m, p) => setTitleModes(m, p, true),
  },
  'CSI > Pm T': { name: 'XTRMTITLE', does: 'Takes that back.', run: (m, p) => setTitleModes(m, p, false) },
})
