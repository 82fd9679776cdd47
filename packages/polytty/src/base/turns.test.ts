import { expect, test } from 'vitest'
import { ManualClock } from './clock.js'
import { nextTurn, Turns } from './turns.js'

test('while a turn is young work begins at once; later it waits for a turn of its own', async () => {
  const clock = new ManualClock()
  const turns = new Turns(clock)
  expect([turns.take(), turns.take()]).toEqual([null, null])
  clock.advance(4)
  const begun: string[] = []
  const first = turns.take()!.then(() => begun.push('first'))
  const second = turns.take()!.then(() => begun.push('second'))
  expect(begun).toEqual([])
  await first
  expect(begun).toEqual(['first'])
  await second
  await nextTurn()
  expect(turns.take()).toBeNull()
})

test('those with much to do let others go first, and are not forgotten', async () => {
  const clock = new ManualClock()
  const turns = new Turns(clock)
  turns.take()
  clock.advance(4)
  const begun: string[] = []
  const ask = (name: string, isLong: boolean) => turns.take(isLong)!.then(() => begun.push(name))
  await Promise.all([
    ...['long 1', 'long 2'].map((name) => ask(name, true)),
    ...['a', 'b', 'c', 'd', 'e'].map((name) => ask(name, false)),
  ])
  expect(begun).toEqual(['a', 'b', 'c', 'long 1', 'd', 'e', 'long 2'])
})
