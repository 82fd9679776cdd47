import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Connection, type ConnectionLimits } from './connection.js'
import { Outbox } from './outbox.js'

const limits = { highWaterBytes: 100, maxQueueBytes: 300, stallMs: 1000 }

/** A connection whose client reads only when asked to. */
function slowClient(bounds: ConnectionLimits = limits) {
  const clock = new ManualClock()
  const unread: (() => void)[] = []
  const state = { destroyed: false, closed: 0, drained: 0, refused: 0 }
  const channel = {
    write: (_: string, flushed: () => void) => void unread.push(flushed),
    pause: () => {},
    resume: () => {},
    close: () => {},
    refuse: (code: number) => {
      state.refused = code
    },
    destroy: () => {
      state.destroyed = true
    },
  }
  const connection = new Connection('test', channel, clock, bounds)
  connection.receive({ message: () => {}, fault: () => {}, closed: () => state.closed++ })
  connection.onDrain.on(() => state.drained++)
  return { connection, clock, state, read: () => unread.shift()?.() }
}

test('above the mark it is congested, and reports once it is not', () => {
  const { connection, state, read } = slowClient()
  connection.send('x'.repeat(90))
  expect(connection.congested).toBe(false)
  connection.send('x'.repeat(90))
  expect(connection.congested).toBe(true)
  read()
  expect([connection.congested, state.drained]).toEqual([false, 1])
})

test('a congested client that takes nothing is cut off', () => {
  const { connection, clock, state } = slowClient()
  connection.send('x'.repeat(101))
  clock.advance(999)
  expect(state.destroyed).toBe(false)
  clock.advance(1)
  expect([state.destroyed, state.closed, connection.isOpen]).toEqual([true, 1, false])
})

test('one that is slow but reads is kept', () => {
  const { connection, clock, state, read } = slowClient()
  for (let round = 0; round < 10; round++) {
    connection.send('x'.repeat(101))
    clock.advance(900)
    read()
  }
  expect(state.destroyed).toBe(false)
  expect(clock.pending).toBe(0)
})

test('the bound holds: what is queued is never more than it and one message', () => {
  const { connection, state } = slowClient()
  for (let round = 0; round < 100; round++) connection.send('x'.repeat(50))
  expect(state.destroyed).toBe(true)
  expect(connection.queuedBytes).toBeLessThanOrEqual(limits.maxQueueBytes + 50)
})

test('a client that does not take the answer to its ping is cut off, and the answer counts', () => {
  const { connection, clock, state } = slowClient()
  connection.sendPong(125, () => {})
  expect([connection.queuedBytes, connection.congested]).toEqual([125, true])
  const other = slowClient()
  other.connection.sendPong(5, () => {})
  for (const one of [clock, other.clock]) one.advance(1000)
  expect([state.destroyed, other.state.destroyed]).toEqual([true, true])
})

test('a client on trial is sent away in time, unless it is admitted', () => {
  const [known, stranger] = [slowClient(), slowClient()]
  for (const { connection } of [known, stranger]) connection.tryOut(10_000)
  known.connection.admit()
  expect([known.connection.onTrial, stranger.connection.onTrial]).toEqual([false, true])
  for (const { clock } of [known, stranger]) clock.advance(10_000)
  expect([known.state.refused, stranger.state.refused]).toEqual([0, 1008])
})

test('when too much is queued for all together, the client with the most is cut off', () => {
  const outbox = new Outbox(1000)
  const clients = [200, 500, 300].map((bytes) => {
    const client = slowClient({ ...limits, maxQueueBytes: 10_000, outbox })
    client.connection.send('x'.repeat(bytes))
    return client
  })
  const cut = () => clients.map(({ state }) => state.destroyed)
  expect(cut()).toEqual([false, false, false])
  clients[0]!.connection.send('x')
  expect(cut()).toEqual([false, true, false])
  clients[2]!.read()
  clients[0]!.connection.send('x'.repeat(700))
  expect(cut()).toEqual([false, true, false])
})
