import { describe, expect, test } from 'vitest'
import { Terminal } from '../index.js'

function answers(terminal: Terminal, bytes: string): string {
  terminal.write(bytes)
  return Buffer.from(terminal.takeReplies()).toString('latin1')
}

describe('key options of xterm', () => {
  test('each kind is kept, reported and reset', () => {
    const terminal = new Terminal({ cols: 10, rows: 2 })
    const all = '\x1b[?0m\x1b[?1m\x1b[?2m\x1b[?3m\x1b[?4m'
    const first = '\x1b[>0;0m\x1b[>1;2m\x1b[>2;2m\x1b[>3;0m\x1b[>4;0m'
    expect(answers(terminal, all)).toBe(first)
    expect(answers(terminal, `\x1b[>1;3m\x1b[>2;1m\x1b[>4;2m${all}`)).toBe(
      '\x1b[>0;0m\x1b[>1;3m\x1b[>2;1m\x1b[>3;0m\x1b[>4;2m',
    )
    expect(terminal.modes).toMatchObject({ modifyCursorKeys: 3, modifyFunctionKeys: 1, modifyOtherKeys: 2 })
    expect(answers(terminal, '\x1b[>1m\x1b[?1m')).toBe('\x1b[>1;2m')
    expect(answers(terminal, '\x1b[>2n\x1b[?2m')).toBe('\x1b[>2;m')
    expect(terminal.modes.modifyFunctionKeys).toBe(-1)
    expect(answers(terminal, `\x1b[>m${all}`)).toBe(first)
    expect(answers(terminal, '\x1b[>n')).toBe('')
    expect(terminal.modes.modifyFunctionKeys).toBe(-1)
  })

  test('the form of other keys is kept and reported', () => {
    const terminal = new Terminal({ cols: 10, rows: 2 })
    expect(answers(terminal, '\x1b[?4g\x1b[>4;1f\x1b[?4g')).toBe('\x1b[>4;0f\x1b[>4;1f')
    expect(terminal.modes.formatOtherKeys).toBe(1)
    expect(answers(terminal, '\x1b[>4f\x1b[?4g')).toBe('\x1b[>4;0f')
  })

  test('kinds that there are not, and values beyond all sense, do nothing', () => {
    const terminal = new Terminal({ cols: 10, rows: 2 })
    expect(answers(terminal, '\x1b[>99;1m\x1b[?99m\x1b[>99;1f\x1b[?99g\x1b[>99n')).toBe('')
    terminal.write('\x1b[>4;99m\x1b[>1;99m')
    expect(terminal.modes).toMatchObject({ modifyOtherKeys: 2, modifyCursorKeys: 3 })
  })

  test('changes are reported by name, resets restore all, dumps rebuild them', () => {
    const terminal = new Terminal({ cols: 10, rows: 2 })
    const reported: string[] = []
    terminal.onEvent((event) => {
      if (event.type === 'mode') reported.push(`${event.mode} ${event.enabled}`)
    })
    terminal.write('\x1b[>4;2m\x1b[>4;2m\x1b[>4;1f\x1b[>1n\x1b[>1u')
    expect(reported).toEqual([
      'modifyOtherKeys true',
      'formatOtherKeys true',
      'modifyCursorKeys false',
      'kittyKeyboard true',
    ])
    const copy = new Terminal({ cols: 10, rows: 2 })
    copy.write(terminal.dump())
    expect(copy.modes).toEqual(terminal.modes)
    terminal.write('\x1bc')
    expect(terminal.modes).toEqual(new Terminal({ cols: 10, rows: 2 }).modes)
  })
})
