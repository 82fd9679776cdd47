import { type Snapshot, Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mutatedStream } from '../../../../test/screens/real-streams.js'
import { everyElement, outlineOf, SURE } from './index.js'
import { printOutline } from './print.js'

const HIDE = '\x1b[?25l'
const ALTERNATE = '\x1b[?1049h'

/** A screen on which these lines were printed; `«` begins inverse video, `»` ends it. */
function screen(lines: readonly string[], { cols = 40, rows = 12, before = '', cursor = '' } = {}): Snapshot {
  const terminal = new Terminal({ cols, rows })
  const text = lines.join('\r\n').replaceAll('«', '\x1b[7m').replaceAll('»', '\x1b[27m')
  terminal.write(new TextEncoder().encode(before + text + cursor))
  return terminal.snapshot()
}

/** What may be acted upon, a line each: role, name, state. */
function sure(snapshot: Snapshot): string[] {
  return [...everyElement(outlineOf(snapshot))]
    .filter(({ confidence }) => confidence >= SURE)
    .map((element) => {
      const states = (['selected', 'checked', 'focused'] as const).filter((state) => element[state])
      const value = element.value === undefined ? '' : `=${element.value}`
      return [element.role, element.name + value, ...states].join(' ').trim()
    })
}

test('a plain heading above the first item, which is selected, is no name of the list', () => {
  const lines = ['Pick one', '« Alpha »', ' Beta', ' Gamma']
  expect(sure(screen(lines, { before: HIDE }))).toEqual([
    'list',
    ...['listitem Alpha selected', 'listitem Beta', 'listitem Gamma'],
  ])
})

test('buttons without a frame, where all of them are well known', () => {
  expect(sure(screen(['Save it?', '', '[ OK ]  [ Cancel ]'], { before: HIDE }))).toEqual(['button OK', 'button Cancel'])
  expect(sure(screen(['[ OK ]  [ 12:30 ]  [ Mon ]'], { before: HIDE }))).toEqual([])
})

describe('dialogs', () => {
  const box = [
    '┌──────┤ Sure? ├───────┐',
    '│ Delete 3 files       │',
    '│                      │',
    '│  «<Yes>»      <No>     │',
    '└──────────────────────┘',
  ]

  test('a frame with buttons in it', () => {
    expect(sure(screen(box))).toEqual(['dialog Sure?=Delete 3 files', 'button Yes focused', 'button No'])
  })

  test('the place of a button is where its brackets are', () => {
    const [dialog] = outlineOf(screen(box))
    expect(dialog).toMatchObject({ row: 0, col: 0, width: 24, height: 5 })
    expect(dialog!.children[1]).toMatchObject({ name: 'No', row: 3, col: 14, width: 4, height: 1 })
  })

  test.each([
    ['[ OK ]', 'OK'],
    ['[< OK >]', 'OK'],
    ['<  OK  >', 'OK'],
  ])('%s', (button, name) => {
    const inside = `│${button.padStart(12).padEnd(22)}│`
    expect(sure(screen([box[0]!, box[1]!, inside, box[4]!]))).toContain(`button ${name}`)
  })

  test('a frame in ASCII', () => {
    const ascii = ['+--- Ask ---+', '| Go on?    |', '| [ Yes ]   |', '+-----------+']
    expect(sure(screen(ascii))).toEqual(['dialog Ask=Go on?', 'button Yes'])
  })

  test('a field with its label, and the cursor in it', () => {
    const form = [
      '┌─ New ──────────────┐',
      '│ Name: «Bob       »   │',
      '│ Mail: «          »   │',
      '│      <OK>          │',
    ]
    const found = sure(screen([...form, '└────────────────────┘'], { cursor: '\x1b[2;12H' }))
    expect(found).toEqual(['dialog New', 'textbox Name=Bob focused', 'textbox Mail=', 'button OK'])
  })
})

describe('lists', () => {
  const menu = ['Pick one:', '', '  Apples', '« Pears   »', '  Plums']

  test('a row in inverse video among rows that begin below each other', () => {
    const aligned = ['Pick one:', '', ' Apples', '« Pears  »', ' Plums']
    expect(sure(screen(aligned, { before: HIDE }))).toEqual([
      'list',
      'listitem Apples',
      'listitem Pears selected',
      'listitem Plums',
    ])
  })

  test('rows that begin elsewhere are no items', () => {
    expect(sure(screen(menu, { before: HIDE }))).toEqual([])
  })

  test('a pointer in another colour', () => {
    const pointed = ['? Which', '  red', '\x1b[36m❯ green\x1b[39m', '  blue']
    expect(sure(screen(pointed, { before: HIDE }))).toEqual([
      'list',
      'listitem red',
      'listitem green selected',
      'listitem blue',
    ])
  })

  test('check boxes as items', () => {
    const boxes = ['┌────────────┐', '│ «[x] one  »  │', '│ [ ] two    │', '│ [x] three  │', '└────────────┘']
    expect(sure(screen(boxes))).toEqual([
      'list',
      'checkbox one selected checked',
      'checkbox two',
      'checkbox three checked',
    ])
  })

  test('a menu in one colour over something else, its selected row in another', () => {
    const lines = ['some text here', 'more text', 'and more']
    const popup = [1, 2, 3].map((row) => `\x1b[${row};20H\x1b[4${row === 2 ? 6 : 5}m item${row} \x1b[49m`).join('')
    expect(sure(screen(lines, { cursor: popup }))).toEqual([
      'list',
      'listitem item1',
      'listitem item2 selected',
      'listitem item3',
    ])
  })
})

describe('along the edges', () => {
  test('a menu bar, and the menu that hangs from it', () => {
    const bar = `\x1b[46m  File   \x1b[40m Edit \x1b[46m   View    Help${' '.repeat(10)}\x1b[49m`
    const menu = [
      '\x1b[46m┌────────────┐',
      '│ Undo   C-z │',
      '\x1b[40m│ Cut    C-x │\x1b[46m',
      '│ Paste  C-v │',
      '└────────────┘',
    ]
    const down = menu.map((row, index) => `\x1b[${index + 2};9H${row}`).join('')
    const found = sure(screen([bar], { cursor: down }))
    expect(found).toEqual([
      ...['menubar', 'menuitem File', 'menuitem Edit selected', 'menuitem View', 'menuitem Help'],
      ...['menu', 'menuitem Undo', 'menuitem Cut selected', 'menuitem Paste'],
    ])
  })

  test('keys and what they do', () => {
    const bar = '\x1b[12;1H«^G» Help  «^O» Write  «^X» Exit'
    const found = outlineOf(screen(['text'], { cursor: bar.replaceAll('«', '\x1b[7m').replaceAll('»', '\x1b[27m') }))
    expect(printOutline(found)).toBe(
      [
        'statusbar @11,0 0.90',
        '  button "Help" ^G @11,3 0.90',
        '  button "Write" ^O @11,12 0.90',
        '  button "Exit" ^X @11,22 0.90',
      ].join('\n'),
    )
  })

  test('tabs of which one stands out', () => {
    const tabs = '\x1b[44m One \x1b[42m Two \x1b[44m Three \x1b[49m'
    expect(sure(screen([tabs], { before: ALTERNATE }))).toEqual(['tablist', 'tab One', 'tab Two selected', 'tab Three'])
  })

  test('a line of status', () => {
    const found = sure(screen(['text'], { cursor: `\x1b[12;1H\x1b[7m${'file.txt  1,1'.padEnd(40)}` }))
    expect(found).toEqual(['statusbar file.txt  1,1'])
  })

  test('how far a box is scrolled', () => {
    const lines = ['┌──────┐', '│ one ↑│', '│ two ▒│', '│ six ▮│', '│ ten ↓│', '└──────┘']
    expect(sure(screen(lines))).toEqual(['scrollbar =100%'])
  })
})

describe('tables', () => {
  test('columns with lines between them', () => {
    const lines = ['┌────┬──────┐', '│ id │ name │', '├────┼──────┤', '│ 1  │ Ann  │', '│ 2  │ Bob  │', '└────┴──────┘']
    expect(sure(screen(lines))).toEqual([
      ...['table', 'columnheader id', 'columnheader name'],
      ...['row 1 │ Ann', 'row 2 │ Bob'],
    ])
  })

  test('columns under a header that stands out, a row selected', () => {
    const lines = [
      '',
      `«${'PID  USER   NAME'.padEnd(40)}»`,
      '  1  root   init',
      `\x1b[46m${' 42  ann    vim'.padEnd(40)}\x1b[49m`,
      '190  bob    less',
    ]
    expect(sure(screen(lines, { before: HIDE }))).toEqual([
      ...['table', 'columnheader PID', 'columnheader USER', 'columnheader NAME'],
      ...['row 1 │ root │ init', 'row 42 │ ann │ vim selected', 'row 190 │ bob │ less'],
    ])
  })
})

describe('what only looks like something is not sure', () => {
  test.each([
    ['markup in an editor', ['<html>', '<div>', '  <OK>', '</div>', '<p>']],
    ['the start of a system', ['[  OK  ] Started the clock', '[ OK ] Reached target', '[FAILED] no']],
    ['a list of tasks in a text', ['- [x] wash', '- [ ] dry', '[ ] fold', '[x] iron']],
    ['what a pager found', ['first line', '«second line»', 'third line']],
    ['a word found in a line', ['alpha beta', 'gamma «beta» delta', 'beta']],
    ['the output of a command below a prompt', ['❯ ls', '  one', '  two', '  three', '❯ ']],
    ['a selection in an editor', ['int main()', '«{»', '«  return 0;»', '}']],
    ['a diff', ['+ added', '- removed', '+--+', '@@ -1,3 +1,4 @@']],
    ['a shell prompt with segments', ['\x1b[44m ann \x1b[42m ~/src \x1b[49m$ make', 'cc -o a a.c']],
    ['code with brackets', ['int a[ ] = { 1 };', 'if (x < y && y > z) [ -f b ]', 'List<String> names;']],
    ['a percentage', ['100%|████████| 3/3', 'done 45%']],
    ['markdown tables', ['| a | b |', '|---|---|', '| 1 | 2 |']],
  ])('%s', (_, lines) => expect(sure(screen(lines))).toEqual([]))

  test('markup that ends a frame', () => {
    const lines = ['┌─ page.html ──┐', '│ <p>          │', '│ <div>        │', '└──────────────┘']
    expect(sure(screen(lines))).toEqual(['group page.html'])
  })
})

describe('of any screen', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...'┌─┐│└┘├┤┬┴┼+-|<>[]()*x_:❯█▒↑↓%^'),
    fc.constantFrom('\r\n', ' ', '   ', 'OK', '<Yes>', '[ ]', '日', '👩‍💻', 'é', 'F1Help', '100%', 'Name:'),
    fc.constantFrom('\x1b[7m', '\x1b[27m', '\x1b[44m', '\x1b[49m', '\x1b[1m', '\x1b[0m', '\x1b[3;4H', HIDE, '\x1b[8m'),
  )

  function checkElements(snapshot: Snapshot): void {
    for (const { row, col, width, height, confidence } of everyElement(outlineOf(snapshot))) {
      expect(Math.min(row, col, width - 1, height - 1)).toBeGreaterThanOrEqual(0)
      expect(row + height).toBeLessThanOrEqual(snapshot.rows)
      expect(col + width).toBeLessThanOrEqual(snapshot.cols)
      expect(confidence).toBeGreaterThanOrEqual(0)
      expect(confidence).toBeLessThan(1)
    }
  }

  test('elements lie within it', () => {
    const size = fc.record({ cols: fc.integer({ min: 1, max: 30 }), rows: fc.integer({ min: 1, max: 12 }) })
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 300 }), size, (text, given) => {
        checkElements(screen([text.join('')], given))
      }),
      { numRuns: 500 },
    )
  })

  test('also where programs were cut short', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const terminal = new Terminal({ cols: 80, rows: 24 })
      terminal.write(mutatedStream(seed, 20_000))
      checkElements(terminal.snapshot())
    }
  })

  test('their number is bounded', () => {
    const line = '[x] a  '.repeat(140)
    const snapshot = screen(new Array(900).fill(line), { cols: 1000, rows: 1000 })
    expect([...everyElement(outlineOf(snapshot))].length).toBeLessThanOrEqual(1100)
  })
})
