import { expect, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { Throttle } from './throttle.js'

test('work is followed by rest, and the work of many by more of it', () => {
  const clock = new ManualClock()
  const throttle = new Throttle(clock)
  expect(throttle.waitFor(clock.monotonic())).toBe(0)
  throttle.spend(() => clock.advance(2))
  expect(throttle.waitFor(0)).toBe(6)
  throttle.spend(() => clock.advance(1))
  // 5 were left of the first rest, 3 come on top.
  expect(throttle.waitFor(0)).toBe(8)
  clock.advance(8)
  expect(throttle.waitFor(clock.monotonic())).toBe(0)
  expect(throttle.waitFor(clock.monotonic() + 100)).toBe(100)
})

test('what costs nothing waits for nothing', () => {
  const throttle = new Throttle(new ManualClock())
  for (let count = 0; count < 100; count++) throttle.spend(() => {})
  expect(throttle.waitFor(0)).toBe(0)
})
