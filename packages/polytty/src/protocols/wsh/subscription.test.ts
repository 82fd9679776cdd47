import { afterAll, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import { SessionRegistry } from '../../session/index.js'
import type { EventParams, EventSpec } from '../define.js'
import { wsh } from './dialect.js'
import { Subscription, type SubscriptionOptions } from './subscription.js'
import { WshSession } from './wsh-session.js'

let clock: ManualClock
let wshSession: WshSession
const registries: SessionRegistry[] = []

beforeEach(async () => {
  clock = new ManualClock()
  const registry = new SessionRegistry({ clock })
  registries.push(registry)
  wshSession = new WshSession(await registry.create({ program: '/bin/sleep', args: ['1000'] }), clock, 'sleep')
})
afterAll(() => Promise.all(registries.map((registry) => registry.dispose({ graceMs: 0 }))))

/** A client that says itself whether it reads. */
class SlowClient {
  readonly reported: Record<string, unknown>[] = []
  readonly owned = new DisposableBag()
  readonly link = { congested: false, onDrain: new Emitter<void>() }

  notify<E extends EventSpec>(event: E, params: EventParams<E>, about: object = {}): void {
    this.reported.push(wsh.event!(event, params as object, about) as Record<string, unknown>)
  }

  subscribe(options: Partial<SubscriptionOptions>): void {
    const own = {
      wshSession,
      events: new Set([]),
      intervalMs: 0,
      format: 'plain',
      quietMs: 0,
      multiplexed: false,
    } as const
    this.owned.add(new Subscription({ ...own, pusher: this, ...options }))
    this.reported.length = 0
  }

  async drain(): Promise<void> {
    this.link.congested = false
    this.link.onDrain.emit()
    await null
  }
}

test('whatever a client does not read is counted, and reported once it reads', async () => {
  const client = new SlowClient()
  client.subscribe({ events: new Set(['input', 'activity']), quietMs: 100 })
  client.link.congested = true
  for (let round = 0; round < 3; round++) {
    wshSession.type(Buffer.from('x'))
    clock.advance(100)
  }
  wshSession.setInputMode('capture')
  expect(client.reported).toEqual([])
  await client.drain()
  expect(client.reported).toEqual([
    { type: 'lagged', skipped: 9 },
    { event: 'sync', seq: expect.any(Number), screen: expect.any(Object), scrollback_lines: 24 },
  ])
  wshSession.type(Buffer.from('y'))
  expect(client.reported.at(-1)).toMatchObject({ event: 'input' })
})

test('a notification stops where the client stops reading', async () => {
  const client = new SlowClient()
  client.subscribe({ events: new Set(['lines', 'cursor']) })
  const take = client.notify.bind(client)
  client.notify = (event, params, about) => {
    take(event, params, about)
    client.link.congested = true
  }
  wshSession.composition.resize(40, 10)
  await null
  expect(client.reported).toMatchObject([{ event: 'reset' }])
  await client.drain()
  expect(client.reported).toMatchObject([{ event: 'reset' }, { type: 'lagged' }, { event: 'sync' }])
})
