/** The page in a browser, whose server is killed: it is attached again by itself, with what was typed meanwhile. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'
import { launchChromium } from '../chromium.js'
import { Ui } from '../web/ui.js'
import { kill, serve } from './serve.js'

describe('the page', needs('chromium'), () => {
  test('goes on where it was when the server is back', async () => {
    const user = newUser()
    const first = await serve(user)
    const url = new URL(first.url)
    expect(await user.run('new', '-n', 'kept', '--', '/bin/sh', '-c', 'stty -echo; printf ready; cat')).toMatchObject({
      code: 0,
    })
    const ui = new Ui()
    ui.browser = await launchChromium()
    onTestFinished(() => ui.browser.close())
    await ui.open()
    await ui.page.goto(`http://${url.host}/ui#/attach/kept`)
    await ui.status('Attached')
    await ui.shows('ready')
    await ui.page.locator('.xterm-helper-textarea').focus()
    await ui.page.keyboard.type('one')
    await ui.page.keyboard.press('Enter')
    await ui.shows('one')
    await kill(first)
    await ui.page
      .locator('.terminal > header')
      .getByRole('status')
      .getByText('Attached', { exact: true })
      .waitFor({ state: 'hidden' })
    await ui.page.keyboard.type('two')
    await ui.page.keyboard.press('Enter')
    const second = await serve(user)
    expect(second.url).toBe(first.url)
    await ui.status('Attached')
    await ui.shows('two')
    await ui.page.keyboard.type('three')
    await ui.page.keyboard.press('Enter')
    await ui.shows('three')
    expect((await user.run('look', 'kept', '--plain')).stdout.trim().split('\n')).toEqual(['readyone', 'two', 'three'])
  })
})
