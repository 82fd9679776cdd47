import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Terminal, type TerminalEvent, type TerminalOptions } from '../index.js'
import { limits } from '../limits.js'

type ImageEvent = Extract<TerminalEvent, { type: 'image' }>

/** A terminal of 40×10 cells of 8×16 pixels, with the images it reported. */
function open(options: TerminalOptions = {}): { terminal: Terminal; images: ImageEvent[] } {
  const terminal = new Terminal({ cols: 40, rows: 10, ...options })
  const images: ImageEvent[] = []
  terminal.onEvent((event) => {
    if (event.type === 'image') images.push(event)
  })
  return { terminal, images }
}

function show(text: string, options?: TerminalOptions) {
  const { terminal, images } = open(options)
  terminal.write(text)
  const { cursor, history } = terminal.snapshot()
  return { images, cursor: [cursor.row, cursor.col], history, replies: replies(terminal) }
}

function replies(terminal: Terminal): string {
  return new TextDecoder().decode(terminal.takeReplies())
}

const kitty = (command: string): string => `\x1b_G${command}\x1b\\`
const iterm = (command: string): string => `\x1b]1337;${command}\x07`
const sixel = (width: number, height: number): string => `\x1bPq"1;1;${width};${height}\x1b\\`

/** The start of a PNG that says its size. */
function png(width: number, height: number): string {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

test.each(['a=T,U=1,i=4,s=16,v=32,c=2,r=2;AAAA', 'a=T,U=1,s=16,v=32;AAAA'])(
  'a virtual kitty placement has no place and leaves the cursor: %s',
  (command) => {
    expect(show(`ab${kitty(command)}`)).toMatchObject({ images: [], cursor: [0, 2], history: 0 })
  },
)

// The picture has 100 by 50 pixels, a cell 8 by 16.
test.each<[string, string, number, number]>([
  ['its own size', '', 13, 4],
  ['rows, and columns to match', 'r=2', 8, 2],
  ['columns, and rows to match', 'c=30', 30, 8],
  ['columns, and a part of a row', 'c=13', 13, 4],
  ['both, whatever they do to it', 'c=3,r=9', 3, 9],
  ['a part', 'x=10,y=10,w=16,h=16', 2, 1],
  ['a part that is larger than what there is', 'x=92,y=34,w=500,h=500', 1, 1],
  ['a part to the right and bottom', 'x=84,y=18', 2, 2],
  ['rows for a part', 'w=50,h=50,r=1', 2, 1],
  ['columns for a part', 'w=10,h=50,c=4', 4, 10],
  ['an offset that fits', 'X=4,Y=14', 13, 4],
  ['an offset that needs another cell', 'X=5,Y=15', 14, 5],
  ['an offset larger than a cell', 'X=999,Y=999', 14, 5],
  ['rows and an offset', 'r=2,X=1', 9, 2],
  ['both and an offset', 'c=3,r=2,X=7,Y=15', 3, 2],
  ['more than there can be', 'c=99999,r=1,C=1', limits.imageCells, 1],
])('the cells of a kitty image: %s', (_, keys, widthCells, heightCells) => {
  const { images } = show(kitty(`a=T,s=100,v=50,${keys};AAAA`))
  expect(images).toMatchObject([{ widthCells, heightCells }])
})

test('the pixels reported are those of the part that is shown', () => {
  const { images } = show(kitty('a=T,s=100,v=50,x=90,w=30,h=20;AAAA'))
  expect(images).toMatchObject([{ widthPixels: 10, heightPixels: 20 }])
})

test('nothing is shown of a part that is outside of the picture', () => {
  expect(show(kitty('a=T,s=100,v=50,x=100;AAAA'))).toMatchObject({ images: [], cursor: [0, 0] })
})

// 40 rows of 16 pixels on a screen of 10.
test.each<[string, string]>([
  ['sixel', sixel(8, 640)],
  ['kitty', kitty('a=T,s=8,v=640;AAAA')],
  ['iTerm2', iterm(`File=inline=1:${png(8, 640)}`)],
])('an image taller than the screen scrolls all of its rows: %s', (_, bytes) => {
  const { terminal, images } = open()
  terminal.write(`one\r\ntwo\r\n${bytes}`)
  expect(images).toMatchObject([{ row: 2, line: 2, heightCells: 40 }])
  expect(terminal.snapshot()).toMatchObject({ history: 32, cursor: { row: 9 } })
  terminal.write('\r\n\r\nend')
  expect(terminal.snapshot().row(9).text).toBe('end')
  // Counted from the first line ever, images and what surrounds them do not change places.
  terminal.write(sixel(8, 16))
  expect(images[1]).toMatchObject({ row: 9, line: 43, col: 3 })
})

test('600 pixels at home scroll 23 of 24 rows of 13 pixels, as in xterm', () => {
  expect(show(sixel(8, 600), { rows: 24, cellHeight: 13 })).toMatchObject({ history: 23, cursor: [23, 0] })
})

test('lines that an image scrolls are bounded', () => {
  const { images, history } = show(kitty('a=T,s=8,v=99999999;AAAA'))
  expect(images).toMatchObject([{ heightCells: limits.imageCells }])
  expect(history).toBe(limits.imageScroll)
})

test('a kitty image with C=1 neither scrolls nor moves the cursor', () => {
  const { images, cursor, history } = show(`ab${kitty('a=T,s=8,v=640,C=1;AAAA')}`)
  expect(images).toMatchObject([{ row: 0, col: 2, heightCells: 40 }])
  expect({ cursor, history }).toEqual({ cursor: [0, 2], history: 0 })
})

// As measured with kitty 0.26 and xterm 379.
test.each<[string, string, [number, number]]>([
  ['kitty, up to the last column', kitty('a=T,s=1,v=1,c=39,r=2;AAAA'), [1, 39]],
  ['kitty, at the edge', kitty('a=T,s=1,v=1,c=40,r=2;AAAA'), [2, 0]],
  ['kitty, beyond it', `\x1b[5;38H${kitty('a=T,s=1,v=1,c=9,r=2;AAAA')}`, [6, 0]],
  ['sixel that ends to the right', `\x1b[?8452h${sixel(500, 32)}`, [2, 0]],
  ['sixel that ends below its start', sixel(500, 32), [1, 0]],
  ['iTerm2, where it stays', iterm(`File=inline=1;width=40;height=2:${png(8, 8)}`), [1, 39]],
])('the cursor past an image as wide as the screen: %s', (_, bytes, cursor) => {
  expect(show(bytes).cursor).toEqual(cursor)
})

test('an image scrolls within the margins only, and not at all below them', () => {
  const { terminal } = open()
  terminal.write('top\x1b[10Hlow\x1b[2;5r\x1b[4H')
  terminal.write(sixel(8, 640))
  expect(terminal.snapshot()).toMatchObject({ history: 0, cursor: { row: 4 } })
  terminal.write(`\x1b[8H${sixel(8, 640)}`)
  expect(terminal.snapshot()).toMatchObject({ history: 0, cursor: { row: 9 } })
  expect([terminal.snapshot().row(0).text, terminal.snapshot().row(9).text]).toEqual(['top', 'low'])
})

test('with DECSDM set a sixel is at the top left corner and the cursor stays', () => {
  const { terminal, images } = open()
  terminal.write(`\x1b[5;6H\x1b[?80h${sixel(8, 640)}`)
  expect(images).toMatchObject([{ row: 0, line: 0, col: 0 }])
  expect(terminal.snapshot()).toMatchObject({ history: 0, cursor: { row: 4, col: 5 } })
  terminal.write(`\x1b[?80l${sixel(8, 32)}`)
  expect(images[1]).toMatchObject({ row: 4, line: 4, col: 5 })
  expect(terminal.snapshot().cursor).toMatchObject({ row: 5, col: 5 })
})

const raw = 's=1,v=1;AAAA'
const [ok, enoent, einval, ebadf] = ['OK', 'ENOENT:.*', 'EINVAL:.*', 'EBADF:.*']

test.each<[string, string[], string[]]>([
  ['a transfer', [`a=t,i=7,${raw}`], [`i=7;${ok}`]],
  ['a transfer by default', [`i=7,${raw}`], [`i=7;${ok}`]],
  ['a transfer that is shown as a placement', [`a=T,i=7,p=3,${raw}`], [`i=7,p=3;${ok}`]],
  ['images without an id', [`a=T,${raw}`, 'a=p'], []],
  ['a number gets an id', [`a=t,I=13,${raw}`], [`i=1,I=13;${ok}`]],
  ['an id that is free', [`i=1,q=1,${raw}`, `I=13,${raw}`, `I=13,${raw}`], [`i=2,I=13;${ok}`, `i=3,I=13;${ok}`]],
  ['quiet about success', [`i=7,q=1,${raw}`, 'a=p,i=7,q=1', 'a=p,i=8,q=1'], [`i=8;${enoent}`]],
  ['quiet about all', [`i=7,q=2,${raw}`, 'a=p,i=8,q=2', 'i=7,f=5,q=2'], []],
  ['pieces, once', ['i=7,s=1,v=1,m=1;AA', 'm=1;A', 'm=0;A'], [`i=7;${ok}`]],
  ['pieces that repeat their keys', [`a=t,i=7,m=1,${raw}`, `a=t,i=7,m=0,${raw}`], [`i=7;${ok}`]],
  ['pieces, quiet in the end', ['i=7,s=1,v=1,m=1;AA', 'm=0,q=2;A'], []],
  ['a transfer broken off', [`i=7,m=1,${raw}`, `i=8,${raw}`, 'a=p,i=7'], [`i=8;${ok}`, `i=7;${enoent}`]],
  ['placing by id', [`i=7,${raw}`, 'a=p,i=7,p=2'], [`i=7;${ok}`, `i=7,p=2;${ok}`]],
  ['placing by number', [`I=5,${raw}`, 'a=p,I=5'], [`i=1,I=5;${ok}`, `i=1,I=5;${ok}`]],
  ['placing what is unknown', ['a=p,i=7', 'a=p,I=9'], [`i=7;${enoent}`, `I=9;${enoent}`]],
  ['frames of an image', [`i=7,${raw}`, 'a=f,i=7;AAAA', 'a=f,i=8;AAAA'], [`i=7;${ok}`, `i=7;${ok}`, `i=8;${enoent}`]],
  ['both id and number', [`i=7,I=5,${raw}`], [`i=7,I=5;${einval}`]],
  ['no size', ['i=7,f=24;AAAA', 'a=p,i=7'], [`i=7;${einval}`, `i=7;${enoent}`]],
  ['formats', [`i=7,f=33,${raw}`, `i=7,f=24,${raw}`], [`i=7;${einval}`, `i=7;${ok}`]],
  ['pictures', [`i=7,f=100;${png(9, 9)}`, 'i=8,f=100;AAAA'], [`i=7;${ok}`, 'i=8;EBADPNG:.*']],
  ['a picture that cannot be looked into', ['i=8,f=100,o=z;AAAA'], [`i=8;${ok}`]],
  ['actions', ['a=y,i=7'], [`i=7;${einval}`]],
  ['animations', [`i=7,${raw}`, 'a=a,i=7', 'a=a,i=8'], [`i=7;${ok}`, `i=8;${enoent}`]],
  ['an image that fails', [`i=7,${raw}`, 'i=7,t=f', 'a=p,i=7'], [`i=7;${ok}`, `i=7;${ebadf}`, `i=7;${enoent}`]],
  ['media', [`i=7,t=f,${raw}`, `i=7,t=x,${raw}`], [`i=7;${ebadf}`, `i=7;${einval}`]],
  [
    'a question',
    ['a=q,i=31,s=1,v=1,t=d,f=24;AAAA', 'a=q,i=1', 'a=p,i=31'],
    [`i=31;${ok}`, `i=1;${ok}`, `i=31;${enoent}`],
  ],
  [
    'questions about files',
    ['a=q,i=1,t=f;L3g=', 'a=q,i=2,t=t;L3g=', 'a=q,i=3,t=s;L3g='],
    [1, 2, 3].map((id) => `i=${id};${ebadf}`),
  ],
  ['ids that are none', [`i=x,${raw}`, `i=-1,${raw}`, `i=0,${raw}`], []],
  ['keys without end', [`i=7,${'z=1,'.repeat(999)}${raw}`], []],
])('kitty is answered: %s', (_, commands, expected) => {
  const { replies } = show(commands.map(kitty).join(''))
  const pattern = expected.map((reply) => `\x1b_G${reply.replace('.*', '[^\x1b]+')}\x1b\\\\`).join('')
  expect(replies).toMatch(new RegExp(`^${pattern}$`))
})

test.each<[string, string, number[]]>([
  ['a placement', 'd=i,i=2', [1, 2, 3]],
  ['all on the screen', '', [1, 2, 3]],
  ['an image', 'd=I,i=2', [1, 3]],
  ['the newest of a number', 'd=N,I=5', [1, 2]],
  ['a range', 'd=R,x=2,y=3', [1]],
  ['everything', 'd=A', []],
])('deleting kitty images frees ids: %s', (_, keys, left) => {
  const { terminal } = open()
  terminal.write(kitty(`i=1,${raw}`) + kitty(`i=2,${raw}`) + kitty(`I=5,${raw}`))
  terminal.takeReplies()
  terminal.write(kitty(`a=d,${keys}`))
  expect(replies(terminal)).toBe('')
  terminal.write([1, 2, 3].map((id) => kitty(`a=p,i=${id}`)).join(''))
  expect(Array.from(replies(terminal).matchAll(/i=(\d);OK/g), ([, id]) => Number(id))).toEqual(left)
})

test('only so many kitty ids are known, the newest', () => {
  const { terminal } = open()
  for (let id = 1; id <= limits.images + 1; id++) terminal.write(kitty(`i=${id},q=1,${raw}`))
  terminal.write(kitty('a=p,i=1') + kitty('a=p,i=2'))
  expect(replies(terminal)).toMatch(/^\x1b_Gi=1;ENOENT:[^\x1b]+\x1b\\\x1b_Gi=2;OK\x1b\\$/)
})

test('a hard reset forgets kitty images and what has not arrived', () => {
  const { terminal } = open()
  terminal.write(`${kitty(`i=1,q=1,${raw}`)}${kitty(`i=2,q=1,m=1,${raw}`)}\x1bc${kitty('m=0;AAAA')}${kitty('a=p,i=1')}`)
  expect(replies(terminal)).toMatch(/^\x1b_Gi=1;ENOENT:[^\x1b]+\x1b\\$/)
})

test('a kitty image in pieces is shown where the cursor is when it is whole', () => {
  const data = png(16, 32)
  const { terminal, images } = open()
  terminal.write(`${kitty(`a=T,i=7,f=100,m=1;${data.slice(0, 8)}`)}ab`)
  expect(images).toEqual([])
  terminal.write(kitty(`m=0;${data.slice(8)}`))
  expect(images).toMatchObject([{ col: 2, widthPixels: 16, heightPixels: 32, imageId: 7 }])
})

test('an image with a number is reported with the id it was assigned', () => {
  expect(show(kitty(`a=T,I=13,${raw}`)).images).toMatchObject([{ imageId: 1 }])
})

/** A file of iTerm2's in pieces. */
function parts(args: string, data: string, size: number): string {
  const pieces = data.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  return [`MultipartFile=${args}`, ...pieces.map((piece) => `FilePart=${piece}`), 'FileEnd'].map(iterm).join('')
}

test.each(['inline=1', 'inline=1;width=10', 'inline=1;height=50%', 'inline=1;width=32px;height=2', 'inline=0', ''])(
  "iTerm2's file in parts is what it is in one: %s",
  (args) => {
    const data = png(100, 50)
    const whole = show(iterm(`File=${args}:${data}`))
    expect(whole.images).toHaveLength(args.startsWith('inline=1') ? 1 : 0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (size) => {
        expect(show(parts(args, data, size))).toEqual(whole)
      }),
    )
  },
)

test('parts without a beginning or an end show nothing, and what follows is intact', () => {
  const data = png(16, 16)
  const stray = iterm(`FilePart=${data}`) + iterm('FileEnd')
  expect(show(stray).images).toEqual([])
  const brokenOff = iterm('MultipartFile=inline=1;width=30') + iterm(`FilePart=${data.slice(0, 9)}`)
  const { terminal, images } = open()
  terminal.write(`${brokenOff}text${parts('inline=1', data, 10)}${stray}more`)
  expect(images).toMatchObject([{ col: 4, widthCells: 2, heightCells: 1 }])
  expect(terminal.snapshot().row(0).text).toBe('text  more')
})

test('of a file without end only the beginning is kept', () => {
  const { terminal, images } = open()
  terminal.write(iterm('MultipartFile=inline=1') + iterm(`FilePart=${png(16, 16).replace(/=*$/, '')}`))
  const piece = iterm(`FilePart=${'A'.repeat(10_000)}`)
  for (let i = 0; i < 100; i++) terminal.write(piece)
  terminal.write(iterm('FileEnd'))
  expect(images).toMatchObject([{ widthCells: 2, heightCells: 1 }])
})

test('an iTerm2 file may leave the cursor where it is', () => {
  const { terminal, images } = open()
  terminal.write(`\x1b[2;3H\x1b]1337;File=inline=1;width=4;height=2;doNotMoveCursor=1:${png(32, 32)}\x07`)
  expect(images).toMatchObject([{ row: 1, col: 2, widthCells: 4, heightCells: 2 }])
  expect(terminal.snapshot().cursor).toMatchObject({ row: 1, col: 2 })
})
