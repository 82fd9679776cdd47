/** A pane that prints faster than it is read: tmux pauses it for us, and what is shown after that is exact. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newRegistry, see } from '../session/with-registry.js'
import { followed, newTmux, type Tmux } from './with-tmux.js'

/** Prints `rounds` times, with a pause between them, and goes on printing when it is told. */
function flood(rounds: number, pause: string): string {
  const loop = `i=0; while [ $i -lt ${rounds} ]; do i=$((i+1)); seq -f "$i line %.0f" 1 20000; sleep ${pause}; done`
  return `sh -c 'stty -echo; tmux wait-for go; ${loop}; tmux wait-for -S flooded; tmux wait-for on; seq -f "after %.0f" 1 50; printf "the end"; exec cat'`
}

/** While it waits, what is printed is read: with no other client attached, tmux holds a program back until we do. */
async function flooded({ socket }: Tmux): Promise<void> {
  await promisify(execFile)('tmux', ['-S', socket, 'wait-for', 'flooded'])
}

async function expectExact(session: Session, tmux: Tmux): Promise<void> {
  await see(session, 'the end')
  const whole = tmux.run('capture-pane', '-p', '-S', '-').trimEnd().split('\n')
  const shown = [...session.history().map((row) => row.text), ...session.snapshot().text().split('\n')]
  const ours = shown.join('\n').trimEnd().split('\n')
  expect(ours.slice(-whole.length)).toEqual(whole)
}

describe('a flood in a pane', needs('tmux'), () => {
  test('that no one takes is left out, and the screen and the history are those of tmux', async () => {
    const tmux = newTmux(flood(20, '0'))
    const session = (await followed(tmux)).registry.get('%0')
    const hold = session.hold()
    const repaints = countRepaints(session)
    tmux.run('wait-for', '-S', 'go')
    await flooded(tmux)
    hold.dispose()
    tmux.run('wait-for', '-S', 'on')
    await expectExact(session, tmux)
    expect(repaints()).toBe(1)
  })

  test('that tmux itself pauses goes on, and the screen and the history are those of tmux', async () => {
    const tmux = newTmux(flood(12, '0.3'))
    const session = (await followed(tmux)).registry.get('%0')
    const repaints = countRepaints(session)
    // Someone who looks at it in a terminal, for whom it goes on; with a row for the status line.
    const person = await newRegistry().create({ program: 'tmux', args: ['-S', tmux.socket, 'attach'], rows: 25 })
    await see(person, '[main]')
    tmux.run('wait-for', '-S', 'go')
    // Nothing is read meanwhile: this waits without letting anything else happen.
    tmux.run('wait-for', 'flooded')
    tmux.run('wait-for', '-S', 'on')
    await expectExact(session, tmux)
    expect(repaints()).toBeGreaterThan(0)
  })

  test('that is taken in time arrives to the last byte', async () => {
    const tmux = newTmux(flood(5, '0'))
    const session = (await followed(tmux)).registry.get('%0')
    const pieces: Buffer[] = []
    session.onOutput.on(({ bytes }) => void pieces.push(Buffer.from(bytes)))
    tmux.run('wait-for', '-S', 'go')
    await flooded(tmux)
    tmux.run('wait-for', '-S', 'on')
    await expectExact(session, tmux)
    const lines = Array.from({ length: 100_000 }, (_, at) => `${Math.floor(at / 20_000) + 1} line ${(at % 20_000) + 1}`)
    const after = Array.from({ length: 50 }, (_, at) => `after ${at + 1}`)
    expect(Buffer.concat(pieces).toString()).toBe([...lines, ...after, 'the end'].join('\r\n'))
  })
})

/** How often the whole screen has come instead of what was left out. */
function countRepaints(session: Session): () => number {
  let count = 0
  session.onOutput.on(({ bytes }) => void (Buffer.from(bytes).includes('\x1bc') && count++))
  return () => count
}
