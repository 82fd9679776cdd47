/** Keyframes that earlier versions wrote can be read: a server may be replaced by a newer one while sessions run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeKeyframe, encodeKeyframe } from '../../../packages/polytty/src/host/link/keyframe.js'
import { Terminal } from '../../../packages/terminal/src/index.js'

test.each([1])('format %i', (format) => {
  const bytes = readFileSync(join(import.meta.dirname, `keyframe-${format}.bin`))
  const saved = decodeKeyframe(bytes)
  const { cols, rows, screen } = saved
  const terminal = new Terminal({ cols, rows })
  terminal.restore(screen.terminal)
  expect(terminal.snapshot().text().trim()).toBe('hidden main')
  expect(terminal.title).toBe('a title')
  expect(terminal.modes.bracketedPaste).toBe(true)
  expect(screen.transcript.text).toContain('\r\n40\r\n')
  // It was saved in the middle of a character.
  terminal.write(Uint8Array.of(0xbc, 0xa2))
  expect(terminal.snapshot().text()).toContain('hidden main漢')
  terminal.write('\x1b[?1049l')
  expect(terminal.snapshot().row(8).text).toBe('40')
  const [first] = terminal.history()
  expect(first.text).toBe('red 漢 link')
  expect([first.cell(0).fg, first.cell(7).hyperlink?.uri]).toEqual([1, 'http://example.org'])
})

test('what is written is read again', () => {
  const saved = decodeKeyframe(readFileSync(join(import.meta.dirname, 'keyframe-1.bin')))
  expect(decodeKeyframe(Buffer.concat(encodeKeyframe(saved)))).toEqual(saved)
})
