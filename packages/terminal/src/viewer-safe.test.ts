import { describe, expect, test } from 'vitest'
import { Terminal } from './index.js'
import { ViewerSafe } from './viewer-safe.js'

describe('what a played recording may do to the terminal that shows it', () => {
  test.each<[string, string]>([
    ['text, also wide and joined', 'añ漢👨‍👩‍👧\r\n\tb\x07'],
    ['colours and attributes', '\x1b[1;38;2;1;2;3mx\x1b[4:3my\x1b[m'],
    ['moves and erasures', '\x1b[3;4H\x1b[2J\x1b[K\x1b[?2J\x1b[5X\x1b7\x1b8\x1b[2;5r'],
    ['the alternate screen and the cursor', '\x1b[?1049h\x1b[?25l\x1b[?1049l'],
    ['character sets', '\x1b(0lqk\x1b(B'],
    ['links', '\x1b]8;id=1;http://a\x1b\\x\x1b]8;;\x1b\\'],
  ])('draws: %s', (_, text) => {
    expect(new ViewerSafe().filter(text)).toBe(text)
  })

  test.each<[string, string]>([
    ['the clipboard', '\x1b]52;c;aGk=\x07'],
    ['titles', '\x1b]0;t\x07\x1b]2;t\x1b\\\x1b[22;0t'],
    ['questions', '\x1b[c\x1b[6n\x1b[>q\x1b[?u\x1b]11;?\x07\x1bP+q544e\x1b\\\x1b[?25$p\x1b[18t\x05'],
    ['mouse, paste, focus and keys', '\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[>4;2m\x1b='],
    ['notifications, colours and files', '\x1b]9;hi\x07\x1b]4;1;red\x07\x1b]1337;File=:AAAA\x07\x1b_Gi=1;AA\x1b\\'],
    ['C1 controls', '\u009b6n\u009d52;c;aGk=\u009c'],
  ])('does not act: %s', (_, text) => {
    expect(new ViewerSafe().filter(text).replace('6n52;c;aGk=', '')).toBe('')
  })

  test('keeps the modes of a list that draw', () => {
    expect(new ViewerSafe().filter('\x1b[?1000;25;2004h')).toBe('\x1b[?25h')
  })

  test('control characters in links are left out', () => {
    expect(new ViewerSafe().filter('\x1b]8;;http://a\u009d52;c;x\u009c\x1b\\')).toBe('\x1b]8;;http://a52;c;x\x1b\\')
  })

  test('a sequence that is cut anywhere is filtered the same', () => {
    const text = 'é\x1b[1;31mx\x1b]52;c;aGk=\x07漢\x1b[?1000h\x1b[?25l'
    const whole = new ViewerSafe().filter(text)
    for (let cut = 1; cut < text.length; cut++) {
      const viewer = new ViewerSafe()
      expect(viewer.filter(text.slice(0, cut)) + viewer.filter(text.slice(cut))).toBe(whole)
    }
  })

  test('restoring ends all that it lets through', () => {
    const viewer = new ViewerSafe()
    const terminal = new Terminal()
    const before = terminal.modes
    terminal.write(
      viewer.filter(
        '\x1b[4;20h\x1b[?5;6;7;12;25;45;47;69;1045;1047;1049;2026h\x1b[?7l\x1b[?25l\x1b]8;;http://a\x07\x1b[1m',
      ),
    )
    terminal.write(`${viewer.restore}x`)
    expect(terminal.modes).toEqual({ ...before, cursorBlink: terminal.modes.cursorBlink })
    expect(terminal.snapshot().cell(0, 0)).toMatchObject({ bold: false, hyperlink: null })
  })
})
