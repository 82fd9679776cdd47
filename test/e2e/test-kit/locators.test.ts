/** Every locator, on screens painted for it: what it finds, where, and what its error says. */
import { expect as kitExpect, type Locator } from '@polytty/test'
import { describe, expect, test } from '@polytty/test/vitest'
import { canvas, failureOf, paint } from './canvas.js'

test.use(canvas)

/** Places and texts of what is found now. */
function found(locator: Locator): readonly string[] {
  return locator.matches().map(({ spans, text }) => `${spans[0]!.row},${spans[0]!.from} ${text}`)
}

describe('getByText', () => {
  test('finds every place of a text, and a pattern at the ends of rows', async ({ terminal }) => {
    await paint(terminal, 'one two\r\n  two one\r\nonetwo')
    expect(found(terminal.getByText('one'))).toEqual(['0,0 one', '1,6 one', '2,0 one'])
    expect(found(terminal.getByText(/^\s*two/))).toEqual(['1,0   two'])
    expect(found(terminal.getByText(/ONE$/i))).toEqual(['1,6 one'])
    expect(found(terminal.getByText(/o(?=net)/))).toEqual(['2,0 o'])
  })

  test('follows a text that is wrapped, and one of several rows', async ({ terminal }) => {
    await paint(terminal, `${'-'.repeat(37)}wrapped\r\nnext`)
    const [wrapped] = terminal.getByText('wrapped').matches()
    expect(wrapped!.spans).toEqual([
      { row: 0, from: 37, to: 40 },
      { row: 1, from: 0, to: 4 },
    ])
    expect(found(terminal.getByText('ped\nnext'))).toEqual(['1,1 ped\nnext'])
  })

  test('counts cells: wide characters are two', async ({ terminal }) => {
    await paint(terminal, '日本 ok')
    expect(await terminal.getByText('ok').bounds()).toEqual({ row: 0, col: 5, width: 2, height: 1 })
    expect(await terminal.getByText('本').bounds()).toMatchObject({ col: 2, width: 2 })
  })

  test('finds a text that ends in blanks', async ({ terminal }) => {
    await paint(terminal, 'name:')
    expect(terminal.getByText('name: ').count()).toBe(1)
  })

  test('lists what comes close where nothing matches', async ({ terminal }) => {
    await paint(terminal, 'Save file\r\nOpen file')
    const message = await failureOf(() => terminal.getByText('save File').click({ timeoutMs: 0 }))
    expect(message).toContain('getByText("save File").click()\n\nnothing matches within 0 ms')
    expect(message).toContain('candidates that do not match:\n  row 0: "Save file"')
    expect(message).toContain('screen, 40x10, revision')
    expect(message).toContain('│Open file')
  })

  test('lists all candidates with their places where it is to be one', async ({ terminal }) => {
    await paint(terminal, 'x\r\n   x')
    const message = await failureOf(() => terminal.getByText('x').click({ timeoutMs: 0 }))
    expect(message).toContain(
      '2 things match where exactly one must, after 0 ms: choose one with nth, filter or within\n',
    )
    expect(message).toContain('candidates:\n  row 0, col 0: "x"\n  row 1, col 3: "x"')
  })
})

describe('getByRole', () => {
  const dialog = [
    `╭─ Delete ${'─'.repeat(19)}╮`,
    `│ Really delete a.txt?${' '.repeat(7)}│`,
    `│${' '.repeat(28)}│`,
    `│  \x1b[7m< Yes >\x1b[m   < No >${' '.repeat(10)}│`,
    `╰${'─'.repeat(28)}╯`,
  ].join('\r\n')

  test('finds elements by role, name and state', async ({ terminal }) => {
    await paint(terminal, dialog)
    expect(found(terminal.getByRole('button'))).toEqual(['3,3 < Yes >', '3,13 < No >'])
    expect(found(terminal.getByRole('button', { name: /^N/ }))).toEqual(['3,13 < No >'])
    expect(found(terminal.getByRole('button', { focused: true }))).toEqual(['3,3 < Yes >'])
    expect(await terminal.getByRole('dialog', { name: 'Delete' }).bounds()).toMatchObject({ row: 0, height: 5 })
    expect(terminal.getByRole('dialog').getByRole('button').count()).toBe(2)
  })

  test('takes guesses that are less sure only where asked to', async ({ terminal }) => {
    await paint(terminal, '[ Save ]   [ Later ]')
    expect(terminal.getByRole('button').count()).toBe(0)
    expect(terminal.getByRole('button', { confidence: 0.3 }).count()).toBe(2)
    const message = await failureOf(() => terminal.getByRole('button').click({ timeoutMs: 0 }))
    expect(message).toMatch(/candidates that do not match:\n {2}row 0, col 0: button "Save", 0\.\d\d sure/)
    expect(message).toContain(' sure; 0.8 is asked for, which { confidence } lowers\n')
    const other = await failureOf(() => terminal.getByRole('dialog').click({ timeoutMs: 0 }))
    expect(other).not.toContain('is asked for')
  })

  test('a role or an option that is none is an error at once', ({ terminal }) => {
    expect(() => terminal.getByRole('buton' as 'button')).toThrow('no role "buton": did you mean "button"?')
    expect(() => terminal.getByRole('picture' as 'button')).toThrow('no role "picture": one of dialog, group, ')
    expect(() => terminal.getByRole('button', { nam: 'Save' } as object)).toThrow(
      'no option of getByRole "nam": did you mean "name"?',
    )
  })
})

test('getByStyle finds stretches of a style, without the blanks around them', async ({ terminal }) => {
  await paint(terminal, 'a \x1b[31mred one\x1b[m b \x1b[1;31mbold\x1b[m\r\n\x1b[41m  \x1b[m \x1b[38;2;1;2;3mrgb\x1b[m')
  expect(found(terminal.getByStyle({ fg: 'red' }))).toEqual(['0,2 red one', '0,12 bold'])
  expect(found(terminal.getByStyle({ fg: 'red', bold: true }))).toEqual(['0,12 bold'])
  expect(found(terminal.getByStyle({ bg: 'red' }))).toEqual(['1,0 '])
  expect(found(terminal.getByStyle({ fg: '#010203' }))).toEqual(['1,3 rgb'])
  expect(() => terminal.getByStyle({ fg: 'rde' as 'red' })).toThrow('"rde" is not a valid colour')
  expect(() => terminal.getByStyle({ color: 'red' } as object)).toThrow('a style has no "color"')
})

test('getByLink finds links by address and by text', async ({ terminal }) => {
  const link = (uri: string, text: string): string => `\x1b]8;;${uri}\x1b\\${text}\x1b]8;;\x1b\\`
  await paint(terminal, `${link('https://a.example', 'first')}${link('https://b.example', 'second')}`)
  expect(found(terminal.getByLink('a.example'))).toEqual(['0,0 first'])
  expect(found(terminal.getByLink(/sec/))).toEqual(['0,5 second'])
  const message = await failureOf(() => terminal.getByLink('c.example').click({ timeoutMs: 0 }))
  expect(message).toContain('"first" leads to https://a.example')
})

test('places: region, row, column, cell', async ({ terminal }) => {
  await paint(terminal, 'abc\r\ndef\r\n\x1b[10;1Hlast')
  expect(await terminal.region({ row: 0, col: 1, width: 2, height: 2 }).text()).toBe('bc\nef')
  expect(await terminal.row(1).text()).toBe('def')
  expect(await terminal.row(-1).text()).toBe('last')
  expect((await terminal.column(0).text()).slice(0, 3)).toBe('a\nd')
  expect(await terminal.cell(1, 2).text()).toBe('f')
  expect(terminal.cell(99, 0).count()).toBe(0)
  expect(await terminal.getByText('def').column().bounds()).toEqual({ row: 0, col: 0, width: 3, height: 10 })
})

test('cursor and selection', async ({ terminal }) => {
  await paint(terminal, '  one\r\n\x1b[7m  two     \x1b[m\r\n  three\x1b[2;4H')
  expect(found(terminal.cursor())).toEqual(['1,3 w'])
  expect(await terminal.selection().text()).toContain('two')
  await paint(terminal, 'plain\x1b[?25l')
  expect(terminal.cursor().count()).toBe(0)
  expect(terminal.selection().count()).toBe(0)
})

test('image: where it was put', async ({ terminal }) => {
  // A sixel image of 16 by 12 pixels: cells are 8 by 16.
  await paint(terminal, '\r\n\x1bPq"1;1;16;12#0;2;100;0;0#0!16~-!16~\x1b\\')
  await kitExpect(terminal.image()).toHaveCount(1)
  await kitExpect(terminal.image(0)).toHaveBounds({ row: 1, col: 0, width: 2, height: 1 })
  await paint(terminal, '')
  await kitExpect(terminal.image()).toHaveCount(0)
})

describe('combined', () => {
  test('within, in both ways of writing it', async ({ terminal }) => {
    await paint(terminal, 'size 1\r\nsize 2')
    expect(found(terminal.row(1).getByText('size'))).toEqual(['1,0 size'])
    expect(found(terminal.getByText('size').within(terminal.row(1)))).toEqual(['1,0 size'])
    expect(terminal.row(1).getByText(/^size/).count()).toBe(1)
  })

  test('filter, and, or', async ({ terminal }) => {
    await paint(terminal, 'ab \x1b[1mac\x1b[m ad')
    const words = terminal.getByText(/\w+/)
    expect(found(words.filter({ hasText: /[bc]/ }))).toEqual(['0,0 ab', '0,3 ac'])
    expect(found(words.filter({ hasNotText: 'b' }))).toEqual(['0,3 ac', '0,6 ad'])
    expect(found(words.filter({ style: { bold: true } }))).toEqual(['0,3 ac'])
    expect(found(words.and(terminal.getByStyle({ bold: true })))).toEqual(['0,3 ac'])
    expect(found(terminal.getByText('ad').or(terminal.getByText('ab')))).toEqual(['0,0 ab', '0,6 ad'])
  })

  test('nth, first, last', async ({ terminal }) => {
    await paint(terminal, 'x\r\nx\r\nx')
    const all = terminal.getByText('x')
    expect(found(all.nth(1))).toEqual(['1,0 x'])
    expect(found(all.nth(-2))).toEqual(['1,0 x'])
    expect(found(all.first())).toEqual(['0,0 x'])
    expect(found(all.last())).toEqual(['2,0 x'])
    expect(all.nth(7).count()).toBe(0)
  })

  test('near: on any side, or on one, the nearest first', async ({ terminal }) => {
    await paint(terminal, 'Name: [a]\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\nSize: [b]')
    const boxes = terminal.getByText(/\[\w\]/)
    expect(found(boxes.near(terminal.getByText('Size:')))).toEqual(['8,6 [b]'])
    expect(found(boxes.near(terminal.getByText('Name:'), { side: 'rightOf' }))).toEqual(['0,6 [a]'])
    expect(found(boxes.near(terminal.getByText('Name:'), { side: 'leftOf' }))).toEqual([])
    expect(found(boxes.near(terminal.getByText('Size:'), { side: 'above', distance: 9 }))).toEqual([])
    expect(found(terminal.getByText('Name:').near(boxes.last(), { distance: 20 }))).toEqual(['0,0 Name:'])
  })

  test('names say how it was found', async ({ terminal }) => {
    const locator = terminal.row(2).getByText(/x/).filter({ hasText: 'a' }).first()
    expect(locator.query.name).toBe('row(2).getByText(/x/).filter({ hasText: "a" }).first()')
  })
})

test('a locator is looked for again whenever it is used', async ({ terminal }) => {
  const done = terminal.getByText('done')
  expect(done.count()).toBe(0)
  await paint(terminal, 'done')
  expect(done.count()).toBe(1)
})
