/** Programs that ask the terminal and leave without waiting: their answers must not be typed into the shell. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see, shell } from './with-registry.js'

/** More of them: POLYTTY_LEAVING_ROUNDS=250 npx vitest run test/e2e/session/leaving.test.ts */
const ROUNDS = Number(process.env.POLYTTY_LEAVING_ROUNDS) || 8

interface Round {
  readonly command: string
  /** On the screen once the program is there. */
  readonly shows: string
  readonly keys: readonly string[]
}

const vim: Round = { command: 'vim -u NONE -N file', shows: '~', keys: ['\x1b', ':wq', '\r'] }
const less: Round = { command: 'less file', shows: 'END', keys: ['q'] }
/** At a key, asks for a capability, its colours and its name on the alternate screen, and goes at once. */
const asker: Round = {
  command: `sh -c 'stty raw -echo; printf "\\033[?1049hask%s" ing; head -c 1 >/dev/null; printf "\\033P+q544e\\033\\\\\\033]11;?\\033\\\\\\033[>c"; printf "\\033[?1049l"; stty sane'`,
  shows: 'asking',
  keys: ['x'],
}

const rounds: [string, string[], Round, string[]][] = [
  ['bash', ['--norc', '-i'], vim, ['bash', 'vim']],
  ['bash', ['--norc', '-i'], less, ['bash', 'less']],
  ['bash', ['--norc', '-i'], asker, ['bash']],
  ['fish', ['--no-config'], vim, ['fish', 'vim']],
]
for (const [program, args, round, programs] of rounds)
  test(`leaving ${round.command.slice(0, 4)} quickly types nothing into ${program}`, needs(...programs), async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), 'text\n')
    const session = await newRegistry().create({ program, args, cwd: folder, env: { PS1: '> ', LESS: '' } })
    await see(session, { type: 'regex', pattern: '[>#] ?$' })
    for (let turn = 0; turn < ROUNDS; turn++) {
      await session.write(`clear; ${round.command}; echo left-${turn}-\r`)
      await see(session, round.shows)
      for (const keys of round.keys) await session.write(keys)
      await see(session, { type: 'regex', pattern: `^left-${turn}-` })
      // What would be typed now comes before this.
      await session.write(`echo end-${turn}-\r`)
      await see(session, { type: 'regex', pattern: `^end-${turn}-` })
      const [, typed] = /[>#] (.*)\n?end-/s.exec(session.snapshot().text().split(`left-${turn}-`).at(-1)!)!
      expect(typed.replaceAll(/\s/g, '')).toBe(`echoend-${turn}-`)
    }
  })

/** What a program asks right after a key and reads itself: no one else could, so it is answered, however it goes about it. */
test.each([
  ['leaves the alternate screen first', 'stty raw -echo; printf "\\033[?1049hthere"', 'printf "\\033[6n\\033[?1049l"'],
  ['asks while lines are edited', 'stty -icanon -echo; printf there', 'stty sane; printf "\\033[6n"; stty raw -echo'],
])('a program that %s gets its answer', async (_, begin, ask) => {
  const session = await shell(newRegistry(), `${begin}; head -c 1 >/dev/null; ${ask}; head -c 3 | od -An -c`)
  await see(session, 'there')
  await session.write('x')
  await see(session, { type: 'regex', pattern: '033 +\\[ +1' })
})

/** Reads in a second thread, and keeps the first from ever looking. */
const threaded = `
const { Worker, isMainThread } = require('node:worker_threads')
const { readSync, writeSync } = require('node:fs')
const read = () => readSync(0, Buffer.alloc(1))
if (isMainThread) {
  new Worker(process.argv[1])
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
writeSync(1, 'there')
read()
writeSync(1, '\\x1b[6n')
read()
writeSync(1, ' answered')
`

/** No look of the last kind, which takes everyone to wait who sleeps. */
const fewLooks: Clock = {
  ...systemClock,
  after: (ms, callback) => (ms < 50 ? systemClock.after(50 * ms, callback) : { dispose: () => {} }),
}

test('a program that reads in another thread is seen to wait', async () => {
  const file = join(newFolder(), 'threaded.cjs')
  writeFileSync(file, threaded)
  const session = await shell(newRegistry({ clock: fewLooks }), `stty raw -echo; exec '${process.execPath}' '${file}'`)
  await see(session, 'there')
  await session.write('x')
  await see(session, 'answered')
})
