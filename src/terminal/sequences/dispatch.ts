/** From the parser's actions to the handlers: the tables are made once from the declarations and shared by all terminals. */
import { Params } from '../parser/params.js'
import { type Sink, type StringKind, sequenceKey, sequenceKeys } from '../parser/sink.js'
import { decodeUtf8 } from '../parser/utf8.js'
import type { Machine } from '../screen/machine.js'
import { printAscii, printRun } from '../screen/print.js'
import { carriageReturn, lineFeed } from '../screen/scroll.js'
import { allSequences, allStrings } from './all.js'
import { type ControlString, parsePattern, type Sequence, type StringSequence } from './declare.js'
import { finishSixel } from './images.js'
import { designate, designatedSlot } from './regions.js'
import { selectGraphics } from './sgr.js'
import { SixelMeter } from './sixel.js'

type Run = Sequence['run']

const noParams = new Params()

const controls: (Run | undefined)[] = new Array(256)
const csiTable: (Run | undefined)[] = new Array(sequenceKeys)
const escapeTable: (Run | undefined)[] = new Array(sequenceKeys)
const strings = new Map<string, StringSequence>()
const dcsTable = new Map<number, StringSequence>()
const sgrKey = sequenceKey(0, 0, 0x6d)
const cupKey = sequenceKey(0, 0, 0x48)
const sixelKey = sequenceKey(0, 0, 0x71)

for (const [pattern, sequence] of allSequences) {
  const { introducer, keys } = parsePattern(pattern)
  const table = introducer === 'control' ? controls : introducer === 'CSI' ? csiTable : escapeTable
  for (const key of keys) table[key] = sequence.run
}
// An 8-bit control is its escape with the final 0x40 lower.
for (let final = 0x40; final < 0x60; final++) controls[final + 0x40] = escapeTable[sequenceKey(0, 0, final)]
for (const [pattern, sequence] of allStrings) {
  if (pattern.startsWith('DCS')) dcsTable.set(parsePattern(pattern).keys[0], sequence)
  else strings.set(pattern, sequence)
}

class ReadString implements ControlString {
  private decoded: string | null = null

  constructor(
    readonly params: Params,
    readonly raw: Uint8Array,
    readonly complete: boolean,
    readonly terminator: string,
  ) {}

  text(): string {
    this.decoded ??= decodeUtf8(this.raw)
    return this.decoded
  }
}

export class Dispatcher implements Sink {
  private dcs: StringSequence | undefined
  private params: Params | null = null
  private sixel: SixelMeter | null = null

  constructor(private readonly m: Machine) {}

  printAscii(bytes: Uint8Array, from: number, end: number): number {
    return printAscii(this.m, bytes, from, end)
  }

  printRun(codePoints: Int32Array, count: number): void {
    printRun(this.m, codePoints, count)
  }

  execute(control: number): void {
    if (control === 0x0a) lineFeed(this.m)
    else if (control === 0x0d) carriageReturn(this.m)
    else controls[control]?.(this.m, noParams)
    this.m.lastPrinted = 0
  }

  csi(key: number, params: Params): void {
    // SGR and CUP are most of what programs send: called directly they cost half.
    if (key === sgrKey) selectGraphics(this.m, params)
    else if (key === cupKey) this.m.moveToOrigin(params.atLeastOne(0) - 1, params.atLeastOne(1) - 1)
    else csiTable[key]?.(this.m, params)
    // REP repeats only what was printed right before it, as in xterm.
    this.m.lastPrinted = 0
  }

  escape(key: number, second: number): void {
    this.m.lastPrinted = 0
    const intermediate = (key >> 7) % 17
    const slot = intermediate === 0 ? -1 : designatedSlot(String.fromCharCode(intermediate + 0x1f))
    if (slot >= 0) {
      const final = String.fromCharCode(key & 0x7f)
      designate(this.m, slot, second === 0 ? final : String.fromCharCode(second) + final)
    } else if (second === 0) escapeTable[key]?.(this.m, noParams)
  }

  stringStart(kind: StringKind, key: number, params: Params): boolean {
    this.sixel = null
    if (kind !== 'DCS') return false
    this.params = params
    this.dcs = dcsTable.get(key)
    if (key !== sixelKey) return false
    this.sixel = new SixelMeter()
    return true
  }

  stringBytes(bytes: Uint8Array, from: number, end: number): void {
    this.sixel?.bytes(bytes, from, end)
  }

  stringEnd(kind: StringKind, bytes: Uint8Array, length: number, complete: boolean, bell: boolean): void {
    const terminator = bell ? '\x07' : '\x1b\\'
    if (kind === 'OSC') this.osc(bytes, length, complete, terminator)
    else if (kind === 'APC') {
      const sequence = length > 0 ? strings.get(`APC ${String.fromCharCode(bytes[0])}`) : undefined
      sequence?.run(this.m, new ReadString(noParams, bytes.slice(1, length), complete, terminator))
    } else if (kind === 'DCS') {
      if (this.sixel) {
        const { width, height } = this.sixel.finish()
        this.sixel = null
        finishSixel(this.m, width, height)
      } else this.dcs?.run(this.m, new ReadString(this.params!, bytes.slice(0, length), complete, terminator))
    }
  }

  stringCancel(): void {
    this.sixel = null
  }

  /** The number up to the first semicolon chooses the handler; a string that was too long is an image or nothing. */
  private osc(bytes: Uint8Array, length: number, complete: boolean, terminator: string): void {
    let code = 0
    let i = 0
    while (i < length && i < 6 && bytes[i] >= 0x30 && bytes[i] <= 0x39) code = code * 10 + bytes[i++] - 0x30
    if (i === 0 || (i < length && bytes[i] !== 0x3b)) return
    if (!complete && code !== 1337) return
    const start = Math.min(length, i + 1)
    strings.get(`OSC ${code}`)?.run(this.m, new ReadString(noParams, bytes.slice(start, length), complete, terminator))
  }
}
