/** The terminal in the page: clusters, links, finding, the clipboard, and what stays when program or server has gone. */
import { describe, expect, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { needs } from '../../support/needs.js'
import { useUi } from './ui.js'

describe('the terminal in Chromium', needs('chromium'), () => {
  const ui = useUi()
  const { address, shows, status, entry, cat } = ui

  /** Where a text stands in the terminal, in pixels of the page. */
  async function cellAt(row: number, col: number): Promise<{ x: number; y: number }> {
    const { cols, rows } = ui.server.sessions.list()[0]!
    const box = (await ui.page.locator('.xterm-screen').boundingBox())!
    return { x: box.x + ((col + 0.5) * box.width) / cols, y: box.y + ((row + 0.5) * box.height) / rows }
  }

  test('a cluster takes the cells it has in the program, so that what follows stands beside it', async () => {
    const clusters = ['👩‍💻', '🇩🇪', '❤️', '👍🏽', '👨‍👩‍👧‍👦']
    // Each is followed by a link, which is where it can be clicked.
    await cat(
      'clusters',
      `stty -echo; printf '${clusters.map((one) => `${one}|http://x.test/\\r\\n`).join('')}ready'; cat`,
    )
    await ui.page.goto(`${address()}ui#/attach/clusters`)
    await shows('ready')
    for (const row of clusters.keys()) {
      const opened = ui.context.waitForEvent('page')
      const { x, y } = await cellAt(row, 3)
      await ui.page.mouse.move(x, y)
      await ui.page.locator('[title="http://x.test/"]').waitFor()
      await ui.page.mouse.click(x, y)
      await (await opened).close()
      const outside = await cellAt(row, 2)
      await ui.page.mouse.move(outside.x, outside.y)
      await ui.page.locator('[title="http://x.test/"]').waitFor({ state: 'detached' })
    }
  })

  test('links open in a page that knows nothing of this one, and only those of the web', async () => {
    const link = (address: string, text: string) => `\\033]8;;${address}\\033\\\\${text}\\033]8;;\\033\\\\`
    const lines = [link('http://linked.test/a', 'named'), 'see http://plain.test/b.', link('ssh://host', 'other')]
    await cat('links', `stty -echo; printf '${lines.join('\\r\\n')}\\r\\nready'; cat`)
    await ui.page.goto(`${address()}ui#/attach/links`)
    await shows('ready')
    for (const [row, col, wanted] of [
      [0, 1, 'http://linked.test/a'],
      [1, 6, 'http://plain.test/b'],
    ] as const) {
      const { x, y } = await cellAt(row, col)
      await ui.page.mouse.move(x, y)
      await ui.page.locator(`[title="${wanted}"]`).waitFor()
      const opened = ui.context.waitForEvent('page')
      await ui.page.mouse.click(x, y)
      const other = await opened
      expect(await other.evaluate('opener')).toBe(null)
      await other.close()
    }
    const { x, y } = await cellAt(2, 1)
    await ui.page.mouse.click(x, y)
    expect(ui.context.pages()).toHaveLength(1)
  })

  test('finding, forwards and backwards, in the history too', async () => {
    await cat('haystack', 'stty -echo; for n in 1 2 3; do echo "needle $n"; seq 100; done; printf ready; cat')
    await ui.page.goto(`${address()}ui#/attach/haystack`)
    await shows('ready')
    await ui.page.getByRole('button', { name: 'Find', exact: true }).click()
    const found = (text: string): Promise<void> =>
      ui.page.getByRole('search').getByRole('status').getByText(text, { exact: true }).waitFor()
    await ui.page.getByLabel('Find', { exact: true }).fill('needle')
    await found('1 of 3')
    await shows('needle 1')
    await ui.page.keyboard.press('Enter')
    await found('2 of 3')
    await ui.page.getByRole('button', { name: 'Next' }).click()
    await found('3 of 3')
    await shows('needle 3')
    await ui.page.getByRole('button', { name: 'Previous' }).click()
    await found('2 of 3')
    await ui.page.getByLabel('Find', { exact: true }).fill('hay')
    await found('Not found')
    await ui.page.keyboard.press('Escape')
    await ui.page.getByRole('search').waitFor({ state: 'detached' })
    await ui.page.keyboard.type('typed')
    await ui.page.keyboard.press('Enter')
    await shows('typed')
    await ui.page.keyboard.press('Control+Shift+F')
    await ui.page.getByRole('search').waitFor()
  })

  test('what the program copies is on the clipboard; it is never given what was there', async () => {
    const copied = Buffer.from('copied by the program').toString('base64')
    const script = `stty raw -echo; printf ready; head -c 1; printf '\\033]52;c;${copied}\\a\\033]52;c;?\\amore'; cat -v`
    const session = await cat('clip', script)
    await ui.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await ui.page.goto(`${address()}ui#/attach/clip`)
    await shows('ready')
    await ui.page.evaluate("navigator.clipboard.writeText('mine')")
    await ui.page.keyboard.type('x')
    await shows('more')
    await ui.page.waitForFunction("navigator.clipboard.readText().then((text) => text === 'copied by the program')")
    await ui.page.keyboard.type('end')
    await shows('end')
    expect(session.snapshot().text()).not.toMatch(/\]52|bWluZQ/)
  })

  test('a session that has ended stays in the list, with its exit code and its last screen', async () => {
    await cat('brief', 'stty -echo; seq 60; printf "\\033[31mlast words\\033[m"; read x; exit 3')
    await ui.page.goto(`${address()}ui#/attach/brief`)
    await shows('last words')
    await ui.page.keyboard.press('Enter')
    await status('exited 3')
    await shows('last words')
    await entry('brief').getByText('exited 3').waitFor()
    // Also for who comes later.
    await ui.page.reload()
    await status('exited 3')
    await shows('last words')
    await ui.page.getByRole('button', { name: 'Forget brief' }).click()
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
    await entry('brief').waitFor({ state: 'detached' })
    await ui.page.getByText('No sessions yet.').waitFor()
  })

  test('one that is started again under the name can be taken up', async () => {
    await cat('again', 'printf first; read x')
    await ui.page.goto(`${address()}ui#/attach/again`)
    await shows('first')
    await ui.page.keyboard.press('Enter')
    await status('exited 0')
    const body = JSON.stringify({ name: 'again', command: 'printf second; cat' })
    await fetch(`${address()}sessions`, { method: 'POST', body })
    await ui.page.getByRole('button', { name: 'Attach again' }).click()
    await shows('second')
    await status('Attached')
  })

  test('the last screen stays when the server goes, also when another one asks for a token', async () => {
    const first = await startServer({ port: 0 })
    const { port } = first
    await cat('stays', "stty -echo; printf '\\033[?1049hon the other screen'; cat", first)
    await ui.page.goto(`${address(first)}ui#/attach/stays`)
    await shows('on the other screen')
    await first.stop()
    await status('Connection lost, trying again…')
    await shows('on the other screen')
    const second = await startServer({ port, token: 'a-long-enough-secret' })
    await ui.page.getByLabel('This server asks for its token').fill('a-long-enough-secret')
    await shows('on the other screen')
    await ui.page.keyboard.press('Enter')
    await status('Session not found: stays.')
    await shows('on the other screen')
    ui.troubles = ui.troubles.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))
    await second.stop()
  })

  test('the icon is there, where the page names it and where browsers look for it', async () => {
    await ui.page.goto(address())
    const named = await ui.page.locator('link[rel=icon]').getAttribute('href')
    for (const path of [named!, '/favicon.ico']) {
      const icon = await fetch(new URL(path, address()))
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
    expect((await fetch(`${address()}ui`)).headers.get('content-security-policy')).toContain("img-src 'self'")
  })
})
