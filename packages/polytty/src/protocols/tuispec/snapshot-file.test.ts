import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTheme } from '@polytty/render'
import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../../../../test/support/new-folder.js'
import { compareSnapshots } from '../../compare/index.js'
import { drawSnapshot, readSnapshot, writeSnapshot } from './snapshot-file.js'

let folder: string
beforeAll(() => {
  folder = realpathSync(newFolder())
})

const theme = findTheme('dark')

const output = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      '日本語',
      '👩‍👩‍👧',
      'e\u0301',
      '\r\n',
      '\x1b[K',
      '\x1b[2J',
      '\x1b[?5h',
      '\x1b]4;1;rgb:12/34/56\x1b\\',
    ),
    fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 24 }))
      .map(([row, col]) => `\x1b[${row};${col}H`),
    fc
      .array(fc.constantFrom('0', '1', '2', '3', '4', '4:3', '7', '8', '9', '31', '42', '38;5;200', '48;2;9;8;7'), {
        maxLength: 3,
      })
      .map((codes) => `\x1b[${codes.join(';')}m`),
  ),
  { maxLength: 40 },
)

test('what is written and read again looks the same', async () => {
  await fc.assert(
    fc.asyncProperty(output, async (parts) => {
      const terminal = new Terminal({ cols: 20, rows: 8 })
      for (const part of parts) terminal.write(part)
      const { snapshotPath } = writeSnapshot(join(folder, 'random'), terminal.snapshot())
      const { changes, sameSize } = compareSnapshots(terminal.snapshot(), await readSnapshot(snapshotPath), {
        theme,
        styled: true,
        masks: [],
      })
      expect([changes, sameSize]).toEqual([[], true])
    }),
    { numRuns: 300 },
  )
})

test('a file of plain lines is read as lines, in the size that is asked for', async () => {
  const path = join(folder, 'plain.ansi.txt')
  writeFileSync(path, 'one\ntwo\nthree\n')
  const snapshot = await readSnapshot(path, { cols: 10, rows: 3 })
  expect([snapshot.text(), snapshot.cols]).toEqual(['one\ntwo\nthree', 10])
  expect(await readSnapshot(path)).toMatchObject({ cols: 134, rows: 40 })
})

test("a program's raw output is read as a terminal would show it", async () => {
  const path = join(folder, 'raw.ansi.txt')
  writeFileSync(path, '\x1b[2J\x1b[Hloading\rdone   \r\n\x1b[1mbold')
  writeFileSync(join(folder, 'raw.meta.json'), '{"rows":2,"cols":12,"version":1}')
  expect((await readSnapshot(path)).text()).toBe('done\nbold')
})

test.each(['{"rows":0,"cols":12}', '{"rows":1e9,"cols":12}', 'null', 'no json'])(
  'a size of %s is as good as none',
  async (meta) => {
    const path = join(folder, 'odd.ansi.txt')
    writeFileSync(path, 'x')
    writeFileSync(join(folder, 'odd.meta.json'), meta)
    expect(await readSnapshot(path)).toMatchObject({ cols: 134, rows: 40 })
  },
)

test('a picture is cut and widened to the wanted size', async () => {
  const path = join(folder, 'picture.ansi.txt')
  writeFileSync(path, 'hello')
  const widthOf = (png: Uint8Array) => Buffer.from(png).readUInt32BE(16)
  const drawn = async (cols: number) => widthOf(await drawSnapshot(path, { theme, cols, rows: 2 }))
  const [narrow, wide] = [await drawn(10), await drawn(200)]
  expect((wide - 20) / (narrow - 20)).toBe(20)
})

test('what is not there is said by its path', async () => {
  await expect(readSnapshot('/no/such.ansi.txt')).rejects.toThrow('/no/such.ansi.txt')
})
