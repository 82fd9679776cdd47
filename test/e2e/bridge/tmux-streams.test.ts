/**
 * Random output in a real tmux, beside the same output on a PTY of ours: the same bytes, and so the same screen, whatever
 * the bytes are. And what the session shows is what tmux itself shows, for what tmux understands.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Terminal } from '@polytty/terminal'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see } from '../session/with-registry.js'
import { followed, newTmux } from './with-tmux.js'

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
      const ended = new Promise<void>((resolve) => session.onEvent.on((event) => event.type === 'title' && resolve()))
      tmux.run('wait-for', '-S', 'go')
      await ended
      const drawn = new Terminal({ cols: 40, rows: 10 })
      const lines = tmux.run('capture-pane', '-p', '-e', '-N').split('\n').slice(0, 10)
      drawn.write(lines.map((line, index) => `\x1b[${index + 1};1H${line}`).join(''))
      expect(session.snapshot().text(), `seed ${seed}, round ${round}`).toBe(drawn.snapshot().text())
    }
  })
})

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
 * What every terminal understands: text that may be wrapped, cursor movements, erasing, scrolling, colours. Each begins at
 * a place of its own: terminals disagree about what follows a full row, and about halves of wide characters.
 */
function text(random: Random, pieces: number): string {
  const one = (): string => {
    switch (random(9)) {
      case 0:
        return '\r\n'.repeat(1 + random(3))
      case 1:
        return `\x1b[${random(3)}${'JK'[random(2)]}`
      case 2:
        return `\x1b[${1 + random(5)}${'ABCDX'[random(5)]}`
      case 3:
        return `\x1b[${[0, 1, 4, 7, 31, 42, 93][random(7)]}m`
      case 4:
        return `\x1b[${1 + random(4)};${6 + random(5)}r`
      case 5:
        return ['\x1bM', '\x1bD', '\t', '\b'][random(4)]
      default:
        return 'the quick brown fox jumps over the lazy dog'.slice(0, 1 + random(40))
    }
  }
  return Array.from({ length: pieces }, () => `\x1b[${1 + random(10)};${1 + random(40)}H${one()}`).join('')
}
