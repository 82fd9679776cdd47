import { expect, onTestFinished, test } from 'vitest'
import { needsLibc } from '../../../../test/support/needs.js'
import { ManualClock, systemClock } from '../base/clock.js'
import { SessionRegistry } from '../session/index.js'
import { FirstLook } from './first-look.js'

const answering = 'stty -echo; printf ready; while read a; do printf " begun"; sleep 0.1; printf " done"; done'
const deaf = 'printf ready; while :; do :; done'

const aborted = () => new AbortController().signal

async function start(script: string, clock = systemClock) {
  const sessions = new SessionRegistry({ clock })
  onTestFinished(() => sessions.dispose({ graceMs: 0 }))
  const session = await sessions.create({ program: '/bin/sh', args: ['-c', script] })
  await session.wait({ type: 'text', text: 'ready' })
  return session
}

test('the whole answer is there, however often the program pauses in it', needsLibc(), async () => {
  const session = await start(answering)
  const look = new FirstLook(systemClock, 60_000)
  look.noteInput(session)
  await session.write('\n')
  await look.untilAnswered(session, aborted())
  expect(session.snapshot().text()).toContain('ready begun done')
})

test('no answer is waited for no longer than the limit, and by the first look only', async () => {
  const clock = new ManualClock()
  const session = await start(deaf, clock)
  const look = new FirstLook(clock, 80)
  look.noteInput(session)
  let over = false
  const first = look.untilAnswered(session, aborted()).then(() => {
    over = true
  })
  clock.advance(79)
  await Promise.resolve()
  expect(over).toBe(false)
  clock.advance(1)
  await first
  await look.untilAnswered(session, aborted())
})

test('none waits after the end of the program', async () => {
  const session = await start(deaf)
  const look = new FirstLook(systemClock, 60_000)
  look.noteInput(session)
  await session.kill({ graceMs: 0 })
  await look.untilAnswered(session, aborted())
})
