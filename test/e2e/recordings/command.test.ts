/** `polytty render` and `polytty play` on a small cast. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bin = join(import.meta.dirname, '../../../bin/polytty')
let folder: string
let cast: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-cast-'))
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
afterAll(() => rmSync(folder, { recursive: true }))

function polytty(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each([
  ['gif', 'GIF89a'],
  ['png', '\x89PNG'],
  ['svg', '<svg'],
])('render to %s', (ending, magic) => {
  const output = join(folder, `out.${ending}`)
  expect(polytty('render', cast, '-o', output, '--idle-limit', '1')).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(output, 'latin1').startsWith(magic)).toBe(true)
})

test('render to text at a moment', () => {
  const output = join(folder, 'out.txt')
  polytty('render', cast, '-o', output, '--at', '0.2')
  expect(readFileSync(output, 'utf8')).toBe('one\ntwo\n')
})

test('what cannot be done is told in a line', () => {
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
