/** The page in a real browser: what a person sees and does, found by roles and names as a screen reader finds it. */

import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Server, startServer } from '../../../src/server/server.js'
import type { Session } from '../../../src/session/index.js'
import { chromiumPath } from '../chromium.js'
import { see } from '../session/with-registry.js'

describe.runIf(chromiumPath)('the page in Chromium', () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let server: Server
  let troubles: string[]

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] })
    server = await startServer({ port: 0, shell: '/bin/sh' })
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1000, height: 600 } })
    context.setDefaultTimeout(15_000)
    // The text of a terminal that is drawn on a canvas is in the tree that screen readers read.
    await context.addInitScript("localStorage.setItem('polytty-screen-reader', 'on')")
    page = await context.newPage()
    troubles = []
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('console', (message) => {
      // That a request is refused is what some tests are about.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) troubles.push(message.text())
    })
  })
  afterEach(async () => {
    await context.close()
    await Promise.all(server.sessions.list().map((session) => server.sessions.remove(session)))
    expect(troubles).toEqual([])
  })

  const address = (to = server): string => `http://127.0.0.1:${to.port}/`
  const screen = (): Locator => page.locator('.xterm-accessibility')
  const shows = (text: string): Promise<void> => screen().getByText(text).first().waitFor({ state: 'attached' })
  const status = (text: string): Promise<void> =>
    page.locator('.terminal').getByRole('status').getByText(text, { exact: true }).waitFor()
  const entry = (name: string): Locator => page.getByRole('navigation').locator('li', { hasText: name })

  async function cat(name: string, script = 'stty -echo; printf ready; cat', to = server): Promise<Session> {
    return to.sessions.create({ name, program: '/bin/sh', args: ['-c', script] })
  }

  function api(path: string, method: string, body?: object): Promise<Response> {
    return fetch(`${address()}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  }

  /** Resolves when the session gets a size that fits. */
  function sized(session: Session, fits: (cols: number, rows: number) => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (fits(session.cols, session.rows)) return resolve()
      session.onResize.on(({ cols, rows }) => fits(cols, rows) && resolve())
    })
  }

  test('a session is made, typed into, renamed and ended', async () => {
    await page.goto(address())
    expect(new URL(page.url()).pathname).toBe('/ui')
    await page.getByText('No sessions yet.').waitFor()
    await page.getByLabel('Command').fill('stty -echo; printf ready; cat')
    await page.getByLabel('Name').fill('mine')
    await page.getByRole('button', { name: 'New session' }).click()
    await status('Attached')
    await shows('ready')
    await page.keyboard.type('typed by hand')
    await page.keyboard.press('Enter')
    await shows('typed by hand')
    expect(await page.title()).toBe('mine – polytty')
    await page.getByRole('button', { name: 'Rename mine' }).click()
    await page.getByLabel('Name', { exact: true }).last().fill('not a name')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByRole('alert').getByText('1 to 64 letters').waitFor()
    await page.getByLabel('Name', { exact: true }).last().fill('yours')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'yours' }).waitFor()
    expect(page.url()).toContain('#/attach/yours')
    await shows('typed by hand')
    await page.reload()
    await shows('typed by hand')
    await page.getByRole('button', { name: 'Kill yours' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click()
    await status('The session has ended')
    await entry('yours').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Choose a session').waitFor()
  })

  test('the list is alive', async () => {
    await page.goto(address())
    await page.getByText('No sessions yet.').waitFor()
    const session = await cat('other')
    await entry('other').waitFor()
    server.sessions.rename(session, 'another')
    await entry('another').waitFor()
    session.setTags(['tagged'])
    await entry('another').getByText('tagged').waitFor()
    await session.write('\x04')
    await page.getByText('No sessions yet.').waitFor()
  })

  test('panels and overlays are seen as attached terminals see them, and what they covered comes back', async () => {
    const session = await cat('deco')
    await page.goto(`${address()}ui#/attach/deco`)
    await shows('ready')
    await api('sessions/deco/overlay', 'POST', { x: 1, y: 0, spans: [{ text: 'OVER漢', bg: 'blue' }] })
    await shows('rOVER漢')
    await api('sessions/deco/panel', 'POST', { position: 'bottom', height: 1, spans: [{ text: 'at the foot' }] })
    await shows('at the foot')
    expect((await screen().locator('[role=listitem]').last().textContent())?.trim()).toBe('at the foot')
    expect(session.snapshot().text()).not.toContain('foot')
    await api('sessions/deco/overlay', 'DELETE')
    await shows('ready')
    const rows = session.rows
    await api('sessions/deco/panel', 'DELETE')
    await sized(session, (_, now) => now === rows + 1)
  })

  test('the window decides on the size, and the smallest window of all', async () => {
    const session = await cat('size')
    await page.goto(`${address()}ui#/attach/size`)
    await shows('ready')
    await sized(session, (cols) => cols > 80)
    const wide = session.cols
    await page.setViewportSize({ width: 800, height: 500 })
    await sized(session, (cols) => cols < wide)
    const { cols, rows } = session
    const second = await context.newPage()
    await second.setViewportSize({ width: 600, height: 500 })
    await second.goto(`${address()}ui#/attach/size`)
    await sized(session, (_, now) => now < rows)
    await page.getByText(`${session.cols}×${session.rows}`, { exact: true }).waitFor()
    await second.close()
    await sized(session, (now) => now === cols)
  })

  test('a paste is one, and says so to programs that ask', async () => {
    const session = await cat('paste', "stty raw -echo; printf '\\033[?2004hready'; cat -v")
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${address()}ui#/attach/paste`)
    await shows('ready')
    await page.evaluate("navigator.clipboard.writeText('two\\nlines')")
    await page.keyboard.press('ControlOrMeta+Shift+V')
    await see(session, '^[[200~two')
    await see(session, 'lines^[[201~')
  })

  test('who only watches types nothing and takes the size as it is', async () => {
    const session = await cat('watched')
    await page.goto(address())
    await page.getByRole('link', { name: 'Watch watched' }).click()
    await status('Watching')
    await shows('ready')
    expect([session.cols, session.rows]).toEqual([80, 24])
    await page.locator('.xterm').click()
    await page.keyboard.type('unheard')
    session.resize(150, 60)
    await page.getByText('150×60', { exact: true }).waitFor()
    await session.write('heard\n')
    await shows('heard')
    expect(session.snapshot().text()).not.toContain('unheard')
    const [outer, inner] = await Promise.all(
      ['.screen', '.xterm-screen'].map(async (part) => (await page.locator(part).boundingBox())!),
    )
    expect(inner!.width).toBeLessThanOrEqual(outer!.width)
    expect(inner!.height).toBeLessThanOrEqual(outer!.height)
    await page.getByRole('link', { name: 'Type' }).click()
    await status('Attached')
  })

  test('Ctrl+\\ twice leaves the terminal, and it can be taken up again', async () => {
    const session = await cat('det')
    await page.goto(`${address()}ui#/attach/det`)
    await shows('ready')
    await api('sessions/det/input/capture', 'POST')
    await page.getByText('Keyboard captured').waitFor()
    await page.keyboard.type('unheard')
    await api('sessions/det/input/release', 'POST')
    await page.getByText('Keyboard captured').waitFor({ state: 'detached' })
    // Both at once: they count as one gesture only within half a second.
    await Promise.all([page.keyboard.press('Control+\\'), page.keyboard.press('Control+\\')])
    await status('Detached')
    // The keyboard is on the button that takes it up again.
    await page.keyboard.press('Enter')
    await status('Attached')
    await shows('ready')
    expect(session.snapshot().text()).not.toContain('unheard')
  })

  test('a session that is not there is told', async () => {
    await page.goto(`${address()}ui#/attach/nobody`)
    await status('Session not found: nobody.')
    await cat('nobody')
    await shows('ready')
  })

  test('a server that was lost and is back is found again', async () => {
    const first = await startServer({ port: 0 })
    const { port } = first
    await cat('same', 'printf first; cat', first)
    await page.goto(`${address(first)}ui#/attach/same`)
    await shows('first')
    await first.stop()
    await page.getByText('Server lost, trying again…').waitFor()
    await status('Connection lost, trying again…')
    const second = await startServer({ port })
    await cat('same', 'printf second; cat', second)
    await shows('second')
    await status('Attached')
    await page.getByText('Server lost, trying again…').waitFor({ state: 'detached' })
    troubles = troubles.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))
    await second.stop()
  })

  test('where a token is needed it is asked for, and kept for the tab', async () => {
    const guarded = await startServer({ port: 0, token: 'a-long-enough-secret' })
    await cat('secret', undefined, guarded)
    await page.goto(`${address(guarded)}ui#/attach/secret`)
    const field = page.getByLabel('This server asks for its token')
    await field.fill('wrong')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').getByText('not the right one').waitFor()
    await field.fill('a-long-enough-secret')
    await page.keyboard.press('Enter')
    await shows('ready')
    await entry('secret').waitFor()
    await page.reload()
    await shows('ready')
    await guarded.stop()
  })

  test('it is dark or light as the system is', async () => {
    await cat('shade')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${address()}ui#/attach/shade`)
    await shows('ready')
    const brightness = async (part: string): Promise<number> => {
      const script = `getComputedStyle(document.querySelector('${part}')).backgroundColor.match(/\\d+/g).map(Number)[0]`
      return (await page.evaluate(script)) as number
    }
    expect([await brightness('body'), await brightness('.screen')].every((level) => level > 200)).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([await brightness('body'), await brightness('.screen')].every((level) => level < 60)).toBe(true)
  })

  test.each(['dark', 'light'] as const)('nobody is kept out of it: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    const findings = async (): Promise<unknown> => {
      await page.evaluate(axe.source)
      return page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))')
    }
    await page.goto(address())
    await page.getByText('No sessions yet.').waitFor()
    expect(await findings()).toEqual([])
    await cat('all')
    await page.getByRole('link', { name: 'all', exact: false }).first().click()
    await shows('ready')
    expect(await findings()).toEqual([])
    await page.getByRole('button', { name: 'Rename all' }).click()
    expect(await findings()).toEqual([])
  })

  test('a screen reader reads it when told to', async () => {
    await cat('read')
    await page.goto(`${address()}ui#/attach/read`)
    await shows('ready')
    const box = page.getByRole('checkbox', { name: 'Screen reader' })
    await box.uncheck()
    await screen().waitFor({ state: 'detached' })
    await box.check()
    await shows('ready')
  })

  test('what is served may do what it needs and no more', async () => {
    const index = await fetch(`${address()}ui`)
    const policy = index.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(index.headers.get('cache-control')).toBe('no-cache')
    expect(index.headers.get('x-frame-options')).toBe('DENY')
    const script = /src="([^"]+\.js)"/.exec(await index.text())![1]!
    const asset = await fetch(new URL(script, address()))
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    expect((await fetch(`${address()}ui/../package.json`)).status).toBe(404)
    expect((await fetch(`${address()}ui/%2e%2e/package.json`)).status).toBe(404)
    const start = await fetch(address(), { redirect: 'manual' })
    expect([start.status, start.headers.get('location')]).toEqual([307, '/ui'])
  })
})
