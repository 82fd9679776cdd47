import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newFolder } from '../../../../../../test/support/new-folder.js'
import { logFolder, openLog, readLog, readNewLog } from './log-files.js'

beforeEach(() => {
  vi.stubEnv('PTYWRIGHT_HOME', newFolder())
})
afterEach(() => {
  rmSync(process.env.PTYWRIGHT_HOME!, { recursive: true })
  vi.unstubAllEnvs()
})

const on = (day: string) => () => new Date(`2026-${day}T12:00:00Z`)

test('a line is redacted, one line, and bounded', () => {
  const log = openLog(on('01-02'))
  log('token=abc\nsecond line\x1b[2J')
  log('x'.repeat(10_000))
  const [first, second] = readLog(10, '').lines
  expect(first).toBe(`2026-01-02T12:00:00.000Z ${process.pid} token=[REDACTED] second line [2J`)
  expect(second!.length).toBeLessThan(2100)
})

test('the last lines of several days, oldest first', () => {
  openLog(on('01-02'))('one a')
  openLog(on('01-03'))('two b')
  openLog(on('01-04'))('three a')
  const texts = (lines: string[]): string[] => lines.map((line) => line.split(' ').slice(2).join(' '))
  expect(texts(readLog(2, '').lines)).toEqual(['two b', 'three a'])
  expect(texts(readLog(10, ' a').lines)).toEqual(['one a', 'three a'])
  expect(readLog(0, '').lines).toEqual([])
})

test('what is written later, also on another day, but no half lines', () => {
  const texts = (lines: readonly string[]): string[] => lines.map((line) => line.split(' ').slice(2).join(' '))
  openLog(on('01-02'))('before')
  const { place } = readLog(1, '')
  expect(readNewLog(place!, '').lines).toEqual([])
  openLog(on('01-02'))('äfter')
  const path = place!.path
  appendFileSync(path, 'half a ')
  const first = readNewLog(place!, '')
  expect(texts(first.lines)).toEqual(['äfter'])
  appendFileSync(path, 'line x\n')
  openLog(on('01-03'))('next day')
  const second = readNewLog(first.place, '')
  expect(second.lines[0]).toBe('half a line x')
  expect(texts(second.lines.slice(1))).toEqual(['next day'])
  expect(readNewLog(second.place, '').lines).toEqual([])
})

test('a full file takes no more, and old files go', () => {
  const log = openLog(on('01-02'))
  log('begins')
  const [file] = readdirSync(logFolder())
  writeFileSync(join(logFolder(), file!), 'y'.repeat(1024 * 1024))
  log('too late')
  expect(statSync(join(logFolder(), file!)).size).toBe(1024 * 1024)
  for (let day = 10; day < 30; day++) openLog(on(`01-${day}`))('a day')
  openLog(on('02-01'))
  expect(readdirSync(logFolder())).toHaveLength(14)
  expect(readFileSync(join(logFolder(), 'ptywright.2026-01-29.log'), 'utf8')).toContain('a day')
})

test('a folder that cannot be written does no harm', () => {
  vi.stubEnv('PTYWRIGHT_HOME', '/dev/null/nowhere')
  expect(() => openLog()('text')).not.toThrow()
  expect(readLog(5, '')).toEqual({ lines: [], place: null })
  vi.stubEnv('PTYWRIGHT_HOME', newFolder())
})
