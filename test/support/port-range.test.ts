import { expect, test } from 'vitest'
import { newPortRange } from './port-range.js'

test('no two have the same ports, until one leaves them', () => {
  const ranges = Array.from({ length: 100 }, newPortRange)
  expect(new Set(ranges.map(({ first }) => first)).size).toBe(100)
  for (const range of ranges) range.release()
})
