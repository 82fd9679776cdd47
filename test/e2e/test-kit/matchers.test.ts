/** Every matcher: that it passes, that its opposite does, and that both fail with what is so instead. */
import { expect as kitExpect, type Locator, type Terminal } from '@polytty/test'
import { describe, expect, test } from '@polytty/test/vitest'
import { canvas, failureOf, paint } from './canvas.js'

test.use(canvas)

type Subject = Locator | Terminal
type Expectation = ReturnType<typeof kitExpect>
type Ask = (matchers: Expectation | Expectation['not']) => Promise<void>

/** It holds for the one and not for the other, and says so in both directions. */
async function distinguishes(right: Subject, wrong: Subject, ask: Ask, actual: string | RegExp): Promise<void> {
  await ask(kitExpect(right))
  await ask(kitExpect(wrong).not)
  const failed = kitExpect.configure({ timeoutMs: 0 })
  expect(await failureOf(() => ask(failed(wrong)))).toMatch(actual)
  expect(await failureOf(() => ask(failed(right).not))).toMatch(/expected: not: /)
}

describe('of what is found', () => {
  test('toBeVisible', async ({ terminal }) => {
    await paint(terminal, 'here \x1b[8msecret\x1b[m')
    const ask: Ask = (it) => it.toBeVisible()
    await distinguishes(terminal.getByText('here'), terminal.getByText('gone'), ask, 'actual:   nothing matches')
    await distinguishes(terminal.getByText('here'), terminal.getByText('secret'), ask, 'hidden text at row 0, col 5')
  })

  test('toBeHidden', async ({ terminal }) => {
    await paint(terminal, 'here')
    await distinguishes(terminal.getByText('gone'), terminal.getByText('here'), (it) => it.toBeHidden(), '1 match,')
  })

  test('toHaveText and toContainText, of a thing and of the screen', async ({ terminal }) => {
    await paint(terminal, 'one two\r\nthree')
    const [one, three] = [terminal.row(0), terminal.row(1)]
    await distinguishes(one, three, (it) => it.toHaveText('one two'), 'actual:   "three"')
    await distinguishes(one, three, (it) => it.toHaveText(/^one/), 'actual:   "three"')
    await distinguishes(one, three, (it) => it.toContainText('two'), 'expected: text that contains "two"')
    await kitExpect(terminal).toHaveText('one two\nthree')
    await kitExpect(terminal).toContainText('thr')
    await kitExpect(terminal).not.toContainText('four')
  })

  test('toHaveCount', async ({ terminal }) => {
    await paint(terminal, 'x x y')
    const [two, one] = [terminal.getByText('x'), terminal.getByText('y')]
    await distinguishes(two, one, (it) => it.toHaveCount(2), /expected: 2 matches\nactual: {3}1 match/)
  })

  test('toHaveStyle', async ({ terminal }) => {
    await paint(terminal, '\x1b[1;32mgood\x1b[m \x1b[31mbad\x1b[m')
    const [good, bad] = [terminal.getByText('good'), terminal.getByText('bad')]
    await distinguishes(good, bad, (it) => it.toHaveStyle({ fg: 'green', bold: true }), "actual:   { fg: 'red' }")
  })

  test('toHaveBounds', async ({ terminal }) => {
    await paint(terminal, 'ab\r\n  cd')
    const [ab, cd] = [terminal.getByText('ab'), terminal.getByText('cd')]
    await distinguishes(cd, ab, (it) => it.toHaveBounds({ row: 1, col: 2 }), '"row":0,"col":0,"width":2,"height":1')
  })

  test('toBeChecked, toBeSelected', async ({ terminal }) => {
    const rows = ['[x] alpha', '[ ] beta ', '\x1b[7m[ ] gamma\x1b[m'].map((row) => `│ ${row}   │`)
    await paint(terminal, [`╭${'─'.repeat(13)}╮`, ...rows, `╰${'─'.repeat(13)}╯`].join('\r\n'))
    const [alpha, beta, gamma] = ['alpha', 'beta', 'gamma'].map((text) => terminal.getByText(text))
    await distinguishes(alpha!, beta!, (it) => it.toBeChecked(), /checkbox "beta", 0\.\d+ sure/)
    await distinguishes(gamma!, beta!, (it) => it.toBeSelected(), /checkbox "beta", 0\.\d+ sure/)
  })

  test('toBeFocused', async ({ terminal }) => {
    const row = `│  \x1b[7m< Yes >\x1b[m   < No >${' '.repeat(10)}│`
    await paint(terminal, [`╭${'─'.repeat(28)}╮`, row, `╰${'─'.repeat(28)}╯`].join('\r\n'))
    const [yes, no] = [terminal.getByText('Yes'), terminal.getByText('No')]
    await distinguishes(yes, no, (it) => it.toBeFocused(), /button "No"/)
  })

  test('a state of which nothing is known is neither so nor not so', async ({ terminal }) => {
    await paint(terminal, 'just text')
    const failed = kitExpect.configure({ timeoutMs: 0 })
    const text = terminal.getByText('just text')
    for (const ask of [() => failed(text).toBeDisabled(), () => failed(text).not.toBeDisabled()])
      expect(await failureOf(ask)).toContain('the outline of the screen finds no element there')
    const several = terminal.getByText('t')
    for (const ask of [() => failed(several).toHaveText('t'), () => failed(several).not.toHaveText('t')])
      expect(await failureOf(ask)).toContain('3 matches: choose one with nth, filter or within')
  })
})

describe('of the program', () => {
  test('toHaveCursor, toHaveTitle, toHaveCwd', async ({ terminal }) => {
    const failed = kitExpect.configure({ timeoutMs: 0 })
    await paint(terminal, '\x1b]0;my title\x07ab')
    await kitExpect(terminal).toHaveCursor({ row: 0, col: 2, visible: true })
    expect(await failureOf(() => failed(terminal).toHaveCursor({ col: 3 }))).toContain('"row":0,"col":2')
    await kitExpect(terminal).toHaveTitle('my title')
    await kitExpect(terminal).not.toHaveTitle('my')
    expect(await failureOf(() => failed(terminal).toHaveTitle(/x/))).toContain(
      'expected: the title /x/\nactual:   "my title"',
    )
    await kitExpect(terminal).toHaveCwd('.')
    await terminal.write('\x1b]7;file:///some/where\x07')
    await kitExpect(terminal).toHaveCwd('/some/where')
    expect(await failureOf(() => failed(terminal).toHaveCwd('sub'))).toMatch(
      /expected: the folder ".*\/work\/sub"\nactual: {3}"\/some\/where"/,
    )
  })

  test('toHaveClipboard, toHaveBell, toHaveNotification: of the last action, or of all', async ({ terminal }) => {
    const failed = kitExpect.configure({ timeoutMs: 0 })
    expect(await failureOf(() => failed(terminal).toHaveClipboard('x'))).toContain('nothing was copied')
    await terminal.write(`\x1b]52;c;${Buffer.from('copied').toString('base64')}\x07\x07\x07\x1b]9;build done\x07`)
    await kitExpect(terminal).toHaveClipboard('copied')
    await kitExpect(terminal).toHaveBell({ count: 2 })
    await kitExpect(terminal).toHaveNotification(/done$/)
    expect(await failureOf(() => failed(terminal).toHaveBell({ count: 1 }))).toContain(
      'expected: 1 bell since the last action\nactual:   2',
    )
    await terminal.write('x')
    await kitExpect(terminal).not.toHaveBell()
    await kitExpect(terminal).toHaveBell({ since: 'start' })
    expect(await failureOf(() => failed(terminal).toHaveNotification('done'))).toContain('actual:   none')
    expect(await failureOf(() => failed(terminal).toHaveNotification('x', { since: 'start' }))).toContain(
      '"build done"',
    )
  })

  test('toHaveOutput: what was printed, without escapes, also off the screen', async ({ terminal }) => {
    await terminal.write(`first\x1b[31m red\x1b[m\r\n${'\r\n'.repeat(20)}`)
    await terminal.write('second')
    await kitExpect(terminal).toHaveOutput('first red')
    await kitExpect(terminal).not.toHaveOutput('first', { since: 'action' })
    const message = await failureOf(() => kitExpect(terminal).toHaveOutput('third', { timeoutMs: 0 }))
    expect(message).toContain('expected: "third" in what was printed')
    expect(message).toContain('second"')
  })

  test('toHaveExited, toHaveExitCode', async ({ launch }) => {
    const terminal = await launch(['sh', '-c', 'read line; exit 3'])
    const failed = kitExpect.configure({ timeoutMs: 0 })
    expect(await failureOf(() => failed(terminal).toHaveExited())).toContain(
      'expected: exited\nactual:   it is running',
    )
    expect(await failureOf(() => failed(terminal).toHaveExitCode(3))).toContain(
      'the program is running, and no command has ended',
    )
    expect(await failureOf(() => failed(terminal).not.toHaveExitCode(3))).toContain('the program is running')
    await kitExpect(terminal).not.toHaveExited()
    await terminal.press('Enter')
    await kitExpect(terminal).toHaveExited(3)
    await kitExpect(terminal).toHaveExitCode(3)
    await kitExpect(terminal).toHaveExited({ code: 3, signal: null })
    expect(await failureOf(() => failed(terminal).toHaveExited(0))).toContain(
      'exited with exit code 0\nactual:   exited with exit code 3',
    )
  })

  test('toBeReady', async ({ launch }) => {
    const terminal = await launch(['sh', '-c', 'printf "name? "; read name'])
    await kitExpect(terminal).toBeReady()
    await kitExpect(terminal).toBeReady('line-input')
    await kitExpect(terminal).not.toBeReady('busy')
    const message = await failureOf(() => kitExpect(terminal).toBeReady(['prompt', 'key-input'], { timeoutMs: 0 }))
    expect(message).toMatch(/expected: ready: prompt or key-input\nactual: {3}line-input \(/)
    expect(await failureOf(() => kitExpect(terminal).toBeReady('promt' as 'prompt'))).toMatch(
      /^no state "promt": exited, stopped, prompt, /,
    )
  })

  test('toLeaveTerminalClean names everything that was left', async ({ launch }) => {
    const left = '\\033[?1049h\\033[?25l\\033[?2004h\\033[?1002h\\033[>1u\\033[22t\\033[5 q\\033]4;1;#123456\\007'
    const terminal = await launch(['sh', '-c', `printf '${left}'`])
    const message = await failureOf(() => kitExpect(terminal).toLeaveTerminalClean())
    const named = [
      ...['the alternate screen is shown', 'the cursor is hidden', 'the cursor is a bar', 'bracketedPaste is true'],
      ...['mouseTracking is button', 'kittyKeyboard is 1', '1 titles are pushed', '1 sets of key flags are pushed'],
      'colours of the palette are changed',
    ]
    for (const line of named) expect(message).toContain(line)
    const tidy = await launch(['sh', '-c', 'printf "\\033[?1049h\\033[?25l\\033[?25h\\033[?1049l"'])
    await kitExpect(tidy).toLeaveTerminalClean()
    expect(await failureOf(() => kitExpect(tidy).not.toLeaveTerminalClean())).toContain('expected: not: ')
  })

  test('toPaintWithin, toRepaintAtMost', async ({ terminal }) => {
    await terminal.write('x')
    await kitExpect(terminal).toPaintWithin(10_000)
    await kitExpect(terminal).toRepaintAtMost(1)
    expect(await failureOf(() => kitExpect(terminal).toPaintWithin(0))).toMatch(
      /painted within 0 ms\nactual: {3}[\d.]+ ms/,
    )
    expect(await failureOf(() => kitExpect(terminal).toRepaintAtMost(0))).toMatch(
      /at most 0 repaints after action 1 \(write "x"\)\nactual: {3}1/,
    )
    await terminal.settle()
    expect(await failureOf(() => kitExpect(terminal).toPaintWithin(1000))).toContain('nothing was painted')
  })
})

describe('when they look', () => {
  test('again whenever the screen changes, and at the exit', async ({ launch }) => {
    const terminal = await launch(['sh', '-c', 'stty -echo; read go; for n in 1 2 3; do echo $n; done; exit 0'])
    const seen = kitExpect(terminal.getByText('3')).toBeVisible()
    await terminal.press('Enter')
    await seen
    const message = await failureOf(() => kitExpect(terminal.getByText('4')).toBeVisible())
    expect(message).toContain('actual:   nothing matches, when the program ended')
  })

  test('fresh: only what was written after the last action', async ({ terminal }) => {
    await paint(terminal, 'saved')
    await terminal.write('\x1b[3;1Hother')
    await kitExpect(terminal.getByText('other')).toBeVisible({ fresh: true })
    await kitExpect(terminal.getByText('saved')).toBeVisible()
    const message = await failureOf(() =>
      kitExpect(terminal.getByText('saved')).toBeVisible({ fresh: true, timeoutMs: 0 }),
    )
    expect(message).toContain('expected: one match, written after the last action')
    expect(message).toContain('actual:   there since action 1 (write ')
    await terminal.write('\x1b[1;1Hsaved')
    await kitExpect(terminal.getByText('saved')).toHaveText('saved', { fresh: true })
  })

  test('says when it passed on old text while the program had not answered', async ({ launch }) => {
    const busy = await launch(['sh', '-c', 'echo old; read go; while :; do :; done'], { settleMs: 50 })
    const notes: string[] = []
    busy.note = (text) => void notes.push(text)
    await busy.press('Enter')
    await kitExpect(busy.getByText('old')).toBeVisible()
    expect(notes).toEqual([
      'expect(getByText("old")).toBeVisible() passed on what was there before action 1 (press Enter), which the program has not answered yet',
    ])
  })
})

test('what is no terminal is refused with what to use instead', async ({ terminal }) => {
  expect(() => kitExpect('text' as unknown as Terminal)).toThrow(
    "for other values use node:assert or your runner's expect",
  )
  expect(await failureOf(() => kitExpect(terminal).toBeVisible())).toBe(
    'toBeVisible is about a locator, not a terminal',
  )
  expect(await failureOf(() => kitExpect(terminal.row(0)).toHaveExited())).toBe(
    'toHaveExited is about a terminal, not a locator',
  )
})
