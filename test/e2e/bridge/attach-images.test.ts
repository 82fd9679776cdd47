/** `polytty attach --images`: what programs show reaches the terminal around it, as cells and pixels; inside tmux too. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { renderPng } from '@polytty/render'
import { type PictureCells, Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'

/** 16 by 32 pixels, two by two cells, each pixel different from its neighbours. */
const pixels = Buffer.from(Array.from({ length: 16 * 32 * 3 }, (_, index) => (index * 7) % 256))
const png = Buffer.from(renderPng(new Terminal({ cols: 2, rows: 2 }).snapshot()).bytes)

const kitty = `\x1b_Ga=T,f=24,s=16,v=32;${pixels.toString('base64')}\x1b\\`
const iterm = `\x1b]1337;File=inline=1;width=2;height=2:${png.toString('base64')}\x07`
/** A red column beside a green one, six pixels high. */
const sixel = '\x1bPq#1;2;100;0;0#2;2;0;100;0#1~#2~\x1b\\'

interface Shown {
  readonly cells: string[]
  readonly format: string | undefined
  readonly data: Buffer | null
}

/** The cells of a screen with those of the picture in them, and its bytes. */
function shown(runs: readonly PictureCells[]): Shown {
  const { format, data, compressed } = runs[0]?.placement.picture ?? {}
  const bytes = data ? Buffer.from(data, 'base64') : null
  const cells = runs.flatMap(({ row, col, count, pictureRow, pictureCol }) =>
    Array.from({ length: count }, (_, at) => `${row},${col + at}: ${pictureRow},${pictureCol + at}`),
  )
  return { cells, format, data: bytes && compressed ? inflateSync(bytes) : bytes }
}

/** What the terminal shows of pictures, once that is these cells. */
function untilShown(session: Session, cells: readonly string[]): Promise<Shown> {
  return new Promise((resolve) => {
    const look = (): void => {
      const now = shown(session.terminal.pictures())
      if (now.cells.join() !== cells.join()) return
      listening.dispose()
      resolve(now)
    }
    const listening = session.onChange.on(look)
    look()
  })
}

/** A session that prints each part when a line is typed, and the terminal of someone who attaches to it. */
async function attached(parts: readonly string[], wrap = (attach: string, _home: string) => ['sh', '-c', attach]) {
  const user = newUser()
  const script = join(user.home, 'shows')
  const steps = parts.map((part, index) => {
    writeFileSync(join(user.home, `part${index}`), part)
    return `read x; cat ${join(user.home, `part${index}`)}`
  })
  writeFileSync(script, `stty -echo; printf 'ready\\n'; ${steps.join('; ')}; cat`)
  expect(await user.run('new', '-n', 'inner', '--', 'sh', script)).toMatchObject({ code: 0 })
  const [program, ...args] = wrap(`${process.execPath} ${bin} attach inner --images`, user.home)
  const env = { ...user.env, TMUX: null } as Record<string, string | null>
  const outer = await newRegistry().create({ program, args, env })
  await see(outer, 'ready')
  return { outer, user, next: () => outer.write('\r') }
}

const twoByTwo = (row: number): string[] => [`${row},0: 0,0`, `${row},1: 0,1`, `${row + 1},0: 1,0`, `${row + 1},1: 1,1`]

test.each([
  ['kitty', kitty, { format: 'rgb', data: pixels }],
  ['iTerm2', iterm, { format: 'file', data: png }],
])('an image of %s', async (_, image, expected) => {
  const { outer, next } = await attached([image])
  await next()
  expect(await untilShown(outer, twoByTwo(1))).toMatchObject(expected)
})

test('a sixel image', async () => {
  const { outer, next } = await attached([sixel])
  await next()
  const line = [255, 0, 0, 255, 0, 255, 0, 255]
  const data = Buffer.from(Array.from({ length: 6 }, () => line).flat())
  expect(await untilShown(outer, ['1,0: 0,0'])).toMatchObject({ format: 'rgba', data })
})

test('moves with the text, goes with it cell by cell, and comes back with its screen', async () => {
  const steps = ['\x1b[24;1H\n', '\x1b[1;2Hx', '\x1b[?1049h', '\x1b[?1049l', '\x1b[24;1H\n\n']
  const { outer, next } = await attached([kitty, ...steps])
  const rest = ['0,0: 0,0', '1,0: 1,0', '1,1: 1,1']
  for (const cells of [twoByTwo(1), twoByTwo(0), rest, [], rest, []]) {
    await next()
    const { data } = await untilShown(outer, cells)
    expect(data).toEqual(cells.length === 0 ? null : pixels)
  }
})

test('whoever leaves takes the images along', async () => {
  const { outer, next } = await attached([kitty])
  await next()
  await untilShown(outer, twoByTwo(1))
  await outer.write('\x1c\x1c')
  await see(outer, 'detached')
  await untilShown(outer, [])
})

test('files, downloads and broken data reach no one', async () => {
  const refused = [
    `\x1b_Ga=T,t=f,f=100,s=16,v=32;${Buffer.from('/etc/hostname').toString('base64')}\x1b\\`,
    `\x1b]1337;File=inline=0;width=2;height=2:${png.toString('base64')}\x07`,
    `\x1b_Ga=T,f=24,s=16,v=32;${pixels.subarray(3).toString('base64')}\x1b\\`,
    `\x1b_Ga=T,f=100;${png.subarray(0, -20).toString('base64')}\x1b\\`,
  ]
  const { outer, next } = await attached([`${refused.join('')}done`])
  const written: string[] = []
  outer.onOutput.on(({ bytes }) => written.push(Buffer.from(bytes).toString('latin1')))
  await next()
  await see(outer, 'done')
  expect(written.join('')).not.toMatch(/\x1b_G|\x1bPq|\x1b\]1337/)
})

test('an image from before is shown to those who come later, in another size', async () => {
  const { outer, user, next } = await attached([kitty])
  await next()
  await untilShown(outer, twoByTwo(1))
  const later = await newRegistry().create({
    program: process.execPath,
    args: [bin, 'attach', 'inner', '--images'],
    env: user.env as Record<string, string>,
    cols: 60,
    rows: 20,
  })
  expect(await untilShown(later, twoByTwo(1))).toMatchObject({ format: 'rgb', data: pixels })
})

test.each([
  // tmux's own line is above.
  ['with passthrough', 'on', twoByTwo(2), pixels],
  ['not without passthrough', 'off', [], null],
])('through tmux: %s', needs('tmux'), async (_, setting, cells, data) => {
  const inTmux = (attach: string, home: string): string[] => {
    const config = join(home, 'tmux.conf')
    writeFileSync(config, `set -g allow-passthrough ${setting}\nset -g status-position top\n`)
    return ['tmux', '-S', join(home, 'tmux'), '-f', config, 'new', attach]
  }
  const { outer, next } = await attached([`${kitty}done`], inTmux)
  await next()
  await see(outer, 'done')
  expect(await untilShown(outer, cells)).toMatchObject({ data })
  await outer.write('\x1c\x1c')
  await see(outer, { type: 'regex', pattern: '\\[exited\\]|detached' })
  await untilShown(outer, [])
})
