/**
 * A font cut down to the characters a picture uses, small enough to travel inside it. Glyphs are numbered again, hinting
 * is dropped, and only the tables stay that browsers insist on.
 */
import type { Font } from './font.js'

/** The font with these characters only; ones it lacks are left out. */
export function subsetFont(font: Font, codes: readonly number[]): Uint8Array {
  const mapped = [...codes].sort((a, b) => a - b).filter((code) => font.glyph(code) !== 0)
  const glyphs = new Numbering()
  glyphs.of(0)
  const characters = mapped.map((code): [number, number] => [code, glyphs.of(font.glyph(code))])
  const records: Uint8Array[] = []
  // Components of composite glyphs join the list while it is walked.
  for (let index = 0; index < glyphs.list.length; index++)
    records.push(font.record(glyphs.list[index], (component) => glyphs.of(component)) ?? new Uint8Array(0))
  const { glyf, loca } = packGlyphs(records)
  const count = records.length
  return buildSfnt([
    ['OS/2', font.table('OS/2') ?? new Uint8Array(96)],
    ['cmap', characterTable(characters)],
    ['glyf', glyf],
    ['head', patched(font, 'head', (view) => view.setInt16(50, 1))],
    ['hhea', patched(font, 'hhea', (view) => view.setUint16(34, count))],
    ['hmtx', metrics(font, glyphs.list)],
    ['loca', loca],
    ['maxp', patched(font, 'maxp', (view) => view.setUint16(4, count))],
    ['name', nameTable()],
    ['post', postTable()],
  ])
}

/** Old glyph numbers to new ones, in the order of asking. */
class Numbering {
  readonly list: number[] = []
  private readonly numbers = new Map<number, number>()

  of(glyph: number): number {
    let number = this.numbers.get(glyph)
    if (number === undefined) {
      number = this.list.push(glyph) - 1
      this.numbers.set(glyph, number)
    }
    return number
  }
}

function packGlyphs(records: readonly Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
  const loca = Buffer.alloc((records.length + 1) * 4)
  let at = 0
  const parts: Uint8Array[] = []
  for (const [index, record] of records.entries()) {
    loca.writeUInt32BE(at, index * 4)
    const padding = (4 - (record.length % 4)) % 4
    parts.push(record, new Uint8Array(padding))
    at += record.length + padding
  }
  loca.writeUInt32BE(at, records.length * 4)
  return { glyf: Buffer.concat(parts), loca }
}

function metrics(font: Font, glyphs: readonly number[]): Uint8Array {
  const table = Buffer.alloc(glyphs.length * 4)
  for (const [index, glyph] of glyphs.entries()) {
    table.writeUInt16BE(font.advance(glyph), index * 4)
    table.writeInt16BE(font.bounds(glyph)?.[0] ?? 0, index * 4 + 2)
  }
  return table
}

/** Format 12: one group per run of characters whose glyphs run along. */
function characterTable(characters: readonly (readonly [code: number, glyph: number])[]): Uint8Array {
  const groups: [first: number, last: number, glyph: number][] = []
  for (const [code, glyph] of characters) {
    const last = groups.at(-1)
    if (last && last[1] === code - 1 && last[2] + code - last[0] === glyph) last[1] = code
    else groups.push([code, code, glyph])
  }
  const table = Buffer.alloc(28 + groups.length * 12)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(10, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(12, 12)
  table.writeUInt32BE(16 + groups.length * 12, 16)
  table.writeUInt32BE(groups.length, 24)
  for (const [index, group] of groups.entries())
    for (const [part, value] of group.entries()) table.writeUInt32BE(value, 28 + index * 12 + part * 4)
  return table
}

function patched(font: Font, tag: string, patch: (view: DataView) => void): Uint8Array {
  const table = (font.table(tag) as Uint8Array).slice()
  patch(new DataView(table.buffer))
  return table
}

/** An empty list of names, which is what the page's style sheet gives it anyway. */
function nameTable(): Uint8Array {
  return Uint8Array.of(0, 0, 0, 0, 0, 6)
}

/** Version 3: no glyph names. */
function postTable(): Uint8Array {
  const table = Buffer.alloc(32)
  table.writeUInt32BE(0x00030000, 0)
  return table
}

function buildSfnt(tables: readonly (readonly [tag: string, data: Uint8Array])[]): Uint8Array {
  const header = Buffer.alloc(12 + tables.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tables.length, 4)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((tables.length - power) * 16, 10)
  const parts: Uint8Array[] = [header]
  let at = header.length
  for (const [index, [tag, data]] of tables.entries()) {
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4)
    padded.set(data)
    header.write(tag, 12 + index * 16, 'latin1')
    header.writeUInt32BE(sum(padded), 16 + index * 16)
    header.writeUInt32BE(at, 20 + index * 16)
    header.writeUInt32BE(data.length, 24 + index * 16)
    parts.push(padded)
    at += padded.length
  }
  return Buffer.concat(parts)
}

function sum(table: Buffer): number {
  let total = 0
  for (let at = 0; at < table.length; at += 4) total = (total + table.readUInt32BE(at)) >>> 0
  return total
}
