/** The page in a real browser: what a person sees and does. */
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { see } from '../session/with-registry.js'
import { useUi } from './ui.js'

describe('the page in Chromium', needs('chromium'), () => {
  const ui = useUi()
  const { address, screen, shows, status, entry, cat } = ui

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
    await ui.page.goto(address())
    expect(new URL(ui.page.url()).pathname).toBe('/ui')
    await ui.page.getByText('No sessions yet.').waitFor()
    await ui.page.getByLabel('Command').fill('stty -echo; printf ready; cat')
    await ui.page.getByLabel('Name').fill('mine')
    await ui.page.getByRole('button', { name: 'New session' }).click()
    await status('Attached')
    await shows('ready')
    await ui.page.keyboard.type('typed by hand')
    await ui.page.keyboard.press('Enter')
    await shows('typed by hand')
    expect(await ui.page.title()).toBe('mine – polytty')
    await ui.page.getByRole('button', { name: 'Rename mine' }).click()
    await ui.page.getByLabel('Name', { exact: true }).last().fill('not a name')
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await ui.page.getByRole('dialog').getByRole('alert').getByText('1 to 64 letters').waitFor()
    await ui.page.getByLabel('Name', { exact: true }).last().fill('yours')
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await ui.page.getByRole('heading', { name: 'yours' }).waitFor()
    expect(ui.page.url()).toContain('#/attach/yours')
    await shows('typed by hand')
    await ui.page.reload()
    await shows('typed by hand')
    await ui.page.getByRole('button', { name: 'Kill yours' }).click()
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click()
    await status('The session has ended')
    await entry('yours').waitFor({ state: 'detached' })
    await ui.page.getByRole('button', { name: 'Leave' }).click()
    await ui.page.getByText('Choose a session').waitFor()
  })

  test('what an agent handed over can be given back', async () => {
    const session = await cat('asked')
    session.setTags(['handed-over'])
    const givenBack = new Promise((resolve) => session.onTags.on(resolve))
    await ui.page.goto(address())
    await ui.page.getByRole('button', { name: 'Give asked back' }).click()
    expect(await givenBack).toMatchObject({ removed: ['handed-over'] })
    await ui.page.getByRole('button', { name: 'Give asked back' }).waitFor({ state: 'detached' })
  })

  test('the list is alive', async () => {
    await ui.page.goto(address())
    await ui.page.getByText('No sessions yet.').waitFor()
    const session = await cat('other')
    await entry('other').waitFor()
    ui.server.sessions.rename(session, 'another')
    await entry('another').waitFor()
    session.setTags(['tagged'])
    await entry('another').getByText('tagged').waitFor()
    await session.write('\x04')
    await entry('another').getByText('exited 0').waitFor()
  })

  test('panels and overlays are seen as attached terminals see them, and what they covered comes back', async () => {
    const session = await cat('deco')
    await ui.page.goto(`${address()}ui#/attach/deco`)
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
    await ui.page.goto(`${address()}ui#/attach/size`)
    await shows('ready')
    await sized(session, (cols) => cols > 80)
    const wide = session.cols
    await ui.page.setViewportSize({ width: 800, height: 500 })
    await sized(session, (cols) => cols < wide)
    const { cols, rows } = session
    const second = await ui.context.newPage()
    await second.setViewportSize({ width: 600, height: 500 })
    await second.goto(`${address()}ui#/attach/size`)
    await sized(session, (_, now) => now < rows)
    await ui.page.getByText(`${session.cols}×${session.rows}`, { exact: true }).waitFor()
    await second.close()
    await sized(session, (now) => now === cols)
  })

  test('a paste is one, and says so to programs that ask', async () => {
    const session = await cat('paste', "stty raw -echo; printf '\\033[?2004hready'; cat -v")
    await ui.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await ui.page.goto(`${address()}ui#/attach/paste`)
    await shows('ready')
    await ui.page.evaluate("navigator.clipboard.writeText('two\\nlines')")
    await ui.page.keyboard.press('ControlOrMeta+Shift+V')
    await see(session, '^[[200~two')
    await see(session, 'lines^[[201~')
  })

  test('who only watches types nothing and takes the size as it is', async () => {
    const session = await cat('watched')
    await ui.page.goto(address())
    await ui.page.getByRole('link', { name: 'Watch watched' }).click()
    await status('Watching')
    await shows('ready')
    expect([session.cols, session.rows]).toEqual([80, 24])
    await ui.page.locator('.xterm').click()
    await ui.page.keyboard.type('unheard')
    session.resize(150, 60)
    await ui.page.getByText('150×60', { exact: true }).waitFor()
    await session.write('received\n')
    await shows('received')
    expect(session.snapshot().text()).not.toContain('unheard')
    const [outer, inner] = await Promise.all(
      ['.screen', '.xterm-screen'].map(async (part) => (await ui.page.locator(part).boundingBox())!),
    )
    expect(inner!.width).toBeLessThanOrEqual(outer!.width)
    expect(inner!.height).toBeLessThanOrEqual(outer!.height)
    await ui.page.getByRole('link', { name: 'Type' }).click()
    await status('Attached')
  })

  test('Ctrl+\\ twice leaves the terminal, and it can be taken up again', async () => {
    const session = await cat('det')
    await ui.page.goto(`${address()}ui#/attach/det`)
    await shows('ready')
    await api('sessions/det/input/capture', 'POST')
    await ui.page.getByText('Keyboard captured').waitFor()
    await ui.page.keyboard.type('unheard')
    await api('sessions/det/input/release', 'POST')
    await ui.page.getByText('Keyboard captured').waitFor({ state: 'detached' })
    // Both at once: they count as one gesture only within half a second.
    await Promise.all([ui.page.keyboard.press('Control+\\'), ui.page.keyboard.press('Control+\\')])
    await status('Detached')
    // The keyboard is on the button that takes it up again.
    await ui.page.keyboard.press('Enter')
    await status('Attached')
    await shows('ready')
    expect(session.snapshot().text()).not.toContain('unheard')
  })

  test('a session that is not there is reported', async () => {
    await ui.page.goto(`${address()}ui#/attach/missing`)
    await status('Session not found: missing.')
    await cat('missing')
    await shows('ready')
  })

  test('a server that was lost and is back is found again', async () => {
    const first = await startServer({ port: 0 })
    const { port } = first
    await cat('same', 'printf first; cat', first)
    await ui.page.goto(`${address(first)}ui#/attach/same`)
    await shows('first')
    await first.stop()
    await ui.page.getByText('Server lost, trying again…').waitFor()
    await status('Connection lost, trying again…')
    const second = await startServer({ port })
    await cat('same', 'printf second; cat', second)
    await shows('second')
    await status('Attached')
    await ui.page.getByText('Server lost, trying again…').waitFor({ state: 'detached' })
    // A server that is ending says so, and one that has ended says nothing.
    ui.troubles = ui.troubles.filter((text) => !/ERR_CONNECTION_REFUSED|\b503\b/.test(text))
    await second.stop()
  })

  test('where a token is needed it is asked for, and kept for the tab', async () => {
    const guarded = await startServer({ port: 0, token: 'a-long-enough-secret' })
    await cat('secret', undefined, guarded)
    await ui.page.goto(`${address(guarded)}ui#/attach/secret`)
    const field = ui.page.getByLabel('This server asks for its token')
    await field.fill('wrong')
    await ui.page.getByRole('button', { name: 'Connect' }).click()
    await ui.page.getByRole('alert').getByText('not the right one').waitFor()
    await field.fill('a-long-enough-secret')
    await ui.page.keyboard.press('Enter')
    await shows('ready')
    await entry('secret').waitFor()
    await ui.page.reload()
    await shows('ready')
    await guarded.stop()
  })

  test('it is dark or light as the system is', async () => {
    await cat('shade')
    await ui.page.emulateMedia({ colorScheme: 'light' })
    await ui.page.goto(`${address()}ui#/attach/shade`)
    await shows('ready')
    const brightness = async (part: string): Promise<number> => {
      const script = `getComputedStyle(document.querySelector('${part}')).backgroundColor.match(/\\d+/g).map(Number)[0]`
      return (await ui.page.evaluate(script)) as number
    }
    expect([await brightness('body'), await brightness('.screen')].every((level) => level > 200)).toBe(true)
    await ui.page.emulateMedia({ colorScheme: 'dark' })
    expect([await brightness('body'), await brightness('.screen')].every((level) => level < 60)).toBe(true)
  })

  test.each(['dark', 'light'] as const)('no one is kept out of it: %s', async (colorScheme) => {
    await ui.page.emulateMedia({ colorScheme })
    const findings = async (): Promise<unknown> => {
      await ui.page.evaluate(axe.source)
      return ui.page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      )
    }
    await ui.page.goto(address())
    await ui.page.getByText('No sessions yet.').waitFor()
    expect(await findings()).toEqual([])
    await cat('all')
    await ui.page.getByRole('link', { name: 'all', exact: false }).first().click()
    await shows('ready')
    expect(await findings()).toEqual([])
    await ui.page.getByRole('button', { name: 'Rename all' }).click()
    expect(await findings()).toEqual([])
  })

  test('a screen reader reads it when asked to', async () => {
    await cat('read')
    await ui.page.goto(`${address()}ui#/attach/read`)
    await shows('ready')
    const box = ui.page.getByRole('checkbox', { name: 'Screen reader' })
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
