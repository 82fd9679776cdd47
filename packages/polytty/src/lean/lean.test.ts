import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import {
  ClientMemory,
  changedLines,
  foldLines,
  leanOutput,
  type SeenScreen,
  screenLines,
  wholeScreen,
} from './index.js'

/** A terminal whose screen is looked at again and again. */
class Watched {
  readonly terminal: Terminal
  private last: SeenScreen | null = null

  constructor(cols = 40, rows = 8) {
    this.terminal = new Terminal({ cols, rows })
  }

  print(text: string): this {
    this.terminal.write(new TextEncoder().encode(text.replaceAll('\n', '\r\n')))
    return this
  }

  seen(): SeenScreen {
    const snapshot = this.terminal.snapshot()
    const { revision, alternateScreen: isAlternate } = snapshot
    return { ...screenLines(snapshot), revision, top: this.terminal.firstLine, isAlternate }
  }

  /** What is new since the last look. */
  look(): string {
    const now = this.seen()
    const text = changedLines(this.last, now)
    this.last = now
    return text
  }

  whole(): string {
    return wholeScreen(this.seen())
  }
}

describe('a whole screen', () => {
  test('is its rows with the cursor in them', () => {
    expect(new Watched().print('$ ls\na  b\n$ ').whole()).toBe('$ ls\na  b\n$ ▏')
  })

  test('blank rows in a row are one, equal ones are counted, the last ones go', () => {
    expect(new Watched(20, 12).print('top\n\n\n\n~\n~\n~\n\x1b[?25l').whole()).toBe('top\n\n~ (×3)')
  })

  test('rules are shortened', () => {
    expect(new Watched().print(`┌${'─'.repeat(30)}┐\n${'='.repeat(20)}\x1b[?25l`).whole()).toBe('┌─×30┐\n=×20')
  })

  test('what is selected is marked', () => {
    expect(new Watched().print('\x1b[?25l One\n\x1b[7m Two   \x1b[27m\n Three').whole()).toBe(' One\n ›Two‹\n Three')
  })

  test('inverse video that is no element is marked too, unless there is much of it', () => {
    expect(new Watched().print('a \x1b[7mb\x1b[27m c\x1b[?25l').whole()).toBe('a ›b‹ c')
    expect(new Watched().print('\x1b[7ma\x1b[27m b '.repeat(5)).print('\x1b[?25l').whole()).not.toContain('›')
  })

  test('the focused button is marked', () => {
    const box = '┌────────────────┐\n│ Sure?          │\n│ \x1b[7m<Yes>\x1b[27m   <No>   │\n└────────────────┘\x1b[?25l'
    expect(new Watched().print(box).whole()).toContain('›<Yes>‹   <No>')
  })

  test('wide characters keep the cursor in its place', () => {
    expect(new Watched().print('日本\x1b[1;3H').whole()).toBe('日▏本')
  })
})

describe('what changed', () => {
  test('is nothing at first sight of the same screen', () => {
    const watched = new Watched().print('a\nb\nc\n')
    watched.look()
    expect(watched.look()).toBe('')
  })

  test('is the rows that are new, with the number of the first', () => {
    const watched = new Watched().print('one\ntwo\nthree\nfour\n$ ')
    watched.look()
    expect(watched.print('make\nok\n$ ').look()).toBe('4: $ make\nok\n$ ▏')
  })

  test('is the row of the cursor where only it moved', () => {
    const watched = new Watched().print('one\ntwo\nthree')
    watched.look()
    expect(watched.print('\x1b[2;1H').look()).toBe('1: ▏two')
  })

  test('blocks have their own numbers', () => {
    const watched = new Watched().print('a\nb\nc\nd\ne\nf\x1b[?25l')
    watched.look()
    expect(watched.print('\x1b[1;1HA\x1b[5;1HE').look()).toBe('0: A\n4: E')
  })

  test('rows that only moved up are not repeated', () => {
    const watched = new Watched(20, 4).print('1\n2\n3\n4')
    watched.look()
    expect(watched.print('\n5').look()).toBe('3: 5▏')
  })

  test('lines that went by are counted', () => {
    const watched = new Watched(20, 4).print('$ ')
    watched.look()
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')
    expect(watched.print(lines).look()).toBe('+45\n0: line 46\nline 47\nline 48\nline 49▏')
  })

  test('is all of it after large changes', () => {
    const watched = new Watched().print('a\nb\nc\nd')
    watched.look()
    expect(watched.print('\x1b[2J\x1b[Hx\ny\nz').look()).toBe('x\ny\nz▏')
  })

  test('is all of it on the other screen', () => {
    const watched = new Watched().print('a\nb')
    watched.look()
    expect(watched.print('\x1b[?1049h\x1b[Heditor').look()).toBe('editor▏')
  })

  test('on a screen without history, text that moved is found again', () => {
    const watched = new Watched(20, 6).print('\x1b[?1049h\x1b[?25l\x1b[H1\n2\n3\n4\n5\n6')
    watched.look()
    expect(watched.print('\x1b[H2\n3\n4\n5\n6\n7').look()).toBe('5: 7')
  })

  test('rows that were erased are shown as such', () => {
    const watched = new Watched().print('a\nb\nc\nd\ne\nf\x1b[?25l')
    watched.look()
    expect(watched.print('\x1b[3;1H\x1b[K').look()).toBe('2:')
  })
})

test('whatever is printed, only rows that differ are sent again', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b', '\n', '\x1b[H', '\x1b[2K', '\x1b[3;3H', 'word '), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), (steps) => {
      const watched = new Watched(12, 5)
      watched.look()
      for (const step of steps) {
        watched.print(step.join(''))
        watched.look()
        expect(watched.look()).toBe('')
      }
    }),
  )
})

describe('the output of a command', () => {
  const many = Array.from({ length: 5000 }, (_, index) => (index === 2500 ? 'ERROR: it broke' : `ok ${index}`)).join(
    '\n',
  )

  test('is whole where there is room', () => {
    expect(leanOutput('a\nb\n', 100)).toBe('a\nb')
    expect(leanOutput('', 100)).toBe('')
  })

  test('counts equal lines', () => {
    expect(leanOutput('x\nx\nx\ny\n', 100)).toBe('x (×3)\ny')
  })

  test('of short lines at most half as much again as the bound is kept', () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index).join('\n')
    expect(countTokens(leanOutput(numbers, 300))).toBeLessThan(450)
  })

  test('keeps the first fifth, the last part, and what looks like an error with its number', () => {
    const lines = leanOutput(many, 100).split('\n')
    expect(lines[0]).toBe('ok 0')
    expect(lines.at(-1)).toBe('ok 4999')
    expect(lines).toContain('2501: ERROR: it broke')
    expect(lines.find((line) => line.startsWith('…'))).toMatch(/^… \d+ lines cut; among them:$/)
    const first = lines.findIndex((line) => line.startsWith('…'))
    expect(first).toBeGreaterThan(5)
    expect(lines.length - first).toBeGreaterThan(first)
  })

  test('stays within its bound, give or take the errors', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 60 }), { maxLength: 400 }),
        fc.integer({ min: 20, max: 300 }),
        (lines, max) => {
          expect(leanOutput(lines.join('\n'), max).length).toBeLessThan(max * 4 + 1200)
        },
      ),
    )
  })

  test('a line without end is cut', () => {
    expect(leanOutput(`${'x'.repeat(100_000)}\nend`, 200)).toContain('… (100000 characters)')
  })

  test('foldLines leaves single lines alone', () => {
    expect(foldLines(['a', '', '', 'b', 'b', ''])).toEqual(['a', '', 'b (×2)'])
  })
})

describe('what clients have seen', () => {
  test('is forgotten an hour after they asked last', () => {
    const clock = new ManualClock()
    const memory = new ClientMemory(clock)
    const seen = memory.of('one')
    clock.advance(3_000_000)
    memory.of('two')
    expect(memory.of('one')).toBe(seen)
    clock.advance(3_500_000)
    memory.of('two')
    clock.advance(200_000)
    expect(memory.of('one')).not.toBe(seen)
    expect(memory.size).toBe(2)
    memory.dispose()
    expect(clock.pending).toBe(0)
  })

  test('is bounded in clients and in sessions', () => {
    const memory = new ClientMemory(new ManualClock())
    for (let index = 0; index < 1000; index++) memory.of(String(index))
    expect(memory.size).toBe(256)
    const seen = memory.of('one')
    const screen = new Watched().seen()
    for (let index = 0; index < 100; index++) seen.set(String(index), screen)
    expect([seen.get('0'), seen.get('99')]).toEqual([null, screen])
    memory.dispose()
  })
})
