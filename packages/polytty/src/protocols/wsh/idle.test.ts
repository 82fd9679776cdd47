import { afterAll, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { type Session, SessionRegistry } from '../../session/index.js'
import { awaitIdle, type IdleOptions, QuietWatch } from './idle.js'
import { WshSession } from './wsh-session.js'

let clock: ManualClock
let session: Session
let wshSession: WshSession
const registries: SessionRegistry[] = []

beforeEach(async () => {
  clock = new ManualClock()
  const registry = new SessionRegistry({ clock })
  registries.push(registry)
  // Raw and silent: nothing happens but what a test does.
  session = await registry.create({ program: '/bin/sleep', args: ['1000'] })
  wshSession = new WshSession(session, clock, 'sleep')
})
afterAll(() => Promise.all(registries.map((registry) => registry.dispose({ graceMs: 0 }))))

/** Something happens, without a program that would have to answer. */
function stir(): void {
  void session.write('x')
}

function start(options: Partial<IdleOptions> = {}): { readonly outcome: () => Promise<string>; abort(): void } {
  const abort = new AbortController()
  let seen = 'waiting'
  void awaitIdle(wshSession, { quietMs: 100, maxWaitMs: 1000, ...options }, abort.signal).then((outcome) => {
    seen = outcome
  })
  // A resolved promise is observed within a few turns.
  const outcome = async (): Promise<string> => {
    for (let turn = 0; turn < 5; turn++) await null
    return seen
  }
  return { outcome, abort: () => abort.abort() }
}

test('silence that has lasted long enough counts, unless it must be fresh', async () => {
  clock.advance(100)
  expect(await start().outcome()).toBe('idle')
  const fresh = start({ fresh: true })
  clock.advance(99)
  expect(await fresh.outcome()).toBe('waiting')
  clock.advance(1)
  expect(await fresh.outcome()).toBe('idle')
})

test('activity starts the silence again', async () => {
  const wait = start()
  clock.advance(90)
  stir()
  clock.advance(90)
  expect(await wait.outcome()).toBe('waiting')
  clock.advance(10)
  expect(await wait.outcome()).toBe('idle')
})

test('a known generation waits for something to happen first', async () => {
  clock.advance(500)
  const wait = start({ lastGeneration: wshSession.generation })
  clock.advance(500)
  expect(await wait.outcome()).toBe('waiting')
  stir()
  clock.advance(100)
  expect(await wait.outcome()).toBe('idle')
})

test('output after a long silence begins a new one', async () => {
  const script = `trap 'echo stirred' USR1; printf up; while :; do sleep 1000 & wait; done`
  session = await registries.at(-1)!.create({ program: '/bin/sh', args: ['-c', script] })
  wshSession = new WshSession(session, clock, 'sh')
  await session.wait({ type: 'text', text: 'up' })
  clock.advance(500)
  const wait = start({ lastGeneration: wshSession.generation })
  session.signal('SIGUSR1')
  await session.wait({ type: 'text', text: 'stirred' })
  expect(await wait.outcome()).toBe('waiting')
  clock.advance(100)
  expect(await wait.outcome()).toBe('idle')
})

test('deadline, going away and the end of the program', async () => {
  const late = start({ lastGeneration: wshSession.generation })
  clock.advance(1000)
  expect(await late.outcome()).toBe('timeout')
  const gone = start({ lastGeneration: wshSession.generation })
  gone.abort()
  expect(await gone.outcome()).toBe('cancelled')
  expect(clock.pending).toBe(0)
})

test('a watch reports each silence and each activity once', () => {
  const reported: string[] = []
  const watch = new QuietWatch(wshSession, 100, {
    quiet: () => reported.push('quiet'),
    active: () => reported.push('active'),
  })
  clock.advance(300)
  stir()
  stir()
  clock.advance(50)
  stir()
  clock.advance(99)
  expect(reported).toEqual(['quiet', 'active'])
  clock.advance(1)
  expect([reported, watch.isQuiet]).toEqual([['quiet', 'active', 'quiet'], true])
  watch.dispose()
  stir()
  clock.advance(500)
  expect(reported).toHaveLength(3)
})
