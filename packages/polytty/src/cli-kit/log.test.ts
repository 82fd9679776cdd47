import { describe, expect, test } from 'vitest'
import type { LogArea } from '../base/log.js'
import { Redactor } from '../redaction/redactor.js'
import { debugAreas, LineLog, type LineLogOptions } from './log.js'

function open(options: Partial<LineLogOptions> = {}): { log: LineLog; lines: string[] } {
  const lines: string[] = []
  const defaults = { level: 'warn', format: 'text', areas: new Set<LogArea>(), redactors: [new Redactor()] } as const
  const now = () => new Date('2026-01-02T03:04:05.678Z')
  return { log: new LineLog({ ...defaults, now, ...options }, (line) => lines.push(line)), lines }
}

test('a line for people has its fields behind it, quoted where that is needed', () => {
  const { log, lines } = open()
  log.warn('cut off', { connection: 3, reason: 'two words', nothing: undefined, none: null })
  expect(lines).toEqual(['03:04:05.678 warn cut off connection=3 reason="two words"\n'])
})

test('as JSON it is one object per line', () => {
  const { log, lines } = open({ format: 'json', areas: new Set(['pty'] as const) })
  log.debug('pty', 'program started', { pid: 7 })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: '2026-01-02T03:04:05.678Z', level: 'debug', area: 'pty', message: 'program started', pid: 7 },
  ])
})

describe('what is left out', () => {
  test('levels below the one that is wanted', () => {
    const { log, lines } = open()
    log.info('listening')
    log.error('failed')
    expect(lines).toEqual(['03:04:05.678 error failed\n'])
  })

  test('areas that no one asked for', () => {
    const { log, lines } = open({ areas: new Set(['wait'] as const) })
    log.debug('engine', 'unknown sequence')
    log.debug('wait', 'wait ended')
    expect([log.wants('engine'), log.wants('wait'), lines]).toEqual([false, true, [expect.stringContaining('ended')]])
  })

  test('secrets, by the built-in rules and by those of the server', () => {
    const { log, lines } = open({
      redactors: [new Redactor(), new Redactor({ literals: ['hunter2'], builtIn: false })],
    })
    log.error('it said password=abc', { reason: 'Bearer abcdefgh12345', stack: 'Error: hunter2' })
    expect(lines.join('')).not.toMatch(/abc|hunter2/)
  })

  test('what a terminal would act on', () => {
    const { log, lines } = open()
    log.error('\x1b[2J', { reason: '\x1b]0;x\x07', stack: 'Error: \x1b[31m\n    at x' })
    expect(lines.join('')).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
  })
})

describe('POLYTTY_DEBUG', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['1', ['protocol', 'pty', 'wait', 'engine']],
    ['protocol, wait', ['protocol', 'wait']],
  ])('%j', (value, areas) => expect(debugAreas(value)).toEqual(areas))

  test('a name that is not an area is an error that lists them', () => {
    expect(() => debugAreas('protocols')).toThrow(/"protocols" is not an area/)
  })
})
