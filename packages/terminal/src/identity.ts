/** What this terminal says it is where no other identity is asked for. */
import type { TerminalIdentity } from './types.js'
import { engineVersion } from './version.js'

export const ownIdentity: TerminalIdentity = {
  // A VT420 (64): 132 columns, sixel, selective erase, NRCS, technical set, horizontal scrolling, colour, rectangles, clipboard.
  primary: '64;1;4;6;9;15;21;22;28;52',
  // 41 is a VT420, the second number a version in xterm's range, so that programs use what xterm has.
  secondary: '41;390;0',
  version: `polytty(${engineVersion})`,
  kittyKeyboard: true,
  graphemeClusters: true,
  alternateScreen: true,
}
