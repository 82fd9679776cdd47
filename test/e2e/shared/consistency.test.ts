/** The same screen through all five dialects: text, cursor, size, colours and attributes must agree. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareServer } from './clients.js'
import {
  type Look,
  type LookCell,
  ptywrightLook,
  rgbName,
  snapshotLook,
  termwrightLook,
  tuispecLook,
  wrighttyLook,
  wshLook,
} from './dialect-screens.js'

const color = fc.oneof(
  fc.nat(7).map((index) => `3${index}`),
  fc.nat(7).map((index) => `10${index}`),
  fc.nat(255).map((index) => `48;5;${index}`),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => `38;2;${rgb.join(';')}`),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => `48;2;${rgb.join(';')}`),
)
const style = fc
  .array(fc.oneof(color, fc.constantFrom('0', '1', '2', '3', '4', '4:3', '21', '5', '7', '9', '22', '24', '27')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((codes) => `\x1b[${codes.join(';')}m`)
const words = fc.constantFrom(
  'plain text ',
  'x',
  '   ',
  '日本語',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '🇩🇪',
  '❤️',
  '─│┌',
  'ﬀ',
  '\u200b',
  'Ωмега ',
)
const moves = fc.oneof(
  fc.constantFrom(
    '\r\n',
    '\r',
    '\t',
    '\b',
    '\x1b[K',
    '\x1b[1J',
    '\x1b[L',
    '\x1b[2P',
    '\x1b[3@',
    '\x1bM',
    '\x1b[?25l',
    '\x1b[?25h',
  ),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 })).map(([row, col]) => `\x1b[${row};${col}H`),
)
const link = fc.webUrl().map((uri) => `\x1b]8;;${uri}\x1b\\link\x1b]8;;\x1b\\`)
const screens = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof({ weight: 4, arbitrary: words }, { weight: 3, arbitrary: style }, { weight: 2, arbitrary: moves }, link),
      {
        maxLength: 120,
      },
    ),
  )
  .map(([alternate, parts]) => `\x1bc${alternate ? '\x1b[?1049h' : ''}${parts.join('')}`)

test('random screens look the same in every dialect', async () => {
  const shared = await shareServer()
  const { server } = shared
  const wrightty = await shared.unix('wrightty')
  const { sessionId } = await wrightty.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', 'stty raw -echo; printf READY; exec cat'],
    cols: 40,
    rows: 12,
  })
  const session = server.sessions.get(sessionId)
  await session.wait({ type: 'text', text: 'READY' })
  const ptywright = await shared.unix('ptywright')
  const termwright = await shared.termwright(sessionId)
  const tuispec = await shared.tuispec(sessionId)
  await tuispec.call('initialize', { name: 'look' })
  const { palette } = await wrightty.call('Terminal.getColorPalette', { sessionId })
  let count = 0
  await fc.assert(
    fc.asyncProperty(screens, async (bytes) => {
      const title = `screen ${++count}`
      void session.write(`${bytes}\x1b]2;${title}\x1b\\`)
      await session.wait({ type: 'check', test: () => (session.terminal.title === title ? {} : null) })
      const snapshot = session.snapshot()
      const truth: Look = {
        ...snapshotLook(snapshot),
        history: session.terminal.history(0, snapshot.history).map(({ text }) => text),
      }
      agree('ptywright', await ptywrightLook(ptywright, 's1'), truth)
      agree('termwright', await termwrightLook(termwright), truth)
      agree('tuispec', await tuispecLook(tuispec), truth)
      agree('wsh', await wshLook(shared, sessionId, truth), truth)
      agree('wrightty', await wrighttyLook(wrightty, sessionId), withColors(truth, palette))
    }),
    { numRuns: 150 },
  )
  expect(session.exit).toBeNull()
})

/** wrightty reports colours as they are seen. */
function withColors(look: Look, palette: Record<string, { r: number; g: number; b: number }>): Look {
  const seen = (name: string, otherwise: string) =>
    name === 'default'
      ? rgbName(palette[otherwise]!)
      : name.startsWith('idx:')
        ? rgbName(palette[name.slice(4)]!)
        : name
  const cells = look.cells!.map((line) =>
    line.map((cell) => ({ ...cell, fg: seen(cell.fg!, 'foreground'), bg: seen(cell.bg!, 'background') })),
  )
  return { ...look, cells }
}

/** Everything that the dialect reports is so. */
function agree(dialect: string, { cells, ...reported }: Look, truth: Look): void {
  expect({ dialect, ...truth }).toMatchObject({ dialect, ...reported })
  for (const [row, line] of (cells ?? []).entries())
    for (const [col, cell] of line.entries()) {
      const wanted = truth.cells![row]![col]!
      const same = Object.entries(cell).every(([key, value]) => sameValue(value, wanted[key as keyof LookCell]))
      if (!same)
        expect({ dialect, row, col, ...cell }).toEqual({ dialect, row, col, ...pick(wanted, Object.keys(cell)) })
    }
}

/** Some dialects report only whether there is an underline. */
function sameValue(reported: unknown, wanted: unknown): boolean {
  return (
    reported === wanted ||
    (typeof reported === 'boolean' && typeof wanted === 'string' && reported === (wanted !== 'none'))
  )
}

function pick(source: object, keys: readonly string[]): object {
  return Object.fromEntries(keys.map((key) => [key, source[key as keyof typeof source]]))
}
