/** `polytty render` and `polytty play` on a small cast. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Terminal } from '../../../packages/terminal/src/index.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

let folder: string
let cast: string
beforeAll(() => {
  folder = newFolder()
  cast = join(folder, 'demo.cast')
  const events = [
    [0.1, 'o', 'one\r\n'],
    [0.2, 'o', '\x1b[31mtwo\x1b[0m\r\n'],
    [60, 'o', 'three'],
  ]
  writeFileSync(
    cast,
    [{ version: 2, width: 20, height: 4 }, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
})

function polytty(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each([
  ['gif', 'GIF89a'],
  ['png', '\x89PNG'],
  ['svg', '<svg'],
  ['html', '<'],
  ['ansi', 'one'],
])('render to %s', (ending, magic) => {
  const output = join(folder, `out.${ending}`)
  expect(polytty('render', cast, '-o', output, '--idle-limit', '1')).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(output, 'latin1').startsWith(magic)).toBe(true)
})

test('pictures are drawn at twice their size, with room around them, a frame and a title where they are asked for', () => {
  const size = (...options: string[]): [number, number] => {
    const output = join(folder, 'size.png')
    expect(polytty('render', cast, '-o', output, ...options)).toMatchObject({ status: 0, stderr: '' })
    const png = readFileSync(output)
    return [png.readUInt32BE(16), png.readUInt32BE(20)]
  }
  const [width, height] = size('--scale', '1', '--padding', '0')
  expect(size('--padding', '0')).toEqual([2 * width, 2 * height])
  expect(size('--scale', '1', '--padding', '30')).toEqual([width + 60, height + 60])
  const [framedWidth, framedHeight] = size('--scale', '1', '--padding', '0', '--frame')
  expect([framedWidth >= width, framedHeight > height]).toEqual([true, true])
  for (const ending of ['svg', 'html']) {
    const output = join(folder, `framed.${ending}`)
    polytty('render', cast, '-o', output, '--frame', '--title', 'A&B')
    expect(readFileSync(output, 'utf8')).toContain('A&amp;B')
  }
})

test('render to text at a moment', () => {
  const output = join(folder, 'out.txt')
  polytty('render', cast, '-o', output, '--at', '0.2')
  expect(readFileSync(output, 'utf8')).toBe('one\ntwo\n')
})

test('what cannot be done is reported in one line', () => {
  expect(polytty('render', cast, '-o', 'x.bmp')).toMatchObject({ status: 2, stderr: expect.stringContaining('.gif') })
  expect(polytty('render', '/no/cast', '-o', 'x.gif')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/no/cast'),
  })
  const broken = join(folder, 'broken.cast')
  writeFileSync(broken, 'nonsense')
  expect(polytty('play', broken).stderr).toContain('broken.cast')
})

test('play prints what was recorded, long pauses cut', () => {
  const { status, stdout } = polytty('play', cast, '--speed', '10', '--idle-limit', '0.1')
  expect([status, stdout]).toEqual([0, expect.stringContaining('one\r\n\x1b[31mtwo\x1b[0m\r\nthree')])
})

test('play does not let a recording act on the terminal, and leaves it as it was', () => {
  const file = join(folder, 'acting.cast')
  const output = 'shown\x1b]52;c;aGk=\x07\x1b]2;title\x07\x1b[?1000h\x1b[?2004h\x1b[?1049h\x1b[?25l\x1b[6n'
  writeFileSync(file, `{"version":2,"width":20,"height":4}\n${JSON.stringify([0, 'o', output])}\n`)
  const { status, stdout } = polytty('play', file)
  const terminal = new Terminal()
  const before = terminal.modes
  const events: string[] = []
  terminal.onEvent(({ type }) => events.push(type))
  terminal.write(stdout)
  expect([status, stdout]).toEqual([0, expect.stringContaining('shown')])
  expect(terminal.modes).toEqual({ ...before, cursorBlink: terminal.modes.cursorBlink })
  expect(events.filter((type) => type === 'clipboard' || type === 'title')).toEqual([])
  expect(terminal.takeReplies()).toHaveLength(0)
})
