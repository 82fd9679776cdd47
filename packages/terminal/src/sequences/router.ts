/** From the parser's actions to the handlers. */
import { Params } from '../parser/params.js'
import type { Sink, StringKind } from '../parser/sink.js'
import { decodeUtf8 } from '../parser/utf8.js'
import { printCodePoint } from '../screen/print.js'
import type { TerminalState } from '../screen/terminal-state.js'
import type { ControlString, StringReader, StringSequence } from './declare.js'
import { describeSequence } from './describe-sequence.js'
import { runFastPath } from './fast-path.js'
import { apcTable, controls, dcsTable, escapeTable, oscTable, runCsi, streamTable, vt52Table } from './handlers.js'
import { designateBy } from './regions.js'

const noParams = new Params()
/**
 * Bytes for one call of the quick loop. A call that takes long is compiled while it runs, and that code knows less than
 * what is made for whole calls, but would be used from then on.
 */
const stretch = 1024
const finalOfSgr = 0x6d

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

export class SequenceRouter implements Sink {
  /** Not the parser's: a listener may write in the middle of a sequence. */
  private readonly quickParams = new Params()
  private dcs: StringSequence | undefined
  private params: Params | null = null
  private reader: StringReader | null = null

  constructor(private readonly m: TerminalState) {}

  fastPath(from: number, end: number): number {
    let i = from
    for (;;) {
      const enough = Math.min(end, i + stretch)
      i = runFastPath(this.m, this.quickParams, i, enough, end)
      if (i < enough || i === end) return i
    }
  }

  get isVt52(): boolean {
    return this.m.vt52
  }

  vt52(final: number, params: Params): void {
    vt52Table[final]?.(this.m, params)
    this.m.lastPrinted = 0
  }

  print(codePoint: number): void {
    printCodePoint(this.m, codePoint)
  }

  execute(control: number): void {
    controls[control]?.(this.m, noParams)
    this.m.lastPrinted = 0
  }

  csi(key: number, params: Params): void {
    // Sub-parameters belong to SGR alone; any other sequence with a colon is ignored, as in xterm.
    if (params.plain || (key & 0x7f) === finalOfSgr) runCsi(this.m, key, params)
    else this.m.onUnknown?.(describeSequence('CSI', key, params))
    // REP repeats only what was printed right before it, as in xterm.
    this.m.lastPrinted = 0
  }

  escape(key: number, second: number): void {
    this.m.lastPrinted = 0
    const intermediate = (key >> 7) % 17
    if (intermediate !== 0) {
      const final = String.fromCharCode(key & 0x7f)
      const name = second === 0 ? final : String.fromCharCode(second) + final
      if (designateBy(this.m, String.fromCharCode(intermediate + 0x1f), name)) return
    }
    const run = second === 0 ? escapeTable[key] : undefined
    if (run) run(this.m, noParams)
    else this.m.onUnknown?.(describeSequence('ESC', key, noParams))
  }

  stringStart(kind: StringKind, key: number, params: Params): boolean {
    this.reader = null
    if (kind !== 'DCS') return false
    this.params = params
    this.dcs = dcsTable.get(key)
    this.reader = streamTable.get(key)?.begin(this.m) ?? null
    if (!this.dcs && !this.reader) this.m.onUnknown?.(describeSequence('DCS', key, params))
    return this.reader !== null
  }

  stringBytes(bytes: Uint8Array, from: number, end: number): void {
    this.reader?.bytes(bytes, from, end)
  }

  stringUnfinished(): string {
    return this.reader?.unfinished() ?? ''
  }

  stringEnd(kind: StringKind, bytes: Uint8Array, length: number, complete: boolean, bell: boolean): void {
    const terminator = bell ? '\x07' : '\x1b\\'
    this.m.lastPrinted = 0
    if (kind === 'OSC') this.osc(bytes, length, complete, terminator)
    else if (kind === 'APC') {
      const sequence = length > 0 ? apcTable.get(String.fromCharCode(bytes[0])) : undefined
      if (sequence) sequence.run(this.m, new ReadString(noParams, bytes.slice(1, length), complete, terminator))
      else this.m.onUnknown?.('APC')
    } else if (kind === 'DCS') {
      if (this.reader) {
        const { reader } = this
        this.reader = null
        reader.end()
      } else this.dcs?.run(this.m, new ReadString(this.params!, bytes.slice(0, length), complete, terminator))
    }
  }

  stringCancel(): void {
    this.reader = null
  }

  /** The number up to the first semicolon, or a letter, chooses the handler; a string that was too long is an image or nothing. */
  private osc(bytes: Uint8Array, length: number, complete: boolean, terminator: string): void {
    let code = 0
    let i = 0
    while (i < length && i < 6 && bytes[i] >= 0x30 && bytes[i] <= 0x39) code = code * 10 + bytes[i++] - 0x30
    const isLetter = i === 0 && length > 0
    if (!isLetter && (i === 0 || (i < length && bytes[i] !== 0x3b))) return
    if (!complete && code !== 1337) return
    const start = Math.min(length, i + 1)
    const name = isLetter ? String.fromCharCode(bytes[0]) : code
    const sequence = oscTable.get(name)
    if (sequence) sequence.run(this.m, new ReadString(noParams, bytes.slice(start, length), complete, terminator))
    else this.m.onUnknown?.(`OSC ${name}`)
  }
}
