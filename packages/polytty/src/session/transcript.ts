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

/** Shorter pieces grow. */
const PIECE_CHARS = 4096
const MAX_MARKERS = 64
const MAX_LABEL_CHARS = 256

export class Transcript implements TranscriptView {
  private readonly decoder = new Utf8Decoder()
  private readonly labels = new Map<string, number>()
  /** The text, the oldest first. In pieces, since to join them at every output would copy all of it; none ends in half a character. */
  private readonly pieces: string[] = []
  private length = 0
  /** Cursor of the first piece. */
  private textStart = 0

  constructor(readonly limit: number) {}

  /** Cursor of the end: where the next output will be. */
  get end(): number {
    return this.textStart + this.length
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
    const { rest, isInsidePair } = this.restFrom(Math.max(since, this.start))
    return isInsidePair ? rest.slice(1) : rest
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
    const { start } = this
    const { rest, isInsidePair } = this.restFrom(start)
    return {
      // A character is carried whole: half of one would not survive its way.
      start: isInsidePair ? start - 1 : start,
      text: isInsidePair ? this.restFrom(start - 1).rest : rest,
      unfinished: this.decoder.unfinished,
      markers: [...this.labels],
    }
  }

  restore({ start, text, unfinished, markers }: SavedTranscript): void {
    this.pieces.splice(0, this.pieces.length, text)
    this.length = text.length
    this.textStart = start
    for (const [label, cursor] of markers) this.labels.set(label, cursor)
    this.decoder.write(Uint8Array.from(unfinished))
  }

  private add(text: string): void {
    if (text === '') return
    const { pieces } = this
    const last = pieces.length - 1
    if (last >= 0 && pieces[last].length < PIECE_CHARS) pieces[last] += text
    else pieces.push(text)
    this.length += text.length
    while (pieces.length > 1 && this.length - pieces[0].length >= this.limit) {
      const { length } = pieces.shift()!
      this.length -= length
      this.textStart += length
    }
  }

  /** All from a cursor on, and whether that is the second half of a character. */
  private restFrom(cursor: number): { readonly rest: string; readonly isInsidePair: boolean } {
    const { pieces } = this
    let index = 0
    let from = cursor - this.textStart
    while (index < pieces.length && from >= pieces[index].length) from -= pieces[index++].length
    if (index === pieces.length) return { rest: '', isInsidePair: false }
    const [first, ...others] = pieces.slice(index)
    const [before, code] = [first.charCodeAt(from - 1), first.charCodeAt(from)]
    const isInsidePair = code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff
    return { rest: [first.slice(from), ...others].join(''), isInsidePair }
  }
}
