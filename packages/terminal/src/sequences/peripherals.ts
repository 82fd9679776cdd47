/** What a terminal of DEC has beside its screen and ours has not: printer, locator, status line, other page sizes. */
import { sequences } from './declare.js'

function ignored(name: string, does: string) {
  return { name, does, support: 'ignored', run: () => {} } as const
}

export const peripherals = sequences({
  'CSI Ps i': ignored('MC', 'Prints the screen, or turns the printer on and off.'),
  'CSI ? Ps i': ignored('MC', 'Prints the line of the cursor, or turns printing of lines on and off.'),
  "CSI Ps;Pu ' z": ignored('DECELR', 'Turns reports of the locator on and off.'),
  "CSI Pm ' {": ignored('DECSLE', 'Chooses the events of the locator that are reported.'),
  "CSI Ps ' |": {
    name: 'DECRQLP',
    does: 'Asks where the locator is: it is not available.',
    run: (m) => m.reply('\x1b[0&w'),
  },
  'CSI Ps $ }': ignored('DECSASD', 'Writes to the screen or to the status line: always to the screen.'),
  'CSI Ps $ ~': ignored('DECSSDT', 'Kind of status line: always none.'),
  'CSI Ps $ |': ignored('DECSCPP', 'Columns of the page; see mode 3.'),
  'CSI Ps * |': ignored('DECSNLS', 'Lines of the screen.'),
  'CSI Ps $ u': ignored('DECRQTSR', 'Asks for the state of the whole terminal.'),
  'CSI > Ps p': ignored('XTSMPOINTER', 'When the pointer is hidden.'),
})
