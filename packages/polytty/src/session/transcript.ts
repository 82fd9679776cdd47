/**
 * What a program has printed, as text: decoded from UTF-8, escape sequences included, the newest part of it within a
 * bound. Cursors count characters (UTF-16 units) from the session's start and never go back; markers name cursors.
 */
import { CoreError } from '../base/core-error.js'
import { Utf8Decoder } from '../text/utf8-decoder.js'
import type { TranscriptView } from '../wait/index.js'

export interface SavedTranscript {
  /** Cursor of the text's first character. */
  readonly start: number
  readonly text: string
  /** The bytes of a character that is not whole yet. */
  readonly unfinished: readonly number[]
  readonly markers: readonly (readonly [string, number])[]
}

const MAX_MARKERS = 64
const MAX_LABEL_CHARS = 256

export class Transcript implements TranscriptView {
  private readonly decoder = new Utf8Decoder()
  private readonly labels = new Map<string, number>()
  private text = ''
  private textStart = 0

  constructor(readonly limit: number) {}

  /** Cursor of the end: where the next output will be. */
  get end(): number {
    return this.textStart + this.text.length
  }

  /** Cursor of the first character that is still retained. */
  get start(): number {
    return Math.max(this.textStart, this.end - this.limit)
  }

  get markers(): ReadonlyMap<string, number> {
    return this.labels
  }

  /** Adds output; a character split across two calls is kept until it is whole. */
  append(bytes: Uint8Array): void {
    this.add(this.decoder.write(bytes))
  }

  /** The program is gone: what was left of a broken character becomes a replacement character. */
  finish(): void {
    this.add(this.decoder.end())
  }

  /** The retained text from a cursor on; a cursor from before the retained part reads all of that. */
  read(since = 0): string {
    const from = Math.max(since, this.start) - this.textStart
    return this.text.slice(this.isInsidePair(from) ? from + 1 : from)
  }

  /** The last `chars` characters. */
  tail(chars: number): string {
    return this.read(this.end - Math.max(0, chars))
  }

  /** Names a place: the current end, or one before it. The same label again moves the marker. */
  mark(label: string, cursor = this.end): number {
    if (label.length > MAX_LABEL_CHARS)
      throw new CoreError('invalid-params', `a marker's label has at most ${MAX_LABEL_CHARS} characters`)
    if (!this.labels.has(label) && this.labels.size >= MAX_MARKERS)
      throw new CoreError('resource-limit', `a transcript has at most ${MAX_MARKERS} markers; reuse a label`)
    const place = Math.min(cursor, this.end)
    this.labels.set(label, place)
    return place
  }

  /** What another transcript needs to go on from here. */
  save(): SavedTranscript {
    const first = this.start - this.textStart
    // A character is carried whole: half of one would not survive its way.
    const from = this.isInsidePair(first) ? first - 1 : first
    return {
      start: this.textStart + from,
      text: this.text.slice(from),
      unfinished: this.decoder.unfinished,
      markers: [...this.labels],
    }
  }

  restore({ start, text, unfinished, markers }: SavedTranscript): void {
    this.text = text
    this.textStart = start
    for (const [label, cursor] of markers) this.labels.set(label, cursor)
    this.decoder.write(Uint8Array.from(unfinished))
  }

  private add(text: string): void {
    this.text += text
    // Cut only now and then: cutting at every read would copy the whole each time.
    if (this.text.length <= this.limit * 2 + 4096) return
    const over = this.text.length - this.limit
    const cut = this.isInsidePair(over) ? over - 1 : over
    this.text = this.text.slice(cut)
    this.textStart += cut
  }

  private isInsidePair(at: number): boolean {
    const code = this.text.charCodeAt(at)
    const before = this.text.charCodeAt(at - 1)
    return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff
  }
}
