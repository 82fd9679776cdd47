import { expect, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { Pace } from './pace.js'

test('work is followed by rest, and the work of many by more of it', () => {
  const clock = new ManualClock()
  const pace = new Pace(clock)
  expect(pace.waitFor(clock.monotonic())).toBe(0)
  pace.spend(() => clock.advance(2))
  expect(pace.waitFor(0)).toBe(6)
  pace.spend(() => clock.advance(1))
  // 5 were left of the first rest, 3 come on top.
  expect(pace.waitFor(0)).toBe(8)
  clock.advance(8)
  expect(pace.waitFor(clock.monotonic())).toBe(0)
  expect(pace.waitFor(clock.monotonic() + 100)).toBe(100)
})

test('what costs nothing waits for nothing', () => {
  const pace = new Pace(new ManualClock())
  for (let count = 0; count < 100; count++) pace.spend(() => {})
  expect(pace.waitFor(0)).toBe(0)
})
