/** Snapshots: where they are, when they are written, what a mismatch shows and leaves, and what is obsolete. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kit, expect as kitExpect, type Terminal, type UpdateMode } from '@polytty/test'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { obsoleteSnapshots } from '../../../packages/test/src/snapshots/store.js'
import { newFolder } from '../../support/new-folder.js'
import { canvas, failureOf, paint } from './canvas.js'

beforeEach(() => {
  vi.stubEnv('CI', '')
  vi.stubEnv('POLYTTY_UPDATE', '')
})

/** A test in a file of a project of its own. */
async function inProject(
  project: string,
  update: UpdateMode,
  title = 'a title',
): Promise<{ kit: Kit; terminal: Terminal }> {
  const place = { file: join(project, 'some.test.ts'), title, update, outputDir: join(project, 'out') }
  const kit = new Kit(place, canvas)
  onTestFinished(async () => void (await kit.end(false)))
  return { kit, terminal: await kit.open() }
}

function stored(project: string): Record<string, string> {
  const folder = join(project, '__screens__/some.test.ts')
  if (!existsSync(folder)) return {}
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

describe('toMatchScreen', () => {
  test('is written beside the test, as text and styles, and matches then', async () => {
    const project = newFolder()
    const first = await inProject(project, 'missing')
    await paint(first.terminal, '\x1b[1;31mred\x1b[m plain 日本\r\n\x1b[7m  \x1b[m')
    await kitExpect(first.terminal).toMatchScreen()
    expect(first.kit.notes).toEqual([expect.stringContaining('snapshot written: ')])
    expect(stored(project)).toEqual({
      'a-title.screen.txt': `screen 40x10\nred plain 日本\n${'\n'.repeat(9)}styles\n0:0-2 fg=red bold\n1:0-1 reverse\n`,
    })
    const second = await inProject(project, 'none')
    await paint(second.terminal, '\x1b[1;31mred\x1b[m plain 日本\r\n\x1b[7m  \x1b[m')
    await kitExpect(second.terminal).toMatchScreen()
    expect(second.kit.notes).toEqual([])
  })

  test('a mismatch shows the difference and leaves three pictures', async () => {
    const project = newFolder()
    const first = await inProject(project, 'missing')
    await paint(first.terminal, 'one\r\ntwo')
    await kitExpect(first.terminal).toMatchScreen()
    const { terminal } = await inProject(project, 'none')
    await paint(terminal, 'one\r\n2')
    const message = await failureOf(() => kitExpect(terminal).toMatchScreen({ timeoutMs: 0 }))
    expect(message).toContain('-two\n+2')
    for (const name of ['expected', 'actual', 'difference']) {
      const [, path] = new RegExp(`^picture, ${name}: (.*)$`, 'm').exec(message)!
      expect(readFileSync(path!).subarray(1, 4).toString()).toBe('PNG')
    }
    await paint(terminal, 'one\r\n\x1b[31mtwo\x1b[m')
    const styled = await failureOf(() => kitExpect(terminal).toMatchScreen({ timeoutMs: 0, name: 'other' }))
    expect(styled).toContain('there is no such snapshot')
    await kitExpect(terminal).not.toMatchScreen({ timeoutMs: 0 })
  })

  test('waits for the screen that is expected', async () => {
    const project = newFolder()
    const first = await inProject(project, 'missing')
    await paint(first.terminal, 'late')
    await kitExpect(first.terminal).toMatchScreen()
    const { terminal } = await inProject(project, 'none')
    const matched = kitExpect(terminal).toMatchScreen()
    await paint(terminal, 'early')
    await paint(terminal, 'late')
    await matched
  })

  test('masks: texts, patterns and locators may differ, styles where they are not asked for', async () => {
    const project = newFolder()
    const masks = (terminal: Terminal) => ({ mask: [/\d\d:\d\d/, 'id-7', terminal.row(3)], styles: false })
    const first = await inProject(project, 'missing')
    await paint(first.terminal, 'at 12:30\r\nid-7\r\nsame\r\nanything')
    await kitExpect(first.terminal).toMatchScreen(masks(first.terminal))
    const { terminal } = await inProject(project, 'none')
    await paint(terminal, 'at 07:59\r\nid-7\r\n\x1b[32msame\x1b[m\r\nsomething else')
    await kitExpect(terminal).toMatchScreen(masks(terminal))
    expect(Object.values(stored(project))[0]).toContain('at ░░░░░\n░░░░\nsame\n░░░')
  })

  test('of a part: what a locator finds', async () => {
    const project = newFolder()
    const { terminal } = await inProject(project, 'missing')
    await paint(terminal, 'abc\r\ndef')
    await kitExpect(terminal.row(1)).toMatchScreen()
    expect(stored(project)['a-title.screen.txt']).toBe('screen 40x1\ndef\nstyles\n')
  })

  test.each([
    ['all', 'new'],
    ['changed', 'new'],
    ['missing', 'old'],
    ['none', 'old'],
  ] as const)('update mode %s leaves %s', async (mode, expected) => {
    const project = newFolder()
    const first = await inProject(project, 'missing')
    await paint(first.terminal, 'old')
    await kitExpect(first.terminal).toMatchScreen()
    const { terminal } = await inProject(project, mode)
    await paint(terminal, 'new')
    if (expected === 'new') await kitExpect(terminal).toMatchScreen()
    else expect(await failureOf(() => kitExpect(terminal).toMatchScreen({ timeoutMs: 0 }))).toContain('-old\n+new')
    expect(stored(project)['a-title.screen.txt']).toContain(`\n${expected}\n`)
  })

  test('a missing one fails where nothing may be written, and says how to write it', async () => {
    const project = newFolder()
    const { terminal } = await inProject(project, 'none')
    const message = await failureOf(() => kitExpect(terminal).toMatchScreen())
    expect(message).toContain('actual:   there is no such snapshot')
    expect(message).toContain('POLYTTY_UPDATE=missing')
    expect(stored(project)).toEqual({})
  })

  test('what may be written where CI runs it, and by the environment', async () => {
    vi.stubEnv('CI', '1')
    const project = newFolder()
    const { terminal } = await inProject(project, 'missing')
    expect(await failureOf(() => kitExpect(terminal).toMatchScreen())).toContain('there is no such snapshot')
    vi.stubEnv('POLYTTY_UPDATE', 'missing')
    const second = await inProject(project, 'none')
    await kitExpect(second.terminal).toMatchScreen()
    vi.stubEnv('POLYTTY_UPDATE', 'some')
    expect(await failureOf(() => inProject(project, 'none'))).toBe(
      'POLYTTY_UPDATE is some: one of all, changed, missing, none',
    )
  })

  test('several in one test are numbered or named; what no test asks for is obsolete', async () => {
    const project = newFolder()
    const { terminal } = await inProject(project, 'missing', 'numbered')
    await kitExpect(terminal).toMatchScreen()
    await kitExpect(terminal).toMatchScreen()
    await kitExpect(terminal).toMatchScreen({ name: 'End' })
    const folder = join(project, '__screens__/some.test.ts')
    expect(Object.keys(stored(project)).sort()).toEqual([
      ...['numbered-2.screen.txt', 'numbered-end.screen.txt', 'numbered.screen.txt'],
    ])
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'gone.screen.txt'), '')
    expect(obsoleteSnapshots(join(project, 'some.test.ts'))).toEqual([join(folder, 'gone.screen.txt')])
  })
})

describe('toMatchImage', () => {
  test('byte by byte; a mismatch counts pixels and leaves pictures', async () => {
    const project = newFolder()
    const first = await inProject(project, 'missing')
    await paint(first.terminal, '\x1b[32mpicture\x1b[m 12:30')
    await kitExpect(first.terminal).toMatchImage({ mask: [/\d\d:\d\d/] })
    const { terminal } = await inProject(project, 'none')
    await paint(terminal, '\x1b[32mpicture\x1b[m 07:11')
    await kitExpect(terminal).toMatchImage({ mask: [/\d\d:\d\d/] })
    const other = await inProject(project, 'none')
    await paint(other.terminal, '\x1b[31mpicture\x1b[m')
    const message = await failureOf(() => kitExpect(other.terminal).toMatchImage({ timeoutMs: 0 }))
    expect(message).toMatch(
      /\d+ pixels differ\npicture, expected: .*expected\.png\npicture, actual: .*actual\.png\npicture, difference: /,
    )
  })
})

describe('toMatchOutline', () => {
  const dialog = [
    `╭─ Delete ${'─'.repeat(19)}╮`,
    `│  \x1b[7m< Yes >\x1b[m   < No >${' '.repeat(10)}│`,
    `╰${'─'.repeat(28)}╯`,
  ].join('\r\n')

  test('partly, or exactly; states and patterns', async () => {
    const { terminal } = await inProject(newFolder(), 'none')
    await paint(terminal, dialog)
    await kitExpect(terminal).toMatchOutline('- button "No"')
    await kitExpect(terminal).toMatchOutline('- dialog /Del/:\n  - button "Yes" [focused]\n  - button')
    await kitExpect(terminal.getByRole('dialog')).toMatchOutline('- button "Yes"')
    await kitExpect(terminal).toMatchOutline('- dialog "Delete":\n  - button "Yes"\n  - button "No"', { exact: true })
    await kitExpect(terminal).not.toMatchOutline('- button "No"\n- button "Yes"')
    const failed = kitExpect.configure({ timeoutMs: 0 })
    const message = await failureOf(() => failed(terminal).toMatchOutline('- dialog:\n  - button "Maybe"'))
    expect(message).toMatch(
      /expected: - dialog:\n {2}- button "Maybe"\nactual: {3}the outline, after \d+ ms\n- dialog "Delete":\n {2}- button "Yes" \[focused\]/,
    )
    expect(await failureOf(() => failed(terminal).toMatchOutline('- dialog', { exact: true }))).toContain(
      'expected: - dialog',
    )
    expect(await failureOf(() => failed(terminal).toMatchOutline('button'))).toContain(
      'write as in - button "OK" [selected]',
    )
  })
})
