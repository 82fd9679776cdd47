/**
 * Bytes into actions: the VT500 state machine with UTF-8 decoding in front of it. Keeps its state across chunks, so a
 * stream gives the same actions however it is cut. What an action does is the sink's business.
 */
import { limits } from '../limits.js'
import { Params } from './params.js'
import { lowerBound, trailing, upperBound } from './utf8.js'

export type StringKind = 'OSC' | 'DCS' | 'APC' | 'PM' | 'SOS'

/** What the parser tells. `printAscii` takes a run that starts at `from` and returns where it stopped. */
export interface Sink {
  printAscii(bytes: Uint8Array, from: number, end: number): number
  /** Characters that may include ASCII but no controls. */
  printRun(codePoints: Uint32Array, count: number): void
  /** A C0 or C1 control. */
  execute(control: number): void
  /** `key` is made by `sequenceKey`. */
  csi(key: number, params: Params): void
  /** `second` is a second intermediate, as some character sets have. */
  escape(key: number, second: number): void
  /** A DCS begins; true to have its bytes given to `stringBytes` instead of being collected. */
  stringStart(kind: StringKind, key: number, params: Params): boolean
  stringBytes(bytes: Uint8Array, from: number, end: number): void
  /** The string ended; `complete` is false when it was longer than the limit and its rest was dropped. */
  stringEnd(kind: StringKind, bytes: Uint8Array, length: number, complete: boolean, bell: boolean): void
  /** The string was cancelled by CAN or SUB. */
  stringCancel(kind: StringKind): void
}

/** One number for prefix, intermediate and final, dense enough to index a table of `sequenceKeys` entries. */
export function sequenceKey(prefix: number, intermediate: number, final: number): number {
  return (((prefix === 0 ? 0 : prefix - 0x3b) * 17 + (intermediate === 0 ? 0 : intermediate - 0x1f)) << 7) | final
}

export const sequenceKeys = 5 * 17 * 128

/** Parameters that the quick way takes. */
const quickParams = 24

/** Characters decoded before they are printed. */
const runLength = 128

const ground = 0
const escaped = 1
const csiParam = 2
const csiIgnore = 3
const stringBody = 4
/** Between ESC and what should be a backslash, in a string. */
const stringEscape = 5
const dcsParam = 6
const dcsIgnore = 7
/** After byte C2 in a string: C2 9C is ST. */
const stringC2 = 8

export class Parser {
  private state = ground
  private readonly params = new Params()
  private prefix = 0
  private intermediate = 0
  private second = 0
  private overflow = false
  private kind: StringKind = 'OSC'
  private key = 0
  private streaming = false
  private buffer = new Uint8Array(64)
  private readonly run = new Uint32Array(runLength)
  private length = 0
  private complete = true
  /** A UTF-8 character under way. */
  private needed = 0
  private codePoint = 0
  private lower = 0x80
  private upper = 0xbf

  constructor(private readonly sink: Sink) {}

  /** True between sequences and characters: nothing is half read. */
  get idle(): boolean {
    return this.state === ground && this.needed === 0
  }

  parse(bytes: Uint8Array): void {
    const end = bytes.length
    let i = 0
    while (i < end) {
      switch (this.state) {
        case ground:
          i = this.parseGround(bytes, i, end)
          break
        case csiParam:
          i = this.parseCsi(bytes, i, end)
          break
        case stringBody:
          i = this.parseString(bytes, i, end)
          break
        default:
          i = this.parseOther(bytes, i)
      }
    }
  }

  private parseGround(bytes: Uint8Array, from: number, end: number): number {
    const { sink } = this
    let i = from
    if (this.needed > 0) i = this.continueCharacter(bytes, i, end)
    while (i < end && this.state === ground) {
      const b = bytes[i]
      if (b < 0x7f) {
        if (b >= 0x20) i = sink.printAscii(bytes, i, end)
        else {
          i++
          if (b !== 0x1b) sink.execute(b)
          else if (i < end && bytes[i] === 0x5b) i = this.parseWholeCsi(bytes, i + 1, end)
          else this.enterEscape()
        }
      } else if (b === 0x7f) i++
      else i = this.parseCharacters(bytes, i, end)
    }
    return i
  }

  /** A control sequence that is all there and has no surprises, read without touching the state; else the long way. */
  private parseWholeCsi(bytes: Uint8Array, from: number, end: number): number {
    const { params } = this
    const { values, sub } = params
    let i = from
    let prefix = 0
    let count = 0
    let value = -1
    if (i < end && bytes[i] >= 0x3c && bytes[i] < 0x40) prefix = bytes[i++]
    while (i < end && count < quickParams) {
      const b = bytes[i++]
      if (b >= 0x30 && b < 0x3a) {
        value = value < 0 ? b - 0x30 : value > 214_748_362 ? 0x7fffffff : value * 10 + b - 0x30
      } else if (b === 0x3b) {
        values[count] = value
        sub[count++] = 0
        value = -1
      } else if (b >= 0x40 && b < 0x7f) {
        if (value >= 0 || count > 0) {
          values[count] = value
          sub[count++] = 0
        }
        params.count = count
        this.sink.csi(prefix === 0 ? b : sequenceKey(prefix, 0, b), params)
        return i
      } else break
    }
    this.enterEscape()
    this.state = csiParam
    return from
  }

  /** Decodes a run of characters up to a control, a rare case or the chunk's end, and prints it. */
  private parseCharacters(bytes: Uint8Array, from: number, end: number): number {
    const { run } = this
    let i = from
    let count = 0
    while (i < end && count < runLength) {
      const b = bytes[i]
      if (b < 0x80) {
        if (b < 0x20 || b === 0x7f) break
        run[count++] = b
        i++
        continue
      }
      const length = wholeLength(bytes, i, end)
      if (length === 0) break
      if (length === 2) run[count++] = ((b & 31) << 6) | (bytes[i + 1] & 63)
      else if (length === 3) run[count++] = ((b & 15) << 12) | ((bytes[i + 1] & 63) << 6) | (bytes[i + 2] & 63)
      else {
        const high = ((b & 7) << 18) | ((bytes[i + 1] & 63) << 12)
        run[count++] = high | ((bytes[i + 2] & 63) << 6) | (bytes[i + 3] & 63)
      }
      i += length
    }
    if (count > 0) {
      this.sink.printRun(run, count)
      return i
    }
    return this.startOther(bytes, i, end)
  }

  private continueCharacter(bytes: Uint8Array, from: number, end: number): number {
    let i = from
    while (i < end) {
      const b = bytes[i]
      if (b < this.lower || b > this.upper) {
        this.needed = 0
        this.character(0xfffd)
        return i
      }
      this.lower = 0x80
      this.upper = 0xbf
      this.codePoint = (this.codePoint << 6) | (b & 63)
      i++
      if (--this.needed === 0) {
        this.character(this.codePoint)
        return i
      }
    }
    return i
  }

  /** A decoded character: printed, or a C1 control that came as UTF-8. In a sequence it ends the sequence. */
  private character(cp: number): void {
    if (cp >= 0x80 && cp < 0xa0) this.controlC1(cp)
    else if (this.state === ground) {
      this.run[0] = cp
      this.sink.printRun(this.run, 1)
    } else this.state = ground
  }

  private controlC1(cp: number): void {
    switch (cp) {
      case 0x90:
        this.clear()
        this.kind = 'DCS'
        this.state = dcsParam
        return
      case 0x98:
        this.startString('SOS')
        return
      case 0x9b:
        this.clear()
        this.state = csiParam
        return
      case 0x9d:
        this.startString('OSC')
        return
      case 0x9e:
        this.startString('PM')
        return
      case 0x9f:
        this.startString('APC')
        return
      default:
        this.state = ground
        this.sink.execute(cp)
    }
  }

  private parseCsi(bytes: Uint8Array, from: number, end: number): number {
    const { params } = this
    let i = from
    if (this.needed > 0) return this.continueCharacter(bytes, i, end)
    while (i < end) {
      const b = bytes[i]
      if (b >= 0x30 && b < 0x3c) {
        i++
        if (this.intermediate !== 0) {
          this.state = csiIgnore
          return i
        }
        if (b >= 0x3a) this.separator(b)
        else {
          // Digits in one go: this loop sees most of the bytes of most sequences.
          let value = this.firstDigit(b - 0x30)
          let digit = 0
          while (i < end && (digit = bytes[i] - 0x30) >= 0 && digit < 10) {
            value = value > 214_748_362 ? 0x7fffffff : value * 10 + digit
            i++
          }
          if (!this.overflow) params.values[params.count - 1] = value
        }
      } else if (b >= 0x40 && b < 0x7f) {
        this.state = ground
        this.sink.csi(sequenceKey(this.prefix, this.intermediate, b), params)
        return i + 1
      } else if (b < 0x20) {
        i++
        if (this.control(b)) return i
      } else if (b < 0x30) {
        i++
        if (this.intermediate !== 0) {
          this.state = csiIgnore
          return i
        }
        this.intermediate = b
      } else if (b < 0x40) {
        i++
        if (params.count > 0 || this.prefix !== 0 || this.intermediate !== 0) {
          this.state = csiIgnore
          return i
        }
        this.prefix = b
      } else if (b === 0x7f) i++
      else return this.startOther(bytes, i, end)
    }
    return i
  }

  /** The value of the parameter under way with one more digit. */
  private firstDigit(digit: number): number {
    const { params } = this
    if (params.count === 0) params.open(false)
    const value = params.values[params.count - 1]
    if (value < 0) return digit
    return value > 214_748_362 ? 0x7fffffff : value * 10 + digit
  }

  private separator(b: number): void {
    if (this.params.count === 0) this.params.open(false)
    if (!this.params.open(b === 0x3a)) this.overflow = true
  }

  /** A C0 control inside a sequence: done at once. True when it ended the sequence. */
  private control(b: number): boolean {
    if (b === 0x1b) {
      this.enterEscape()
      return true
    }
    if (b === 0x18 || b === 0x1a) {
      this.state = ground
      this.sink.execute(b)
      return true
    }
    this.sink.execute(b)
    return false
  }

  /** A byte from 0x80 on inside a sequence: decoded, so that C1 controls and bad bytes are seen whole. */
  private startOther(bytes: Uint8Array, i: number, end: number): number {
    const b = bytes[i]
    this.needed = trailing(b)
    if (this.needed === 0) {
      this.character(0xfffd)
      return i + 1
    }
    this.codePoint = this.needed === 1 ? b & 31 : this.needed === 2 ? b & 15 : b & 7
    this.lower = lowerBound(b)
    this.upper = upperBound(b)
    return this.continueCharacter(bytes, i + 1, end)
  }

  private parseOther(bytes: Uint8Array, i: number): number {
    const b = bytes[i]
    switch (this.state) {
      case stringEscape:
        return this.afterStringEscape(b) ? i + 1 : i
      case stringC2:
        if (b === 0x9c) {
          this.endString(false)
          return i + 1
        }
        this.state = stringBody
        this.collectByte(0xc2)
        return i
    }
    if (this.needed > 0) return this.continueCharacter(bytes, i, bytes.length)
    if (b >= 0x80) return this.startOther(bytes, i, bytes.length)
    if (b < 0x20) {
      if (this.state === escaped || this.state === csiIgnore) this.control(b)
      else if (b === 0x1b || b === 0x18 || b === 0x1a) this.control(b)
      return i + 1
    }
    if (b === 0x7f) return i + 1
    switch (this.state) {
      case escaped:
        this.escapeByte(b)
        break
      case csiIgnore:
        if (b >= 0x40) this.state = ground
        break
      case dcsParam:
        this.dcsByte(b)
        break
      case dcsIgnore:
        // The body of a malformed DCS is read over as any string is.
        if (b >= 0x40) this.startString('DCS')
        break
    }
    return i + 1
  }

  private enterEscape(): void {
    this.clear()
    this.state = escaped
  }

  private clear(): void {
    this.params.reset()
    this.prefix = 0
    this.intermediate = 0
    this.second = 0
    this.overflow = false
  }

  private escapeByte(b: number): void {
    if (b < 0x30) {
      if (this.intermediate === 0) this.intermediate = b
      else if (this.second === 0) this.second = b
      else this.second = 0x7f
      return
    }
    if (this.intermediate === 0) {
      switch (b) {
        case 0x5b:
          this.state = csiParam
          return
        case 0x5d:
          this.startString('OSC')
          return
        case 0x50:
          this.kind = 'DCS'
          this.state = dcsParam
          return
        case 0x5f:
          this.startString('APC')
          return
        case 0x5e:
          this.startString('PM')
          return
        case 0x58:
          this.startString('SOS')
          return
      }
    }
    this.state = ground
    this.sink.escape(sequenceKey(0, this.intermediate, b), this.second)
  }

  private dcsByte(b: number): void {
    if (b < 0x30) {
      if (this.intermediate !== 0) this.state = dcsIgnore
      else this.intermediate = b
    } else if (b < 0x3c) {
      if (this.intermediate !== 0) this.state = dcsIgnore
      else if (b >= 0x3a) this.separator(b)
      else if (!this.overflow) {
        const value = this.firstDigit(b - 0x30)
        this.params.values[this.params.count - 1] = value
      }
    } else if (b < 0x40) {
      if (this.params.count > 0 || this.prefix !== 0 || this.intermediate !== 0) this.state = dcsIgnore
      else this.prefix = b
    } else {
      this.key = sequenceKey(this.prefix, this.intermediate, b)
      this.startString('DCS')
    }
  }

  private startString(kind: StringKind): void {
    const known = kind === 'DCS' && this.state === dcsParam
    if (kind !== 'DCS' || !known) this.key = 0
    this.kind = kind
    this.length = 0
    this.complete = true
    this.state = stringBody
    this.streaming = this.sink.stringStart(kind, this.key, this.params)
  }

  private parseString(bytes: Uint8Array, from: number, end: number): number {
    let i = from
    while (i < end) {
      const b = bytes[i]
      if (b < 0x20 ? b === 0x1b || b === 0x07 || b === 0x18 || b === 0x1a : b === 0xc2) break
      i++
    }
    if (i > from) this.collect(bytes, from, i)
    if (i === end) return i
    switch (bytes[i]) {
      case 0x1b:
        this.state = stringEscape
        break
      case 0xc2:
        this.state = stringC2
        break
      case 0x07:
        // Only OSC ends with BEL; elsewhere it is part of the string.
        if (this.kind === 'OSC') this.endString(true)
        else this.collectByte(0x07)
        break
      default:
        this.state = ground
        this.sink.stringCancel(this.kind)
        this.sink.execute(bytes[i])
    }
    return i + 1
  }

  /** ESC ends a string, as in the VT500: with a backslash it was ST, else another sequence begins. */
  private afterStringEscape(b: number): boolean {
    this.endString(false)
    if (b === 0x5c) return true
    this.enterEscape()
    return false
  }

  private endString(bell: boolean): void {
    this.state = ground
    const { kind, buffer, length, complete } = this
    this.length = 0
    this.sink.stringEnd(kind, buffer, length, complete, bell)
    if (buffer.length > 65_536) this.buffer = new Uint8Array(64)
  }

  private collectByte(b: number): void {
    this.collect(Uint8Array.of(b), 0, 1)
  }

  private collect(bytes: Uint8Array, from: number, to: number): void {
    if (this.streaming) {
      this.sink.stringBytes(bytes, from, to)
      return
    }
    let end = to
    if (this.length + (end - from) > limits.stringBytes) {
      end = from + limits.stringBytes - this.length
      this.complete = false
    }
    const length = this.length + (end - from)
    if (length > this.buffer.length) {
      const grown = new Uint8Array(Math.min(limits.stringBytes, Math.max(length, this.buffer.length * 2)))
      grown.set(this.buffer.subarray(0, this.length))
      this.buffer = grown
    }
    for (let i = from, at = this.length; i < end; i++, at++) this.buffer[at] = bytes[i]
    this.length = length
  }
}

/** Length of the character at `i` when it is whole, valid and no C1 control; else 0. */
function wholeLength(bytes: Uint8Array, i: number, end: number): number {
  const b = bytes[i]
  if (i + 1 >= end) return 0
  const second = bytes[i + 1]
  if ((second & 0xc0) !== 0x80) return 0
  if (b >= 0xc3 && b < 0xe0) return 2
  if (b === 0xc2) return second >= 0xa0 ? 2 : 0
  if (b < 0xe0 || b > 0xf4 || second < lowerBound(b) || second > upperBound(b)) return 0
  if (i + 2 >= end || (bytes[i + 2] & 0xc0) !== 0x80) return 0
  if (b < 0xf0) return 3
  return i + 3 < end && (bytes[i + 3] & 0xc0) === 0x80 ? 4 : 0
}
