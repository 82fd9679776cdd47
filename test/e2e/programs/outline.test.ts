/** What is found on the screens of real programs. Only what is sure counts: it is what others act upon. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { everyElement, outlineOf, SURE } from '../../../packages/polytty/src/outline/index.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import type { Matcher } from '../../../packages/polytty/src/wait/index.js'
import { needs } from '../../support/needs.js'
import { newRegistry, see } from '../session/with-registry.js'

type Step = readonly [wait: Matcher | string, type: string]

const DOWN = '\x1bOB'
const markup = '<html>\n<div>\n  <OK>\n</div>\n[x] done\n[ ] todo\n'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-outline-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['alpha.txt', 'beta.txt']) writeFileSync(join(folder, name), 'words\n')
  writeFileSync(join(folder, 'page.html'), markup)
  writeFileSync(join(folder, 'long.txt'), Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join(''))
  return folder
}

/** Starts a program, takes it through the steps and looks at it when `until` is there. */
async function sure(
  program: string,
  args: readonly string[],
  until: Matcher | string,
  steps: readonly Step[] = [],
): Promise<string[]> {
  const folder = newFolder()
  const env = { LC_ALL: 'C.UTF-8', HOME: folder, NEWT_COLORS: null, DIALOGRC: null }
  const session: Session = await newRegistry().create({ program, args, cwd: folder, env, cols: 80, rows: 24 })
  for (const [wait, type] of steps) {
    await see(session, wait)
    await session.write(type)
  }
  await see(session, until)
  return [...everyElement(outlineOf(session.snapshot()))]
    .filter(({ confidence }) => confidence >= SURE)
    .map(({ role, name, value, selected, checked, focused }) =>
      [role, name, value && `= ${value}`, selected && '›', checked && '✓', focused && '▏'].filter(Boolean).join(' '),
    )
}

const all = (...texts: readonly string[]): Matcher => ({
  type: 'all',
  of: texts.map((text) => ({ type: 'text', text })),
})
const pick = ['--title', 'Pick', '--menu', 'Choose one', '15', '50', '5', 'a', 'First', 'b', 'Second', 'c', 'Third']
const tick = [
  '--title',
  'Tick',
  '--checklist',
  'Some',
  '15',
  '50',
  '5',
  'a',
  'First',
  'on',
  'b',
  'Second',
  'off',
  'c',
  'Third',
  'off',
]
const buttons = ['button Ok', 'button Cancel']

const lit = (row: number, col: number, bg: number): Matcher => ({ type: 'cell', row, col, bg })

describe('whiptail', needs('whiptail'), () => {
  test('a menu, and another item selected', async () => {
    expect(await sure('whiptail', pick, lit(8, 36, 1), [[all('Third', '<Cancel>'), DOWN]])).toEqual([
      'dialog Pick = Choose one',
      ...['list', 'listitem a First', 'listitem b Second ›', 'listitem c Third'],
      ...buttons,
    ])
  })

  test('a check list', async () => {
    expect(await sure('whiptail', tick, all('Third', '<Cancel>'))).toEqual([
      'dialog Tick = Some',
      ...['checkbox a  First ✓ ▏', 'checkbox b  Second', 'checkbox c  Third'],
      ...buttons,
    ])
  })

  test('a question', async () => {
    expect(await sure('whiptail', ['--title', 'Sure', '--yesno', 'Delete it?', '10', '40'], '<No>')).toEqual([
      'dialog Sure = Delete it?',
      ...['button Yes ▏', 'button No'],
    ])
  })

  test('a field', async () => {
    const until: Matcher = { type: 'all', of: [all('<Cancel>'), { type: 'cursor', row: 10, col: 25 }] }
    expect(await sure('whiptail', ['--title', 'Who', '--inputbox', 'Your name', '10', '40', 'Bob'], until)).toEqual([
      'dialog Who = Your name',
      'textbox Your name = Bob ▏',
      ...buttons,
    ])
  })
})

describe('dialog', needs('dialog'), () => {
  test('a menu', async () => {
    expect(await sure('dialog', pick, all('Third', '<Cancel>'))).toEqual([
      'dialog Pick = Choose one',
      ...['list', 'listitem a  First ›', 'listitem b  Second', 'listitem c  Third'],
      ...['button OK ▏', 'button Cancel'],
    ])
  })

  test('a form', async () => {
    const rows = ['Name:', '1', '1', '', '1', '10', '20', '30', 'Mail:', '2', '1', 'a@b', '2', '10', '20', '30']
    const until: Matcher = { type: 'all', of: [all('Mail:', '<Cancel>'), { type: 'cursor', row: 7, col: 26 }] }
    expect(await sure('dialog', ['--title', 'New', '--form', 'Fill in', '15', '50', '4', ...rows], until)).toEqual([
      'dialog New = Fill in',
      ...['textbox Name ▏', 'textbox Mail = a@b'],
      ...['button OK', 'button Cancel'],
    ])
  })
})

describe('mc', needs('mc'), () => {
  const args = ['-u', '-x', '-S', 'default', '.', '.']
  const ready: Matcher = {
    type: 'all',
    of: [all('10Quit', 'Left     File'), { type: 'regex', pattern: 'long.txt.*long.txt' }],
  }
  const menu = ['menubar', ...['Left', 'File', 'Command', 'Options', 'Right'].map((name) => `menuitem ${name}`)]

  test('panels of files', async () => {
    const found = await sure('mc', args, ready)
    expect(found.slice(0, 6)).toEqual(menu)
    expect(found.filter((line) => /^row .*txt/.test(line))).toHaveLength(6)
    expect(found.filter((line) => line.endsWith('›'))).toHaveLength(1)
    expect(found.slice(-10)).toEqual(
      ['Help', 'Menu', 'View', 'Edit', 'Copy', 'RenMov', 'Mkdir', 'Delete', 'PullDn', 'Quit'].map(
        (key) => `button ${key}`,
      ),
    )
  })

  test('a menu pulled down', async () => {
    const found = await sure('mc', args, 'Sort order...', [
      [ready, '\x1b[20~'],
      [lit(0, 1, 0), '\r'],
    ])
    expect(found).toEqual(
      expect.arrayContaining(['menuitem Left ›', 'menu', 'menuitem File listing ›', 'menuitem Tree']),
    )
  })

  test('a dialog', async () => {
    const found = await sure('mc', args, all('[< OK >]', '[ Cancel ]'), [[ready, '\x1b[18~']])
    expect(found).toEqual(
      expect.arrayContaining([
        'dialog Create a new Directory = Enter directory name:',
        'textbox Enter directory name ▏',
        ...['button OK', 'button Cancel'],
      ]),
    )
  })
})

test('htop: a table with a selected row, and its keys', needs('htop'), async () => {
  const found = await sure('htop', ['-d', '50'], all('F10Quit', 'Load average', 'PID'))
  expect(found).toEqual(expect.arrayContaining(['table', 'columnheader PID', 'columnheader Command', 'button Quit']))
  expect(found.filter((line) => line.endsWith('›'))).toHaveLength(1)
})

test('nano: its keys, and nothing in the text', needs('nano'), async () => {
  const found = await sure('nano', ['-I', 'page.html'], all('^G', 'Exit', 'todo'))
  expect(found).toEqual(expect.arrayContaining(['button Exit', 'button Write Out']))
  expect(found.filter((line) => !/^(?:button|statusbar)/.test(line))).toEqual([])
  expect(found).not.toContain('button OK')
})

test('vim: status lines, and nothing in the text', needs('vim'), async () => {
  const args = ['-u', 'NONE', '-N', '-i', 'NONE', '-n', '-o', 'page.html', 'alpha.txt']
  const found = await sure('vim', args, all('todo', 'words', '"alpha.txt" 1L'))
  expect(found).toEqual(['statusbar alpha.txt'])
})

test('less: where it is, and nothing in what it found', needs('less'), async () => {
  const steps: Step[] = [
    ['line 0', '/line 1.\n'],
    ['line 11', 'G'],
  ]
  expect(await sure('less', ['long.txt'], '(END)', steps)).toEqual(['scrollbar = (END)'])
})
