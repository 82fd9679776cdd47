import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { nextTurn } from '../base/turns.js'
import { Reading, ReadingTurns } from './reading.js'

/** A program that prints: each piece takes so long to handle. */
function program(turns: ReadingTurns, clock: ManualClock) {
  const state = { paused: false }
  const pty = {
    pause: () => {
      state.paused = true
    },
    resume: () => {
      state.paused = false
    },
  }
  const reading = new Reading(pty, turns, clock)
  return { state, reading, print: (ms: number) => reading.spend(() => clock.advance(ms)) }
}

function programs(count: number) {
  const [turns, clock] = [new ReadingTurns(), new ManualClock()]
  const all = Array.from({ length: count }, () => program(turns, clock))
  return { clock, all, paused: () => all.map(({ state }) => state.paused) }
}

test('when output has taken enough of a turn, who prints much waits, and who prints little does not', async () => {
  const { all, paused } = programs(3)
  const [first, second, quiet] = all.map(({ print }) => print)
  first!(0.45)
  second!(0.3)
  quiet!(0.1)
  expect(paused()).toEqual([false, true, false])
  await nextTurn()
  expect(paused()).toEqual([false, false, false])
})

test('who is alone need not wait', () => {
  const { all, paused } = programs(1)
  for (let piece = 0; piece < 10; piece++) all[0]!.print(1)
  expect(paused()).toEqual([false])
})

test('of many that wait, one goes on in each turn, in order', async () => {
  const { all, paused } = programs(7)
  for (const { print } of all) print(0.6)
  const waiting = (): number[] => paused().flatMap((isPaused, index) => (isPaused ? [index] : []))
  expect(waiting()).toEqual([1, 2, 3, 4, 5, 6])
  await nextTurn()
  expect(waiting()).toEqual([2, 3, 4, 5, 6])
  all[1]!.print(0.6)
  await nextTurn()
  expect(waiting()).toEqual([1, 3, 4, 5, 6])
})

test('what a program printed long ago does not count', async () => {
  const { clock, all, paused } = programs(2)
  all[0]!.print(0.5)
  await nextTurn()
  clock.advance(300)
  all[1]!.print(0.6)
  all[0]!.print(0.1)
  expect(paused()).toEqual([false, false])
  all[0]!.print(0.2)
  expect(paused()).toEqual([true, false])
})

test('what is held stays held when its turn comes', async () => {
  const { all, paused } = programs(2)
  const hold = all[0]!.reading.hold()
  for (const { print } of all.toReversed()) print(1)
  await nextTurn()
  expect(paused()).toEqual([true, false])
  hold.dispose()
  expect(paused()).toEqual([false, false])
})
