import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { DisposableBag } from '../base/disposable.js'
import { Clients } from '../protocols/clients.js'
import { createCore } from '../protocols/create-core.js'
import { endWhenIdle } from './linger.js'

function start() {
  const clock = new ManualClock()
  const core = createCore({ maxSessions: 4, clock })
  const clients = new Clients()
  let asked = 0
  core.lifetime.onUnneeded.on(() => asked++)
  const lingering = endWhenIdle(core, clients, 30_000)
  onTestFinished(async () => {
    lingering.dispose()
    await core.sessions.dispose({ graceMs: 0 })
  })
  return { clock, core, clients, asked: () => asked }
}

test('no one comes: it ends after its time', () => {
  const { clock, asked } = start()
  clock.advance(29_999)
  expect(asked()).toBe(0)
  clock.advance(1)
  expect(asked()).toBe(1)
})

test('its time begins with the end of the last session, and of the last client', async () => {
  const { clock, core, clients, asked } = start()
  clock.advance(20_000)
  const session = await core.sessions.create({ program: 'cat' })
  const client = { owned: new DisposableBag() }
  clients.add('wrightty', client)
  clock.advance(100_000)
  process.kill(session.pid, 'SIGKILL')
  await session.wait({ type: 'exited' })
  clock.advance(100_000)
  expect(asked()).toBe(0)
  client.owned.dispose()
  clock.advance(29_999)
  expect(asked()).toBe(0)
  clock.advance(1)
  expect(asked()).toBe(1)
})
