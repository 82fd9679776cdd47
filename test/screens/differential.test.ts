/** No unexplained difference from @xterm/headless; the explained ones are listed in differential.ts. */
import { expect, test } from 'vitest'
import { differentialStream, findDifference } from './differential.js'

test('the same screen as xterm.js on sequences that both support', () => {
  const warn = console.warn
  console.warn = () => {}
  try {
    for (let seed = 1; seed <= 600; seed++) {
      const rows = 3 + (seed % 9)
      const cols = 8 + (seed % 30)
      const text = differentialStream(seed, rows, cols, 40)
      expect(findDifference(text, rows, cols), `seed ${seed}: ${JSON.stringify(text)}`).toBeNull()
    }
  } finally {
    console.warn = warn
  }
})
