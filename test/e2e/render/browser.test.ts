/** What Chromium makes of the SVGs, against our PNGs of the same screens; and that GIFs and videos open there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castFrames, parseCast } from '../../../packages/polytty/src/record/index.js'
import { renderGif, renderHtml, renderPng, renderSvg, renderVideo } from '../../../packages/render/src/index.js'
import { goldenCases, snapshotOf } from '../../golden/cases.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { launchChromium } from '../chromium.js'

const cast = parseCast('{"version":2,"width":20,"height":3}\n[0.1,"o","a"]\n[0.2,"o","b"]\n')
const folder = newFolder()

/** Runs in the page: the mean difference of two pictures over all pixels and channels, 0 to 255, and their sizes. */
const compare = `async ([first, second]) => {
  const read = async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return { width: image.width, height: image.height, data: context.getImageData(0, 0, image.width, image.height).data }
  }
  await read(first)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const [a, b] = [await read(first), await read(second)]
  let sum = 0
  for (let at = 0; at < a.data.length; at++) sum += Math.abs(a.data[at] - b.data[at])
  return { sizes: [[a.width, a.height], [b.width, b.height]], difference: sum / a.data.length }
}`

describe('in Chromium', needs('chromium'), () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launchChromium()
    page = await browser.newPage()
  })
  afterAll(async () => {
    await browser.close()
  })

  const cases = goldenCases.filter(({ name }) => !name.startsWith('theme-') || name === 'theme-light')
  test.each(cases)('the SVG of $name looks like its PNG', async (golden) => {
    const snapshot = snapshotOf(golden)
    const svg = `data:image/svg+xml;base64,${Buffer.from(renderSvg(snapshot, golden.options).svg).toString('base64')}`
    const png = `data:image/png;base64,${Buffer.from(renderPng(snapshot, golden.options).bytes).toString('base64')}`
    const script = `(${compare})(${JSON.stringify([svg, png])})`
    const { sizes, difference } = (await page.evaluate(script)) as { sizes: number[][]; difference: number }
    expect(sizes[0]).toEqual(sizes[1])
    expect(difference).toBeLessThan(5)
  })

  test('a GIF of a cast opens', async () => {
    const { bytes, width, height } = await renderGif(() => castFrames(cast))
    const gif = `data:image/gif;base64,${Buffer.from(bytes).toString('base64')}`
    const size = await page.evaluate(
      `(async () => { const i = new Image(); i.src = ${JSON.stringify(gif)}; await i.decode(); return [i.width, i.height] })()`,
    )
    expect(size).toEqual([width, height])
  })

  test('an MP4 of a cast opens', needs('ffmpeg'), async () => {
    const path = join(folder, 'out.mp4')
    const { width, height } = await renderVideo(() => castFrames(cast, { lastFrameMs: 500 }), { format: 'mp4', path })
    const source = `data:video/mp4;base64,${readFileSync(path).toString('base64')}`
    const size = await page.evaluate(
      `new Promise((resolve, reject) => {
        const video = document.createElement('video')
        video.onloadeddata = () => resolve([video.videoWidth, video.videoHeight])
        video.onerror = () => reject(new Error(video.error.message))
        video.src = ${JSON.stringify(source)}
      })`,
    )
    expect(size).toEqual([width, height])
  })

  test('the HTML has a column per cell', async () => {
    const golden = goldenCases.find(({ name }) => name === 'mc') as (typeof goldenCases)[number]
    await page.setContent(renderHtml(snapshotOf(golden), { cursor: false }))
    const text = (await page.evaluate("document.querySelector('pre').textContent")) as string
    expect(text.replace(/ +$/gm, '')).toBe(`${snapshotOf(golden).text()}\n`)
  })
})
