/**
 * Pictures against the ones that were looked at by eye, to the byte: a picture is the same on every machine. After an
 * intended change: UPDATE_GOLDEN=1 npx vitest run test/golden, and look at them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodePng } from '../../packages/render/src/decode-png.js'
import { renderPng } from '../../packages/render/src/index.js'
import { goldenCases, snapshotOf } from './cases.js'

const update = process.env.UPDATE_GOLDEN === '1'

test.each(goldenCases)('$name: $about', (golden) => {
  const path = join(import.meta.dirname, 'expected', `${golden.name}.png`)
  const { bytes } = renderPng(snapshotOf(golden), golden.options)
  if (update) writeFileSync(path, bytes)
  expect(existsSync(path), `${path} is missing: run with UPDATE_GOLDEN=1`).toBe(true)
  const actual = decodePng(bytes)
  const expected = decodePng(readFileSync(path))
  expect([actual.width, actual.height]).toEqual([expected.width, expected.height])
  let different = 0
  for (let at = 0; at < actual.rgba.length; at++) if (actual.rgba[at] !== expected.rgba[at]) different++
  expect(different, 'differing bytes of pixels').toBe(0)
  expect(Buffer.from(bytes).equals(readFileSync(path)), 'the same file').toBe(true)
})
