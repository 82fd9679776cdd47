import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../../../../test/support/new-folder.js'
import { ManualClock } from '../../base/clock.js'
import { Emitter } from '../../base/emitter.js'
import { SessionRegistry } from '../../session/index.js'
import { resolveSettings } from './settings.js'
import { Tui } from './tui.js'
import { ViewSubscription } from './view-subscription.js'

/** A session with cat, whose echo is waited for; only the debouncing goes by the manual clock. */
async function watchCat(link = { congested: false, onDrain: new Emitter<void>() }) {
  const artifactDir = newFolder()
  const sessions = new SessionRegistry()
  const clock = new ManualClock()
  const size = { cols: 20, rows: 2 }
  const options = { artifactDir, ...size, timeoutSeconds: 5, ambiguityMode: 'fail', env: {}, cwd: '/' } as const
  const tui = new Tui('view', resolveSettings(options, {}), sessions)
  await tui.launch({ program: '/bin/cat' })
  const received: (string | undefined)[] = []
  const send = ({ text }: { text?: string }) => received.push(text?.trim())
  const subscription = new ViewSubscription({ tui, clock, link, debounceMs: 100, includeText: true, send })
  onTestFinished(async () => {
    subscription.dispose()
    await sessions.dispose({ graceMs: 0 })
  })
  const type = async (text: string) => {
    await tui.live().write(text)
    await tui.live().wait({ type: 'text', text })
  }
  return { clock, received, type, subscription, tui, link }
}

test('one at the start, then at most one per debounce time, and the last change always', async () => {
  const { clock, received, type } = await watchCat()
  expect(received).toEqual([''])
  await type('a')
  await type('b')
  expect(received).toEqual([''])
  clock.advance(100)
  expect(received).toEqual(['', 'ab'])
  clock.advance(1000)
  await type('c')
  await type('d')
  expect(received).toEqual(['', 'ab', 'abc'])
  clock.advance(99)
  expect(received).toHaveLength(3)
  clock.advance(1)
  expect(received).toEqual(['', 'ab', 'abc', 'abcd'])
  expect(clock.pending).toBe(0)
})

test('a client that does not read gets the latest when it does again', async () => {
  const { clock, received, type, link } = await watchCat()
  link.congested = true
  await type('x')
  clock.advance(500)
  await type('y')
  clock.advance(500)
  expect(received).toEqual([''])
  link.congested = false
  link.onDrain.emit()
  expect(received).toEqual(['', 'xy'])
})

test('after the end nothing is sent and no timer is left', async () => {
  const { clock, received, type, subscription } = await watchCat()
  await type('x')
  subscription.dispose()
  clock.advance(1000)
  await type('y')
  expect([received, clock.pending]).toEqual([[''], 0])
})
