import { Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar.js'

function onTerminal(columns: number) {
  const terminal = new Terminal({ cols: columns, rows: 2 })
  let writes = 0
  const write = (text: string) => {
    writes++
    terminal.write(text)
  }
  return { stream: { isTTY: true, columns, write }, line: () => terminal.snapshot().row(0).text, writes: () => writes }
}

test('fills from left to right on one line, and goes', () => {
  const { stream, line } = onTerminal(40)
  const progress = new ProgressBar('rendering', stream)
  progress.update(0, '0 frames')
  expect(line()).toBe('rendering ▕            ▏   0%  0 frames')
  progress.update(0.5, '8 frames')
  expect(line()).toBe('rendering ▕██████      ▏  50%  8 frames')
  progress.update(0.55, '9 frames')
  expect(line()).toBe('rendering ▕██████▌     ▏  55%  9 frames')
  progress.update(2, '9 frames')
  expect(line()).toBe('rendering ▕████████████▏ 100%  9 frames')
  progress.clear()
  expect(line()).toBe('')
})

test('is drawn again only when it differs, and fits a narrow window', () => {
  const { stream, line, writes } = onTerminal(22)
  const progress = new ProgressBar('rendering', stream)
  for (let step = 0; step < 100; step++) progress.update(0.25, '1 frame')
  expect(writes()).toBe(1)
  expect(line()).toBe('rendering   25%  1 fra')
})

test('is silent where there is no terminal', () => {
  const written: string[] = []
  const progress = new ProgressBar('rendering', { write: (text) => written.push(text) })
  progress.update(0.5, '')
  progress.clear()
  expect(written).toEqual([])
})
