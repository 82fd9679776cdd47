/** What tests do to a program: keys, text, mouse, sizes, signals; each resolves at the answer. */
import { expect as kitExpect } from '@polytty/test'
import { describe, expect, test } from '@polytty/test/vitest'
import { failureOf, mirror } from './canvas.js'

describe('keys and text', () => {
  test.use(mirror)

  test('press: keys in the encoding the program asked for', async ({ terminal }) => {
    await terminal.press('Up', 'x', 'Ctrl+C', { key: 'a', alt: true })
    await kitExpect(terminal.row(0)).toHaveText('^[[Ax^C^[a')
  })

  test('press refuses an unknown key before anything is typed', async ({ terminal }) => {
    expect(await failureOf(() => terminal.press('x', 'Entr'))).toContain('unknown key "Entr"')
    expect(terminal.screen().trim()).toBe('')
  })

  test('type and paste: line ends are Enter, a paste is bracketed where that was asked for', async ({ terminal }) => {
    await terminal.type('a\nb')
    await terminal.type('cd', { each: true })
    await terminal.paste('e\nf')
    await kitExpect(terminal.row(0)).toHaveText('a^Mbcde^Mf')
  })

  test('actions are numbered, with what the program did', async ({ terminal }) => {
    await terminal.press('a', 'b')
    const [start, press] = terminal.actions
    expect(start).toMatchObject({ number: 0, name: 'launch' })
    expect(press).toMatchObject({ number: 1, name: 'press', detail: 'a b', verdict: { state: 'key-input' } })
    expect(press!.paints).toBeGreaterThan(0)
  })

  test('what was not possible says why', async ({ terminal }) => {
    expect(await failureOf(() => terminal.cell(0, 0).click())).toMatch(/^cannot click cell\(0, 0\): .*mouse reporting/)
    await terminal.signal('SIGTERM')
    await kitExpect(terminal).toHaveExited({ signal: 'SIGTERM' })
    expect(await failureOf(() => terminal.press('a'))).toBe(
      'cannot press a: the program has exited; it ended with SIGTERM',
    )
  })
})

describe('the mouse', () => {
  const options = { ...mirror, program: ['sh', '-c', 'stty raw -echo; printf "\\033[?1003h\\033[?1006h"; exec cat -v'] }

  test('click, doubleClick, hover, drag and wheel', async ({ launch }) => {
    const terminal = await launch(options.program, { size: '40x10' })
    const report = async (run: () => Promise<void>): Promise<string> => {
      await terminal.session.write('\x0c')
      const before = terminal.session.transcript.end
      await run()
      return terminal.session.transcript.read(before)
    }
    await terminal.type('Here')
    const here = terminal.getByText('Here')
    expect(await report(() => here.click())).toContain('^[[<0;2;1M^[[<0;2;1m')
    expect(await report(() => here.click({ button: 'right', ctrl: true, position: { row: 0, col: 3 } }))).toContain(
      '^[[<18;4;1M^[[<18;4;1m',
    )
    expect((await report(() => here.doubleClick())).match(/<0;2;1M/g)).toHaveLength(2)
    expect(await report(() => here.hover())).toContain('^[[<35;2;1M')
    expect(await report(() => here.drag(terminal.cell(4, 4)))).toContain('^[[<0;2;1M^[[<32;5;5M^[[<0;5;5m')
    expect((await report(() => here.wheel('down', 3))).match(/<65;2;1M/g)).toHaveLength(3)
  })
})

describe('select', () => {
  const menu = `
    const items = ['alpha', 'beta', 'gamma', 'delta']
    let at = 0
    const draw = () => process.stdout.write('\\x1b[H\\x1b[2J' +
      items.map((item, index) => index === at ? '\\x1b[7m' + item.padEnd(10) + '\\x1b[m' : item).join('\\r\\n') +
      '\\x1b[8H   Nothing to select')
    process.stdin.setRawMode(true).on('data', (key) => {
      if (String(key) === '\\x1b[B') at = Math.min(at + 1, 3)
      if (String(key) === '\\x1b[A') at = Math.max(at - 1, 0)
      draw()
    })
    draw()`

  test.use({ program: ['node', 'menu.mjs'], files: { 'menu.mjs': menu }, size: '40x10' })

  test('moves with the keyboard until the thing is selected, up or down', async ({ terminal }) => {
    await terminal.getByText('gamma').select()
    await kitExpect(terminal.selection()).toContainText('gamma')
    await terminal.getByText('alpha').select()
    await kitExpect(terminal.getByText('alpha')).toHaveStyle({ reverse: true })
    expect(terminal.actions.map(({ name }) => name)).toEqual(['launch', 'select', 'select'])
  })

  test('says which keys moved nothing', async ({ launch }) => {
    const terminal = await launch(['sh', '-c', 'stty raw -echo; echo alpha; exec cat >/dev/null'])
    expect(await failureOf(() => terminal.getByText('alpha').select())).toMatch(
      /getByText\("alpha"\)\.select\(\)\n\nno key leads to it: Down, Tab, Up, Right, Left were tried/,
    )
  })

  test('what cannot be selected ends in few keys, even if each of them draws the screen again', async ({
    terminal,
  }) => {
    const failure = await failureOf(() => terminal.getByText('Nothing to select').select())
    expect(failure).toMatch(/no key leads to it: Down, Tab, Up, Right, Left were tried/)
  })

  test('what is selected is selected, however sure the outline is', async ({ terminal }) => {
    await terminal.getByText('beta').select()
    await kitExpect(terminal.getByText('beta')).toBeSelected()
    await kitExpect(terminal.getByText('gamma')).not.toBeSelected()
  })
})

test('resize and focus reach the program', async ({ launch }) => {
  const script = `printf '\\033[?1004h'; stty raw -echo; trap 'stty size' WINCH; while :; do dd bs=1 count=1 2>/dev/null; done | cat -v`
  const terminal = await launch(['sh', '-c', script], { size: '40x10' })
  await terminal.focus(true)
  await kitExpect(terminal).toContainText('^[[I')
  await terminal.resize('30x8')
  expect([terminal.session.cols, terminal.session.rows]).toEqual([30, 8])
  expect(await failureOf(() => terminal.resize('wide' as '1x1'))).toContain('give columns and rows, such as 80x24')
})

test('an action does not fail for a program that never rests; it says so', async ({ launch }) => {
  const spinner = `
    let turn = 0
    process.stdin.setRawMode(true).on('data', (key) => process.stdout.write('\x1b[2;1Hgot ' + key))
    setInterval(() => process.stdout.write('\x1b[1;1H' + '|/-+'[turn++ % 4]), 30)`
  const terminal = await launch(['node', 'spinner.mjs'], { files: { 'spinner.mjs': spinner } })
  await terminal.press('k')
  // Whichever it was at the end of the time: between two turns, or in one.
  expect(['animating', 'busy']).toContain(terminal.verdict.state)
  await kitExpect(terminal.getByText('got k')).toBeVisible()
})

test('without a program it is said how to name one', async ({ terminal }) => {
  expect(await failureOf(() => terminal.press('a'))).toContain("add test.use({ program: ['my-program'] })")
  expect(await failureOf(() => terminal.launch([]))).toContain('no program is named')
  expect(await failureOf(() => terminal.launch('no-such-program'))).toContain('no-such-program')
})
