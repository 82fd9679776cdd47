import { deflateSync, inflateSync } from 'node:zlib'
import { renderPng } from '@polytty/render'
import { type Picture, Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { encodePicture } from './picture-data.js'

const png = Buffer.from(renderPng(new Terminal({ cols: 2, rows: 1 }).snapshot()).bytes)
const pixels = Buffer.from(Array.from({ length: 4 * 2 * 3 }, (_, index) => index))

function picture(format: Picture['format'], data: Buffer | string, more: Partial<Picture> = {}): Picture {
  const text = typeof data === 'string' ? data : data.toString('base64')
  return { format, data: text, compressed: false, width: 4, height: 2, ...more }
}

/** A chunk of a PNG; no one checks its checksum here. */
function chunk(type: string, data: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(`${type}${data}sums`, 'latin1')])
}

test('pixels are passed on as they are', () => {
  for (const given of [picture('rgb', pixels), picture('rgb', deflateSync(pixels), { compressed: true })]) {
    const { keys, data } = encodePicture(given)!
    expect(keys).toBe('f=24,s=4,v=2,o=z')
    expect(inflateSync(Buffer.from(data, 'base64'))).toEqual(pixels)
  }
})

test('of a PNG nothing is passed on but its pixels', () => {
  const end = png.length - 12
  const talkative = Buffer.concat([
    png.subarray(0, end),
    chunk('tEXt', 'secret'),
    png.subarray(end),
    Buffer.from('more'),
  ])
  expect(encodePicture(picture('file', talkative))).toEqual({ keys: 'f=100', data: png.toString('base64') })
})

test.each<[string, Picture]>([
  ['dropped', picture('rgb', pixels, { data: null })],
  ['empty', picture('rgb', '')],
  ['too short', picture('rgb', pixels.subarray(1))],
  ['too long', picture('rgb', Buffer.concat([pixels, pixels]))],
  ['no zlib stream', picture('rgb', pixels, { compressed: true })],
  ['longer than it says once inflated', picture('rgb', deflateSync(Buffer.alloc(10_000_000)), { compressed: true })],
  ['too large', picture('rgba', deflateSync(Buffer.alloc(100)), { compressed: true, width: 9999, height: 9999 })],
  ['without size', picture('rgb', '', { width: 0 })],
  ['another kind of file', picture('file', Buffer.from('GIF89a, or something like it, of some length'))],
  ['a PNG cut off', picture('file', png.subarray(0, -1))],
  ['a PNG that is only its beginning', picture('file', png.subarray(0, 20))],
  [
    'a PNG of too many pixels',
    picture('file', Buffer.concat([png.subarray(0, 16), Buffer.alloc(8, 1), png.subarray(24)])),
  ],
  ['sixels drawn over without end', picture('sixel', '!9~$'.repeat(1000))],
])('a picture is not shown: %s', (_, given) => {
  expect(encodePicture(given)).toBeNull()
})

const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
const none = [0, 0, 0, 0]

test.each<[string, string, number[][]]>([
  ['colours in red, green and blue', '#1;2;100;0;0@#2;2;0;0;100@', [red, blue, none, none]],
  ['colours by their hue', '#1;1;120;50;100@#1;1;240;50;100@#1;1;0;50;100@', [red, green, blue, none]],
  ['repeated', '#1;2;100;0;0!3@', [red, red, red, none]],
  ['beyond the edge', '#1;2;100;0;0!300@', [red, red, red, red]],
  ['over each other', '#1;2;100;0;0@@$#2;2;0;100;0?@', [red, green, none, none]],
  ['the second row', '#1;2;100;0;0A', [none, none, none, none, red, none, none, none]],
  ['below the edge', '-#1;2;100;0;0~', [none]],
  ['a colour of the terminal', '#15@', [[204, 204, 204, 255]]],
])('sixels: %s', (_, data, expected) => {
  const { keys, data: encoded } = encodePicture(picture('sixel', data))!
  expect(keys).toBe('f=32,s=4,v=2,o=z')
  const start = expected.flat()
  expect([...inflateSync(Buffer.from(encoded, 'base64'))]).toEqual([...start, ...new Array(32 - start.length).fill(0)])
})
