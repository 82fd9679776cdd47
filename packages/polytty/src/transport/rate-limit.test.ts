import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { RateLimit } from './rate-limit.js'

test('an address has so many requests a second, and no other pays for it', () => {
  const clock = new ManualClock()
  const limit = new RateLimit(100, clock)
  for (let count = 0; count < 100; count++) expect(limit.admits('192.0.2.1')).toBe(true)
  expect(limit.admits('192.0.2.1')).toBe(false)
  expect(limit.admits('192.0.2.2')).toBe(true)
  clock.advance(1000)
  expect(limit.admits('192.0.2.1')).toBe(true)
})
