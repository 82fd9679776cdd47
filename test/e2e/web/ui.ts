/** A browser with the page in it for the tests of a suite, and how they look at it: by roles and names, as a screen reader does. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { launchChromium } from '../chromium.js'

/** The page that the current test has, and its server. */
export class Ui {
  browser!: Browser
  context!: BrowserContext
  page!: Page
  server!: Server
  /** What the page has complained about; must be empty in the end. */
  troubles: string[] = []

  readonly address = (to = this.server): string => `http://127.0.0.1:${to.port}/`
  readonly screen = (): Locator => this.page.locator('.xterm-accessibility')
  readonly shows = (text: string): Promise<void> => this.screen().getByText(text).first().waitFor({ state: 'attached' })
  readonly status = (text: string): Promise<void> =>
    this.page.locator('.terminal > header').getByRole('status').getByText(text, { exact: true }).waitFor()
  readonly entry = (name: string): Locator => this.page.getByRole('navigation').locator('li', { hasText: name })

  readonly cat = (name: string, script = 'stty -echo; printf ready; cat', to = this.server): Promise<Session> =>
    to.sessions.create({ name, program: '/bin/sh', args: ['-c', script] })

  async open(): Promise<void> {
    this.context = await this.browser.newContext({ viewport: { width: 1000, height: 600 } })
    this.context.setDefaultTimeout(60_000)
    // The text of a terminal that is drawn on a canvas is in the tree that screen readers read.
    await this.context.addInitScript("localStorage.setItem('polytty-screen-reader', 'on')")
    this.page = await this.context.newPage()
    this.troubles = []
    this.page.on('pageerror', (error) => this.troubles.push(error.message))
    this.page.on('console', (message) => {
      // That a request is refused is what some tests are about.
      const isRefusal = message.text().startsWith('Failed to load')
      if (message.type() === 'error' && !isRefusal) this.troubles.push(message.text())
    })
  }
}

/** To be called in a suite. */
export function useUi(): Ui {
  const ui = new Ui()
  beforeAll(async () => {
    ui.browser = await launchChromium()
    ui.server = await startServer({ port: 0, shell: '/bin/sh' })
  })
  afterAll(async () => {
    await ui.browser.close()
    await ui.server.stop()
  })
  beforeEach(() => ui.open())
  afterEach(async () => {
    await ui.context.close()
    await Promise.all(ui.server.sessions.list().map((session) => ui.server.sessions.remove(session)))
    expect(ui.troubles).toEqual([])
  })
  return ui
}
