import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Connection } from './connection.js'

const limits = { highWaterBytes: 100, maxQueueBytes: 300, stallMs: 1000 }

/** A connection whose client reads only when told to. */
function slowClient() {
  const clock = new ManualClock()
  const unread: (() => void)[] = []
  const state = { destroyed: false, closed: 0, drained: 0 }
  const channel = {
    write: (_: string, flushed: () => void) => void unread.push(flushed),
    pause: () => {},
    resume: () => {},
    close: () => {},
    destroy: () => {
      state.destroyed = true
    },
  }
  const connection = new Connection('test', channel, clock, limits)
  connection.receive({ message: () => {}, fault: () => {}, closed: () => state.closed++ })
  connection.onDrain.on(() => state.drained++)
  return { connection, clock, state, read: () => unread.shift()?.() }
}

test('above the mark it is congested, and tells once it is not', () => {
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
