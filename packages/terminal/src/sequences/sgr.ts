/** SGR and what saves the pen it makes: all of it, or a choice of attributes. */
import { limits } from '../limits.js'
import type { Params } from '../parser/params.js'
import { flag } from '../screen/styles.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'
import { describePen } from './describe-pen.js'
import { selectGraphics } from './select-graphics.js'

/** What a parameter of XTPUSHSGR chooses, by SGR number; 30 and 31 are the colours. */
const chosenFlags: ReadonlyMap<number, number> = new Map([
  [1, flag.bold],
  [2, flag.dim],
  [3, flag.italic],
  [4, flag.underlineMask],
  [5, flag.blink],
  [7, flag.reverse],
  [8, flag.hidden],
  [9, flag.strikethrough],
  [21, flag.underlineMask],
])

/** The mask of who names nothing. */
const everything = ~flag.protected

function push(m: TerminalState, p: Params): void {
  if (m.sgrStack.length >= limits.sgrStack) return
  const { fg, bg, underlineColor, flags } = m.pen.parts
  let mask = p.count === 0 ? everything : 0
  const saved = { fg: p.count === 0 ? fg : null, bg: p.count === 0 ? bg : null }
  for (let i = 0; i < p.count; i++) {
    const code = p.at(i)
    if (code === 30) saved.fg = fg
    else if (code === 31) saved.bg = bg
    else mask |= chosenFlags.get(code) ?? 0
  }
  const hasUnderline = (mask & flag.underlineMask) !== 0
  m.sgrStack.push({ ...saved, underlineColor: hasUnderline ? underlineColor : null, flags, mask })
}

/** Restores what was saved; attributes that were not chosen stay as they are. */
function pop(m: TerminalState): void {
  const saved = m.sgrStack.pop()
  if (!saved) return
  const now = m.pen.parts
  m.pen.set({
    fg: saved.fg ?? now.fg,
    bg: saved.bg ?? now.bg,
    underlineColor: saved.underlineColor ?? now.underlineColor,
    flags: (now.flags & ~saved.mask) | (saved.flags & saved.mask),
  })
}

/** A pen that was saved, as the SGR and XTPUSHSGR that save it again. */
export function describeChoice({ fg, bg, underlineColor, flags, mask }: TerminalState['sgrStack'][number]): string {
  const pen = `\x1b[${describePen({ fg: fg ?? 0, bg: bg ?? 0, underlineColor: underlineColor ?? 0, flags })}m`
  if (mask === everything) return `${pen}\x1b[#{`
  const codes = [...chosenFlags].filter(([, chosen]) => (mask & chosen) !== 0).map(([code]) => code)
  if (fg !== null) codes.push(30)
  if (bg !== null) codes.push(31)
  return `${pen}\x1b[${codes.join(';') || '0'}#{`
}

export const sgr = sequences({
  'CSI Pm m': { name: 'SGR', does: 'Colours and attributes; semicolon and colon forms.', run: selectGraphics },
  'CSI Pm # {': { name: 'XTPUSHSGR', does: 'Saves all attributes, or those that are named.', run: push },
  'CSI # }': { name: 'XTPOPSGR', does: 'Restores the attributes that were saved.', run: pop },
  'CSI Pm # p': { name: 'XTPUSHSGR', does: 'The same as CSI # {.', run: push },
  'CSI # q': { name: 'XTPOPSGR', does: 'The same as CSI # }.', run: pop },
})
