/**
 * Bytes into actions: the VT500 state machine with UTF-8 decoding in front of it. Keeps its state across chunks, so a
 * stream gives the same actions however it is cut. What an action does is up to the sink.
 */
import { joinBytes } from './bytes.js'
import { input, type PieceReader, readPieces } from './input.js'
import { Params } from './params.js'
import { type Sink, type StringKind, sequenceKey } from './sink.js'
import { StringBuffer } from './string-buffer.js'
import { describeEscape, describeHalf, describeString } from './unfinished.js'
import { encodeUtf8, PendingCharacter } from './utf8.js'

const ground = 0
const escaped = 1
const csiParam = 2
const csiIgnore = 3
const stringBody = 4
/** Between ESC and what should be a backslash, in a string. */
const stringEscape = 5
const dcsParam = 6
const dcsIgnore = 7
/** After ESC Y of a VT52: its row, then its column. */
const vt52Place = 8

export class Parser implements PieceReader {
  private state = ground
  readonly params = new Params()
  prefix = 0
  intermediate = 0
  overflow = false
  private second = 0
  private kind: StringKind = 'OSC'
  private key = 0
  private streaming = false
  private readonly text = new StringBuffer()
  private readonly pending = new PendingCharacter()

  constructor(private readonly sink: Sink) {}

  /** Bytes that bring a fresh parser, whose sink is in the same state, to where this one is. */
  unfinished(): Uint8Array {
    return joinBytes(encodeUtf8(this.unfinishedSequence()), this.unfinishedString(), this.pending.bytes)
  }

  private unfinishedSequence(): string {
    switch (this.state) {
      case ground:
        return ''
      case escaped:
        return describeEscape(this.intermediate, this.second)
      case csiParam:
        return `\x1b[${describeHalf(this)}`
      case csiIgnore:
        return '\x1b[0?'
      case dcsParam:
        return `\x1bP${describeHalf(this)}`
      case dcsIgnore:
        return '\x1bP0?'
      case vt52Place:
        return `\x1bY${this.params.count > 0 ? String.fromCharCode(this.params.values[0]) : ''}`
      default:
        return describeString(this.kind, this.key, this)
    }
  }

  private unfinishedString(): Uint8Array {
    if (this.state !== stringBody && this.state !== stringEscape) return new Uint8Array(0)
    const body = this.streaming ? encodeUtf8(this.sink.stringUnfinished()) : this.text.received
    return this.state === stringEscape ? joinBytes(body, Uint8Array.of(0x1b)) : body
  }

  /** True between sequences and characters: nothing is half read. */
  get idle(): boolean {
    return this.state === ground && this.pending.needed === 0
  }

  parse(data: Uint8Array): void {
    readPieces(data, this)
  }

  /** Reads the first `end` bytes of the shared input. */
  readPiece(end: number): void {
    const bytes = input
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
          i = this.parseOther(bytes, i, end)
      }
    }
  }

  private parseGround(bytes: Uint8Array, from: number, end: number): number {
    if (this.pending.needed > 0) return this.continueCharacter(bytes, from, end)
    const i = this.sink.fastPath(from, end)
    if (i === end) return i
    if (bytes[i] !== 0x1b) return this.startOther(bytes, i, end)
    this.enterEscape()
    return i + 1
  }

  private continueCharacter(bytes: Uint8Array, from: number, end: number): number {
    const next = this.pending.take(bytes, from, end)
    if (this.pending.value >= 0) this.character(this.pending.value)
    return next
  }

  /**
   * A decoded character: printed, or in a sequence the end of it. U+0080 to U+009F are ignored wherever they come, as in
   * xterm: text that was encoded twice is full of them.
   */
  private character(cp: number): void {
    if (cp >= 0x80 && cp < 0xa0) return
    if (this.state === ground) this.sink.print(cp)
    else this.state = ground
  }

  /** The final of an escape that begins a longer sequence. */
  private introduce(final: number): boolean {
    switch (final) {
      case 0x5b:
        this.state = csiParam
        return true
      case 0x50:
        this.state = dcsParam
        return true
      case 0x5d:
        this.startString('OSC')
        return true
      case 0x5f:
        this.startString('APC')
        return true
      case 0x5e:
        this.startString('PM')
        return true
      case 0x58:
        this.startString('SOS')
        return true
      default:
        return false
    }
  }

  private parseCsi(bytes: Uint8Array, from: number, end: number): number {
    const { params } = this
    let i = from
    if (this.pending.needed > 0) return this.continueCharacter(bytes, i, end)
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

  /** A byte from 0x80 on inside a sequence: decoded, so that characters and bad bytes are seen whole. */
  private startOther(bytes: Uint8Array, i: number, end: number): number {
    if (this.pending.start(bytes[i])) return this.continueCharacter(bytes, i + 1, end)
    this.character(0xfffd)
    return i + 1
  }

  private parseOther(bytes: Uint8Array, i: number, end: number): number {
    const b = bytes[i]
    switch (this.state) {
      case stringEscape:
        return this.afterStringEscape(b) ? i + 1 : i
    }
    if (this.pending.needed > 0) return this.continueCharacter(bytes, i, end)
    if (b >= 0x80) return this.startOther(bytes, i, end)
    if (b < 0x20) {
      if (this.state === escaped || this.state === csiIgnore || this.state === vt52Place) this.control(b)
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
      case vt52Place:
        this.placeByte(b)
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
    if (this.sink.isVt52) {
      this.state = b === 0x59 ? vt52Place : ground
      if (this.state === ground) this.sink.vt52(b, this.params)
      return
    }
    if (b < 0x30) {
      if (this.intermediate === 0) this.intermediate = b
      else if (this.second === 0) this.second = b
      else this.second = 0x7f
      return
    }
    if (this.intermediate === 0 && this.introduce(b)) return
    this.state = ground
    this.sink.escape(sequenceKey(0, this.intermediate, b), this.second)
  }

  private placeByte(b: number): void {
    this.params.open(false)
    this.params.values[this.params.count - 1] = b
    if (this.params.count < 2) return
    this.state = ground
    this.sink.vt52(0x59, this.params)
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
    // A malformed DCS comes here from its own state, and belongs to no handler.
    if (this.state !== dcsParam) this.key = 0
    this.kind = kind
    this.text.reset()
    this.state = stringBody
    this.streaming = this.sink.stringStart(kind, this.key, this.params)
  }

  private parseString(bytes: Uint8Array, from: number, end: number): number {
    let i = from
    while (i < end) {
      const b = bytes[i]
      if (b < 0x20 && (b === 0x1b || b === 0x07 || b === 0x18 || b === 0x1a)) break
      i++
    }
    if (i > from) this.collect(bytes, from, i)
    if (i === end) return i
    switch (bytes[i]) {
      case 0x1b:
        this.state = stringEscape
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

  /** With a backslash the ESC was ST; else another sequence begins, and the string that it cut off is dropped. */
  private afterStringEscape(b: number): boolean {
    if (b === 0x5c) {
      this.endString(false)
      return true
    }
    this.text.reset()
    this.sink.stringCancel(this.kind)
    this.enterEscape()
    return false
  }

  private endString(bell: boolean): void {
    this.state = ground
    const { bytes, length, complete } = this.text
    this.text.reset()
    this.sink.stringEnd(this.kind, bytes, length, complete, bell)
  }

  private collectByte(b: number): void {
    this.collect(Uint8Array.of(b), 0, 1)
  }

  private collect(bytes: Uint8Array, from: number, to: number): void {
    if (this.streaming) this.sink.stringBytes(bytes, from, to)
    else this.text.add(bytes, from, to)
  }
}
