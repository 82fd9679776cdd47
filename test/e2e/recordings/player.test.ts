/** Our casts in asciinema's own web player, in Chromium: both versions, with markers and a change of size. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../packages/polytty/src/base/clock.js'
import { CastRecorder, MemorySink } from '../../../packages/polytty/src/record/index.js'
import { recordingTap } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { launchChromium } from '../chromium.js'
import { newRegistry, see, shell } from '../session/with-registry.js'

const player = readFileSync(
  join(import.meta.dirname, '../../../node_modules/asciinema-player/dist/bundle/asciinema-player.min.js'),
  'utf8',
)

/** Runs in the page: plays to the end, and gives what was received and what is shown. */
const play = `(cast) => new Promise((resolve, reject) => {
  const place = document.body.appendChild(document.createElement('div'))
  const player = AsciinemaPlayer.create({ data: cast }, place, { autoPlay: true, speed: 4, fit: false })
  const received = []
  for (const name of ['resize', 'marker']) player.addEventListener(name, (event) => received.push([name, event]))
  player.addEventListener('error', (event) => reject(new Error(JSON.stringify(event))))
  player.addEventListener('ended', async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    resolve({ received, text: place.innerText })
  })
})`

async function recordBoth(): Promise<Record<'v2' | 'v3', string>> {
  const registry = newRegistry()
  const session = await shell(registry, 'read line; printf "\\033[32mgreen\\033[m %s\\n" "$line"; read line')
  const record = (version: 2 | 3) => {
    const sink = new MemorySink()
    const recorder = new CastRecorder(recordingTap(session), systemClock, { version, includeInput: true, sink })
    return { sink, recorder }
  }
  const [v2, v3] = [record(2), record(3)]
  await session.write('typed 日本\r')
  await see(session, 'green typed')
  for (const { recorder } of [v2, v3]) recorder.mark('here')
  session.resize(60, 20)
  await session.write('\r')
  await see(session, { type: 'exited' })
  for (const { recorder } of [v2, v3]) recorder.stop()
  return { v2: v2.sink.text(), v3: v3.sink.text() }
}

describe("asciinema's player", needs('chromium'), () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  test('plays both versions to the same end', async () => {
    const casts = await recordBoth()
    for (const [version, cast] of Object.entries(casts)) {
      const page = await browser.newPage()
      await page.addScriptTag({ content: player })
      const shown = (await page.evaluate(`(${play})(${JSON.stringify(cast)})`)) as { received: unknown[]; text: string }
      expect(shown.text, version).toContain('green typed 日本')
      expect(shown.received, version).toEqual(
        expect.arrayContaining([
          ['marker', expect.objectContaining({ label: 'here' })],
          ['resize', expect.objectContaining({ cols: 60, rows: 20 })],
        ]),
      )
      await page.close()
    }
  })
})
