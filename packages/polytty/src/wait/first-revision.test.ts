import { CharacterPairs, Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { randomStream, seeded } from '../../../../test/screens/random-stream.js'
import { compileMatcher } from './condition.js'
import { findOnScreen } from './find.js'
import type { Matcher, WaitView } from './matcher.js'
import { ScreenText } from './screen-text.js'

const noTime = 0

/** A screen that is written piece by piece, and looked at after each. */
function* screens(seed: number): Generator<Terminal> {
  const random = seeded(seed)
  const terminal = new Terminal({ cols: 3 + random(40), rows: 1 + random(8) })
  const words = ['ready', 'done', 'ok', 'a\u0301b', 'x日y', '$ ']
  const bytes = randomStream(seed, 30)
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(40)
    terminal.write(bytes.subarray(at, at + size))
    if (random(3) === 0) terminal.write(words[random(words.length)]!)
    at += size
    yield terminal
  }
}

test('what stands on a screen is never ruled out by its pairs of characters', () => {
  const pairs = new CharacterPairs()
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed + 1000)
    for (const terminal of screens(seed)) {
      const { text } = new ScreenText(terminal.snapshot(), null, 'trimmed')
      const from = random(text.length + 1)
      const part = text.slice(from, from + 1 + random(12))
      terminal.readPairs(pairs)
      expect(pairs.hasAll(CharacterPairs.placesOf(part)), `seed ${seed}: ${JSON.stringify(part)}`).toBe(true)
    }
  }
})

test('a filtered wait finds at the same revision what one that looks at every revision finds', () => {
  const matchers: Matcher[] = [
    { type: 'text', text: 'ready' },
    { type: 'text', text: 'ok' },
    { type: 'regex', pattern: 'do[a-z]e' },
    { type: 'regex', pattern: '^re.*y$' },
    {
      type: 'any',
      of: [
        { type: 'text', text: 'ready' },
        { type: 'regex', pattern: 'x.y' },
      ],
    },
    {
      type: 'all',
      of: [
        { type: 'text', text: 'done' },
        { type: 'text', text: 'ok' },
      ],
    },
  ]
  const pairs = new CharacterPairs()
  let ruledOut = 0
  for (let seed = 1; seed <= 60; seed++) {
    for (const matcher of matchers) {
      const condition = compileMatcher(matcher, noTime)
      for (const terminal of screens(seed)) {
        const view = { snapshot: () => terminal.snapshot() } as WaitView
        terminal.readPairs(pairs)
        const found = condition.evaluate(view, noTime) !== null
        const possible = condition.canMatch?.(pairs) ?? true
        if (!possible) ruledOut++
        expect(possible || !found, `seed ${seed}: ${JSON.stringify(matcher)}`).toBe(true)
      }
    }
  }
  expect(ruledOut).toBeGreaterThan(1000)
})

test('a screen without the text is ruled out, one with it is found', () => {
  const terminal = new Terminal({ cols: 20, rows: 3 })
  const pairs = new CharacterPairs()
  const places = CharacterPairs.placesOf('ready')
  terminal.write('reach the yard')
  terminal.readPairs(pairs)
  expect(pairs.hasAll(places)).toBe(false)
  terminal.write('\r\nalready')
  terminal.readPairs(pairs)
  expect(pairs.hasAll(places)).toBe(true)
  expect(findOnScreen(terminal.snapshot(), 'ready')).toHaveLength(1)
})
