import { describe, expect, test } from 'vitest'
import { findKeyLines } from './private-key.js'

const begin = '-----BEGIN RSA PRIVATE KEY-----'
const end = '-----END RSA PRIVATE KEY-----'
const body = [
  'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB',
  'q2yRUzZ8oZrPqKTwvvN9+4k8lVtz',
  'aB3=',
]

function keyLines(lines: readonly string[], options?: { cut: boolean }): number[] {
  return [...findKeyLines(lines, options)].sort((a, b) => a - b)
}

describe('a block', () => {
  test('between its markers, and nothing else', () => {
    expect(keyLines(['$ cat key', begin, ...body, end, '$ '])).toEqual([1, 2, 3, 4, 5])
    expect(keyLines(['a', '-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----'])).toEqual([])
    expect(keyLines([])).toEqual([])
  })

  test('whose beginning is not there', () => {
    expect(keyLines([...body, end, '$ '])).toEqual([0, 1, 2, 3])
    expect(keyLines(['$ tail key', ...body, end])).toEqual([1, 2, 3, 4])
  })

  test.each(['  key: ', 'app | ', '2026-11-16T10:00:00Z web[3]: '])('behind %j, with either end missing', (words) => {
    const behind = (lines: readonly string[]) => lines.map((line) => words + line)
    expect(keyLines(['$ tail log', ...behind([...body, end]), '$ '])).toEqual([1, 2, 3, 4])
    expect(keyLines(['$ head log', ...behind([begin, ...body])])).toEqual([1, 2, 3, 4])
    expect(keyLines(behind([body[0]!, body[0]!, body[0]!, body[0]!]), { cut: true })).toEqual([0, 1, 2, 3])
  })

  test('whose short last line is the last on the screen', () => {
    expect(keyLines([body[0]!, body[0]!, body[0]!, 'J1B47LdO0mbw/U0aUrBoLg==', ':'], { cut: true })).toEqual([
      0, 1, 2, 3,
    ])
    expect(keyLines([body[0]!, body[0]!, body[0]!, '(END)'], { cut: true })).toEqual([0, 1, 2])
  })

  test('whose end is not there yet', () => {
    expect(keyLines(['$ cat key', begin, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00FF', '', ...body])).toEqual(
      [1, 2, 3, 4, 5, 6, 7],
    )
    expect(keyLines([begin, body[0]!, 'and then a sentence', body[0]!])).toEqual([0, 1])
  })

  test.each([
    ['a frame', (line: string) => `│ ${line.padEnd(66)} │`],
    ['a frame of ASCII', (line: string) => `| ${line} |`],
    ['line numbers', (line: string, index: number) => `  ${index + 1}  ${line}`],
    ['numbers in a gutter', (line: string, index: number) => `  ${index + 1} │ ${line}`],
    ['a comment', (line: string) => `# ${line}`],
    ['quotes', (line: string) => `  "${line}",`],
  ])('with %s around it, whole or in part', (_, around) => {
    const lines = [begin, ...body, end].map(around)
    expect(keyLines(lines)).toEqual([0, 1, 2, 3, 4])
    expect(keyLines(lines.slice(1))).toEqual([0, 1, 2, 3])
    expect(keyLines(lines.slice(0, -1))).toEqual([0, 1, 2, 3])
  })

  test('broken by a frame too narrow for its markers', () => {
    const text = [begin, ...body, end].join(' ')
    const lines = [
      '┌──────────────┐',
      ...(text.match(/.{1,14}/g) ?? []).map((part) => `│${part.padEnd(14)}│`),
      '└──┘',
      'x',
    ]
    expect(keyLines(lines)).toEqual(lines.map((_, index) => index).slice(1, -2))
  })

  test('two of them, and one that never ends before another', () => {
    expect(keyLines([begin, body[0]!, end, 'between', begin, body[0]!, end])).toEqual([0, 1, 2, 4, 5, 6])
    expect(keyLines([begin, 'grep found this line', 'and no more', begin, body[0]!, end])).toEqual([0, 3, 4, 5])
  })
})

describe('a screen full of one, both ends outside', () => {
  const full = Array.from({ length: 8 }, () => body[0]!)

  test('is one, also with a title and a status line', () => {
    expect(keyLines(full, { cut: true })).toHaveLength(8)
    expect(keyLines(['key.pem', ...full, ':'], { cut: true })).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(keyLines(full)).toEqual([])
  })

  test('is none where there is something else above or below', () => {
    expect(keyLines(['a', 'b', 'c', ...full], { cut: true })).toEqual([])
    expect(keyLines([...full, 'a', 'b', 'c'], { cut: true })).toEqual([])
    expect(keyLines([...full, '-----END CERTIFICATE-----'], { cut: true })).toEqual([])
    expect(keyLines(['one', 'two', 'three', 'four'], { cut: true })).toEqual([])
  })
})
