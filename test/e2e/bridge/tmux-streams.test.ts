/**
 * Random output in a real tmux, beside the same output on a PTY of ours: the same bytes, and so the same screen, whatever
 * the bytes are. And what the session shows is what tmux itself shows, for what tmux understands.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Snapshot, Terminal } from '@polytty/terminal'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see } from '../session/with-registry.js'
import { followed, newTmux, type Tmux } from './with-tmux.js'

/** A longer run is one with more of them: POLYTTY_STREAMS=200. */
const rounds = Number(process.env.POLYTTY_STREAMS ?? 6)
const seed = Number(process.env.POLYTTY_SEED ?? 24)

describe('random output', needs('tmux'), () => {
  test('arrives byte by byte as on a PTY of ours', async () => {
    const random = randomFrom(seed)
    const folder = newFolder()
    const files = Array.from({ length: rounds }, (_, index) => join(folder, `bytes-${index}`))
    for (const file of files) writeFileSync(file, anyBytes(random, 20_000))
    // Raw, so that the terminal's answers to what is asked in there come back to no one.
    const script = (file: string): string =>
      `stty raw -echo; cat ${file}; printf '\\033\\\\\\033c[end]'; exec cat >/dev/null`
    const tmux = newTmux('cat', { cols: 80, rows: 24 })
    tmux.run('set-option', '-g', 'remain-on-exit', 'on')
    const { registry } = await followed(tmux)
    const direct = newRegistry()
    for (const file of files) {
      const there = new Promise<Session>((resolve) => registry.onCreated.on(resolve))
      const gate = `stty raw -echo; tmux wait-for go; ${script(file)}`
      tmux.run('new-window', '-d', 'sh', '-c', gate)
      const bridged = await there
      const received = collect(bridged)
      tmux.run('wait-for', '-S', 'go')
      await see(bridged, '[end]')
      const own = await direct.create({ program: 'sh', args: ['-c', script(file)] })
      const expected = collect(own)
      await see(own, '[end]')
      expect(Buffer.concat(received).equals(Buffer.concat(expected)), file).toBe(true)
      tmux.run('kill-pane', '-t', bridged.id)
    }
  })

  test('shows what tmux shows, wherever one begins to look', async () => {
    const random = randomFrom(seed + 1)
    const folder = newFolder()
    for (let round = 0; round < rounds; round++) {
      const [first, second] = [join(folder, `${round}-1`), join(folder, `${round}-2`)]
      writeFileSync(first, `${text(random, 300)}\x1b[m`)
      writeFileSync(second, `${text(random, 300)}\x1b[m`)
      const gate = `stty raw -echo; cat ${first}; tmux wait-for -S shown; tmux wait-for go; cat ${second}; printf '\\033]2;end\\007'; exec cat`
      const tmux = newTmux(`sh -c "${gate.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`, { cols: 40, rows: 10 })
      tmux.run('wait-for', 'shown')
      const session = (await followed(tmux)).registry.get('%0')
      await see(session, 'end')
      expectSame(session, tmux, `seed ${seed}, round ${round}, at first`)
      const ended = new Promise<void>((resolve) => session.onEvent.on((event) => event.type === 'title' && resolve()))
      tmux.run('wait-for', '-S', 'go')
      await ended
      expectSame(session, tmux, `seed ${seed}, round ${round}, at the end`)
    }
  })
})

function expectSame(session: Session, tmux: Tmux, where: string): void {
  const drawn = new Terminal({ cols: 40, rows: 10 })
  const lines = tmux.run('capture-pane', '-p', '-e', '-N').split('\n').slice(0, 10)
  // tmux writes line drawing as the second set.
  drawn.write('\x1b)0')
  drawn.write(lines.map((line, index) => `\x1b[${index + 1};1H${line}`).join(''))
  expect(session.snapshot().text(), where).toBe(drawn.snapshot().text())
  expect(inkOf(session.snapshot()), where).toEqual(inkOf(drawn.snapshot()))
  const cursor = tmux.run('display-message', '-p', '#{cursor_x} #{cursor_y} #{cursor_flag}').trim()
  const { row, col, visible } = session.snapshot().cursor
  expect(`${col} ${row} ${visible ? 1 : 0}`, where).toBe(cursor)
}

/** What is printed, with its colours; blanks have none that tmux reports. */
function inkOf(snapshot: Snapshot): unknown[] {
  return Array.from({ length: snapshot.rows * snapshot.cols }, (_, at) => {
    const cell = snapshot.cell(Math.floor(at / snapshot.cols), at % snapshot.cols)
    return cell.text.trim() === '' ? '' : cell
  })
}

function collect(session: Session): Buffer[] {
  const pieces: Buffer[] = []
  session.onOutput.on(({ bytes }) => void pieces.push(Buffer.from(bytes)))
  return pieces
}

type Random = (below: number) => number

function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Anything at all, with more escape sequences than chance would have. */
function anyBytes(random: Random, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) {
    bytes[at] = random(4) === 0 ? [0x1b, 0x5b, 0x5c, 0x3b, 0x0d, 0x0a][random(6)] : random(256)
    // That is a title in tmux alone, and is translated.
    if (bytes[at] === 0x6b && bytes[at - 1] === 0x1b) bytes[at] = 0x6a
  }
  return bytes
}

/**
 * What tmux renders as other terminals do. Left out, as in docs/bridges.md, is what it does not, or does not report:
 * - text right after a full row, and what is moved or erased from there: terminals disagree about where the cursor is, so
 *   each piece begins at a place of its own;
 * - text past the end of a row while wrapping is off: tmux drops it, others write over the last cell; and a combining
 *   character there;
 * - wide characters: what becomes of one whose half is overwritten differs from terminal to terminal;
 * - colours of cells that were only erased, and lines above the text (53): tmux does not report them;
 * - a repetition (REP) past the end of the row, which tmux cuts;
 * - moves that tmux does not know: HPR and VPR; and lines that are inserted or deleted outside of the region;
 * - what was saved before polytty looked (DECRC, SGR), and the origin mode across the alternate screen;
 * - the alternate screen while it is shown already, which tmux leaves as it is and others clear;
 * - insert mode, reverse wrap, margins left and right, rectangles, double width, protected cells, full resets.
 */
const features: Readonly<Record<string, (random: Random) => string>> = {
  text: (random) => 'the quick brown fox jumps over the lazy dog'.slice(0, 1 + random(40)),
  accents: (random) => `\x1b[${1 + random(10)};${1 + random(25)}H${'e\u0301àöñçß→€…'.slice(0, 2 + random(9))}`,
  lines: (random) => '\r\n'.repeat(1 + random(3)),
  erase: (random) => `\x1b[${random(3)}${'JK'[random(2)]}`,
  move: (random) => `\x1b[${1 + random(5)}${'ABCDEFG`d'[random(9)]}`,
  shift: (random) => `\x1b[${1 + random(5)}${'@PX'[random(3)]}`,
  open: (random) => `\x1b[r\x1b[${1 + random(10)};1H\x1b[${1 + random(5)}${'LM'[random(2)]}`,
  scroll: (random) => `\x1b[${1 + random(3)}${'ST'[random(2)]}`,
  repeat: (random) => `\x1b[${1 + random(10)};${1 + random(30)}Hx\x1b[${1 + random(5)}b`,
  style: (random) => `\x1b[${[0, 1, 2, 3, 4, 7, 8, 9, 22, 23, 24, 27, 28, 29, 5, 25][random(16)]}m`,
  color: (random) => `\x1b[${[30, 40, 90, 100][random(4)] + random(8)}m`,
  palette: (random) => `\x1b[${random(2) ? 38 : 48};5;${random(256)}m`,
  rgb: (random) => `\x1b[${random(2) ? 38 : 48};2;${random(256)};${random(256)};${random(256)}m`,
  underline: (random) => `\x1b[4:${random(6)}m`,
  region: (random) => `\x1b[${1 + random(4)};${6 + random(5)}r`,
  controls: (random) => ['\x1bM', '\x1bD', '\x1bE', '\t', '\b', '\v', '\f'][random(7)] ?? '',
  tabs: (random) => ['\x1bH', '\x1b[g', '\x1b[3g', '\x1b[2I', '\x1b[Z'][random(5)] ?? '',
  drawing: () => '\x1b(0lqqk\x1b(B',
  shifted: () => '\x1b)0\x0elqqk\x0f',
  save: (random) => `\x1b7${text(random, 2, ['text', 'color'])}\x1b8x`,
  wrap: (random) => `\x1b[?7l\x1b[${1 + random(10)};1Hjust one row\x1b[?7h`,
  origin: (random) => `\x1b[?6h${text(random, 3, ['text', 'lines', 'erase'])}\x1b[?6l`,
  alternate: (random) => `\x1b[?1049h${text(random, 5, ['text', 'erase', 'color'])}\x1b[?1049l`,
  cursor: (random) => `\x1b[?25${'lh'[random(2)]}`,
  modes: (random) => `\x1b[?${[1, 1000, 1002, 1003, 1006, 2004][random(6)]}${'hl'[random(2)]}`,
  ignored: (random) => ['\x1b]7;x\x07', '\x1bP+qx\x1b\\', '\x1b_x\x1b\\', '\x1b^x\x1b\\', '\x1b[5n'][random(5)] ?? '',
}

function text(random: Random, pieces: number, names = Object.keys(features)): string {
  const one = (): string => features[names[random(names.length)] ?? '']?.(random) ?? ''
  const parts = Array.from({ length: pieces }, () => `\x1b[${1 + random(10)};${1 + random(40)}H${one()}`)
  return `${parts.join('')}\x1b[4;4Hend`
}
