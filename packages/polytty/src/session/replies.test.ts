import { describe, expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import type { ForegroundFacts } from '../ready/kernel/foreground.js'
import { Replies } from './replies.js'

const waiting: ForegroundFacts = { group: 5, ended: false, runs: false, waits: true, sleeps: 1 }
const asleep: ForegroundFacts = { ...waiting, waits: false }
const running: ForegroundFacts = { ...asleep, runs: true }

/** Replies of a session whose foreground is what the test says. */
function setUp(first: ForegroundFacts | null = waiting) {
  const clock = new ManualClock()
  const written: string[] = []
  const dropped: number[] = []
  let count = 0
  const state = { facts: first, alternate: false, unread: false, groups: [5, 6], isShell: false }
  const target = {
    isAlternate: () => state.alternate,
    hasUnread: () => state.unread,
    write: (bytes: Uint8Array, number: number) =>
      void (bytes.length > 0 ? written.push(Buffer.from(bytes).toString()) : dropped.push(number)),
  }
  const replies = new Replies(target, clock, {
    look: () => state.facts,
    groupExists: (group) => state.groups.includes(group),
    isShell: () => state.isShell,
  })
  const send = (text: string, onAlternate = false) => replies.send(Buffer.from(text), onAlternate, ++count)
  return { clock, written, dropped, state, replies, send }
}

test('answers go at once where no one has typed', () => {
  const { written, send, replies, clock } = setUp()
  send('a')
  replies.noteInput()
  clock.advance(1001)
  send('b')
  expect(written).toEqual(['a', 'b'])
})

describe('right after an input', () => {
  test('they go, in order, once the program waits for input', () => {
    const { written, state, replies, send, clock } = setUp(asleep)
    replies.noteInput()
    send('a')
    send('b')
    clock.advance(100)
    expect(written).toEqual([])
    state.facts = { ...waiting, sleeps: 2 }
    clock.advance(100)
    expect(written).toEqual(['a', 'b'])
    expect(clock.pending).toBe(0)
  })

  test('a program that was woken between two looks is looked at again', () => {
    const { written, state, replies, send, clock } = setUp()
    replies.noteInput()
    send('a')
    clock.advance(0)
    state.facts = { ...waiting, sleeps: 2 }
    clock.advance(1)
    expect(written).toEqual([])
    clock.advance(1)
    expect(written).toEqual(['a'])
  })

  test('a program that waits but has not read what was typed is not answered before that', () => {
    const { written, state, replies, send, clock } = setUp()
    replies.noteInput()
    send('a')
    state.unread = true
    clock.advance(2000)
    expect(written).toEqual([])
    state.unread = false
    clock.advance(100)
    expect(written).toEqual(['a'])
  })

  test('they are dropped when the group that asked has gone', () => {
    const { written, state, replies, send, clock } = setUp()
    replies.noteInput()
    send('a')
    state.facts = { ...waiting, group: 6 }
    state.groups = [6]
    clock.advance(5000)
    expect(written).toEqual([])
    expect(clock.pending).toBe(0)
  })

  test('they are dropped when it has ended and is still in the foreground', () => {
    const { written, state, replies, send, clock } = setUp()
    replies.noteInput()
    send('a')
    state.facts = { ...waiting, ended: true, waits: null }
    clock.advance(5000)
    expect(written).toEqual([])
    expect(clock.pending).toBe(0)
  })

  test('a group that is there but not in the foreground gets them when it is back, and no one else', () => {
    const { written, state, replies, send, clock } = setUp()
    replies.noteInput()
    send('a')
    state.facts = { ...waiting, group: 6 }
    clock.advance(1500)
    expect(written).toEqual([])
    state.facts = waiting
    clock.advance(100)
    expect(written).toEqual(['a'])
    replies.noteInput()
    send('b')
    state.facts = { ...waiting, group: 6 }
    clock.advance(10_000)
    expect(written).toEqual(['a'])
    expect(clock.pending).toBe(0)
  })

  test('what was asked on the alternate screen that is left is not for the shell that is back', () => {
    const { written, state, replies, send, clock } = setUp()
    state.isShell = true
    replies.noteInput()
    send('a', true)
    send('b', false)
    clock.advance(5000)
    expect(written).toEqual(['b'])
  })

  test('a program that leaves the alternate screen and waits gets them', () => {
    const { written, replies, send, clock } = setUp()
    replies.noteInput()
    send('a', true)
    clock.advance(5000)
    expect(written).toEqual(['a'])
  })

  test('they go after a second to a program that never waits', () => {
    const { written, replies, send, clock } = setUp(asleep)
    replies.noteInput()
    send('a')
    clock.advance(900)
    expect(written).toEqual([])
    clock.advance(200)
    expect(written).toEqual(['a'])
  })

  test('and later, but not never, to one that has not come to an end of its work', () => {
    const { written, replies, send, clock } = setUp(running)
    replies.noteInput()
    send('a')
    clock.advance(3000)
    expect(written).toEqual([])
    clock.advance(3000)
    expect(written).toEqual(['a'])
    expect(clock.pending).toBe(0)
  })

  test('they go at once where nothing can be seen of processes', () => {
    const { written, replies, send, clock } = setUp(null)
    replies.noteInput()
    send('a')
    clock.advance(0)
    expect(written).toEqual(['a'])
  })

  test('a program that asks endlessly fills no memory', () => {
    const { written, state, replies, send, clock } = setUp(asleep)
    replies.noteInput()
    for (let i = 0; i < 1000; i++) send('x')
    state.facts = { ...waiting, sleeps: 2 }
    clock.advance(100)
    expect(written.length).toBe(256)
  })
})
