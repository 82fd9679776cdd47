import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { Emitter } from '../../base/emitter.js'
import { SessionRegistry } from '../../session/index.js'
import { resolveSettings } from './settings.js'
import { Tui } from './tui.js'
import { ViewSubscription } from './view-subscription.js'

/** A session with cat, whose echo is waited for; only the debouncing goes by the manual clock. */
async function watchCat(link = { congested: false, onDrain: new Emitter<void>() }) {
  const artifactDir = mkdtempSync(join(tmpdir(), 'polytty-view-'))
  const sessions = new SessionRegistry()
  const clock = new ManualClock()
  const size = { cols: 20, rows: 2 }
  const options = { artifactDir, ...size, timeoutSeconds: 5, ambiguityMode: 'fail', env: {}, cwd: '/' } as const
  const tui = new Tui('view', resolveSettings(options, {}), sessions)
  await tui.launch({ program: '/bin/cat' })
  const heard: (string | undefined)[] = []
  const tell = ({ text }: { text?: string }) => heard.push(text?.trim())
  const subscription = new ViewSubscription({ tui, clock, link, debounceMs: 100, includeText: true, tell })
  onTestFinished(async () => {
    subscription.dispose()
    await sessions.dispose({ graceMs: 0 })
    rmSync(artifactDir, { recursive: true })
  })
  const type = async (text: string) => {
    await tui.live().write(text)
    await tui.live().wait({ type: 'text', text })
  }
  return { clock, heard, type, subscription, tui, link }
}

test('one at the start, then at most one per debounce time, and the last change always', async () => {
  const { clock, heard, type } = await watchCat()
  expect(heard).toEqual([''])
  await type('a')
  await type('b')
  expect(heard).toEqual([''])
  clock.advance(100)
  expect(heard).toEqual(['', 'ab'])
  clock.advance(1000)
  await type('c')
  await type('d')
  expect(heard).toEqual(['', 'ab', 'abc'])
  clock.advance(99)
  expect(heard).toHaveLength(3)
  clock.advance(1)
  expect(heard).toEqual(['', 'ab', 'abc', 'abcd'])
  expect(clock.pending).toBe(0)
})

test('a client that does not read gets the latest when it does again', async () => {
  const { clock, heard, type, link } = await watchCat()
  link.congested = true
  await type('x')
  clock.advance(500)
  await type('y')
  clock.advance(500)
  expect(heard).toEqual([''])
  link.congested = false
  link.onDrain.emit()
  expect(heard).toEqual(['', 'xy'])
})

test('after the end nothing is told and no timer is left', async () => {
  const { clock, heard, type, subscription } = await watchCat()
  await type('x')
  subscription.dispose()
  clock.advance(1000)
  await type('y')
  expect([heard, clock.pending]).toEqual([[''], 0])
})
