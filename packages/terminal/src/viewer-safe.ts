/**
 * Output of a program that someone else's terminal only shows, as a recording is played: what draws goes through, what
 * would act on that terminal does not. So there are no questions, whose answers would be typed into the shell, no
 * clipboard, titles or notifications, no mouse and no keyboard modes. `restore` ends what drawing has left on.
 */

import { input } from './parser/input.js'
import type { Params } from './parser/params.js'
import { Parser } from './parser/parser.js'
import type { Sink, StringKind } from './parser/sink.js'
import { describeHalf } from './parser/unfinished.js'
import { decodeUtf8, encodeUtf8 } from './parser/utf8.js'
import { clean } from './sequences/osc-text.js'

/** Controls that move or ring: BEL, BS, HT, LF, VT, FF, CR, SO, SI. */
const allowedControls = new Set([7, 8, 9, 10, 11, 12, 13, 14, 15])
/** Sequences that draw, as prefix, intermediate and final. */
const allowedCsi = new Set([
  ...'@ABCDEFGHIJKLMPSTXZ`abdefgmrsujk'.split(''),
  ...['?J', '?K', '$z', '${', '$x', '$v', '$r', '$t', ' q', '!p', '"q', '*x'],
])
/** DECSC, DECRC, IND, NEL, HTS, RI, DECBI, DECFI, SS2, SS3, RIS. */
const allowedEscapes = new Set([...'78DEHM69NOc'])
/** Intermediates of character sets and row sizes. */
const allowedIntermediates = new Set([...'()*+-./#'])
const allowedModes = new Set(
  ['4', '20', '?5', '?6', '?7', '?12', '?25', '?45', '?47', '?69'].concat([
    '?1045',
    '?1047',
    '?1048',
    '?1049',
    '?2026',
  ]),
)

/** Ends what can be left on: a frame, the alternate screen, margins, modes, sets, colours, links. */
const ends =
  '\x1b[?2026l\x1b]8;;\x1b\\\x1b[?1049l\x1b[!p\x1b[?69l\x1b[?5l\x1b[?7h\x1b[?45l\x1b[?1045l\x1b[20l\x1b[0 q\x1b[?25h\x1b[0m'

export class ViewerSafe {
  private readonly sink = new Filter()
  private readonly parser = new Parser(this.sink)

  /** What of the output may be shown. Sequences that are cut go out once they are whole. */
  filter(text: string): string {
    this.parser.parse(encodeUtf8(text))
    const { out } = this.sink
    this.sink.out = ''
    return out
  }

  /** To be written at the end, wherever the output stopped. */
  get restore(): string {
    return ends
  }
}

class Filter implements Sink {
  out = ''
  readonly isVt52 = false

  fastPath(from: number, end: number): number {
    let at = from
    while (at < end && input[at] !== 0x1b && input[at] < 0x80) at++
    for (const byte of input.subarray(from, at))
      if (byte >= 0x20 ? byte !== 0x7f : allowedControls.has(byte)) this.out += String.fromCharCode(byte)
    return at
  }

  vt52(): void {}

  print(codePoint: number): void {
    this.out += String.fromCodePoint(codePoint)
  }

  execute(control: number): void {
    if (allowedControls.has(control)) this.out += String.fromCharCode(control)
  }

  csi(key: number, params: Params): void {
    const { prefix, intermediate, final } = partsOf(key)
    if ((final === 'h' || final === 'l') && intermediate === '') this.modes(prefix, params, final)
    else if (allowedCsi.has(prefix + intermediate + final)) {
      const numbers = describeHalf({ prefix: 0, intermediate: 0, params, overflow: false })
      this.out += `\x1b[${prefix}${numbers}${intermediate}${final}`
    }
  }

  escape(key: number, second: number): void {
    const { intermediate, final } = partsOf(key)
    const isAllowed = intermediate === '' ? allowedEscapes.has(final) : allowedIntermediates.has(intermediate)
    if (isAllowed) this.out += `\x1b${intermediate}${second === 0 ? '' : String.fromCharCode(second)}${final}`
  }

  stringStart(): boolean {
    return false
  }

  stringBytes(): void {}

  stringUnfinished(): string {
    return ''
  }

  /** Of all strings only links draw. */
  stringEnd(kind: StringKind, bytes: Uint8Array, length: number, complete: boolean): void {
    const text = kind === 'OSC' && complete ? decodeUtf8(bytes, 0, length) : ''
    if (text.startsWith('8;')) this.out += `\x1b]${clean(text)}\x1b\\`
  }

  stringCancel(): void {}

  private modes(prefix: string, params: Params, final: string): void {
    const numbers: number[] = []
    for (let i = 0; i < params.count; i++) {
      const name = `${prefix}${params.at(i)}`
      if (allowedModes.has(name)) numbers.push(params.at(i))
    }
    if (numbers.length > 0) this.out += `\x1b[${prefix}${numbers.join(';')}${final}`
  }
}

/** What `sequenceKey` put together. */
function partsOf(key: number): { prefix: string; intermediate: string; final: string } {
  const pair = key >> 7
  const text = (code: number, base: number): string => (code === 0 ? '' : String.fromCharCode(code + base))
  return {
    prefix: text(Math.floor(pair / 17), 0x3b),
    intermediate: text(pair % 17, 0x1f),
    final: String.fromCharCode(key & 0x7f),
  }
}
