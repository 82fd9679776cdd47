import { Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { Redactor } from './redactor.js'
import { redactSnapshot } from './snapshot.js'

function screen(bytes: string, cols = 30, rows = 3) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(bytes)
  return terminal.snapshot()
}

const redactor = new Redactor({ literals: ['日本', 'my long secret phrase'] })

test('masked cells keep their width and colours; the rest is as it was', () => {
  const masked = redactSnapshot(screen('\x1b[31mtoken=abc\x1b[m - 日本! ok'), redactor)
  expect(masked.text()).toBe('token=*** - ****! ok\n\n')
  expect(masked.cell(0, 6)).toMatchObject({ text: '*', width: 1, fg: 1 })
  expect(masked.cell(0, 13)).toMatchObject({ text: '*', width: 1 })
  expect(masked.cell(0, 18).text).toBe('o')
  expect(masked.text({ region: { top: 0, left: 4, bottom: 0, right: 8 }, trim: false })).toBe('n=***')
})

test('a secret that wraps into the next row is found', () => {
  const masked = redactSnapshot(screen('0123456789012345678901234 my long secret phrase.'), redactor)
  expect(masked.row(0).text).toBe('0123456789012345678901234 [RED')
  expect(masked.row(1).text).toBe('ACTED]***********.')
})

test('the title is text too', () => {
  expect(redactSnapshot(screen('\x1b]2;password=x\x07hello'), redactor)).toMatchObject({ title: 'password=[REDACTED]' })
})

test('a screen without secrets is the same screen', () => {
  const snapshot = screen('nothing to hide')
  expect(redactSnapshot(snapshot, redactor)).toBe(snapshot)
})
