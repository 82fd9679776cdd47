/** docs/reference/terminal.md: what the engine supports, from the declarations beside the handlers and the mode table. */
import { limits } from '../packages/terminal/src/limits.js'
import { modeTable } from '../packages/terminal/src/modes.js'
import { sequenceGroups, stringGroups } from '../packages/terminal/src/sequences/all.js'
import { vt52 } from '../packages/terminal/src/sequences/vt52.js'
import { unicodeVersion } from '../packages/terminal/src/unicode/generated/properties.js'

interface Entry {
  readonly name: string
  readonly does: string
  readonly support?: 'yes' | 'partly' | 'ignored'
}

const marks = { yes: 'yes', partly: 'partly', ignored: 'ignored' }

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function section(title: string, entries: Readonly<Record<string, Entry>>): string {
  const rows = Object.entries(entries).map(
    ([pattern, { name, does, support }]) =>
      `| \`${escapeCell(pattern)}\` | ${name} | ${escapeCell(does)} | ${marks[support ?? 'yes']} |`,
  )
  return [`## ${title}`, '', '| sequence | name | what it does | supported |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  )
}

function modes(): string {
  const rows = modeTable.map(
    ({ number, private: isPrivate, name, initial, note }) =>
      `| \`${isPrivate ? '?' : ''}${number}\` | \`${name}\` | ${initial ? 'set' : 'reset'} | ${escapeCell(note)} |`,
  )
  return ['## Modes', '', '| mode | name | initially | |', '|---|---|---|---|', ...rows, ''].join('\n')
}

/** The whole page. */
export function terminalReference(): string {
  const groups = { ...sequenceGroups, ...stringGroups, 'VT52 mode': vt52 }
  return [
    '# The terminal engine: what it supports',
    '',
    'Generated from the declarations in `packages/terminal/src/sequences` and `packages/terminal/src/modes.ts`: change those, then run',
    '`npm run gen`. In the patterns, words that start with P are parameters, `SP` is a space and `Dscs` names a character',
    'set. OSC strings end with ST or BEL, DCS and APC strings with ST. C1 controls are understood as escapes and as UTF-8.',
    `An OSC of more than ${limits.stringBytes} bytes is dropped whole, but for images.`,
    `Widths and grapheme clusters follow Unicode ${unicodeVersion}.`,
    '',
    ...Object.entries(groups).map(([title, entries]) => section(title, entries)),
    modes(),
  ].join('\n')
}
