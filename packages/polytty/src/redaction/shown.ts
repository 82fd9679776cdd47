/**
 * Text as it is compared when secrets are looked for: what a reader makes out, without marks, invisible characters,
 * colours and percent signs that stand for other characters. Every character keeps the place it came from.
 */

/** Controls that move nothing, joiners, selectors, marks: on a screen they take no place of their own. */
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\t\n\v\f\r\b\x1b])\p{Cc}/u
/** Sequences that are no text themselves: colours, places, character sets. */
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[ -/]+[0-~])/y
const SPECIAL = /[^\t\n\r -~]/g
const PLAIN = /^[\t\n\r -~]*$/
const PERCENT = /%[0-9a-fA-F]{2}/
const PERCENT_RUN = /(?:%[0-9a-fA-F]{2})+/g
const UTF8 = new TextDecoder()

export interface ShownText {
  readonly text: string
  /** Offsets in the original of a stretch of `text`, with what is invisible inside it. */
  place(start: number, end: number): readonly [start: number, end: number]
}

/** The ways in which a text can be read: as it stands, and decoded where it has percent signs. */
export function readings(text: string): readonly ShownText[] {
  return PERCENT.test(text) ? [shownText(text), decodedText(text)] : [shownText(text)]
}

export function shownText(text: string): ShownText {
  if (PLAIN.test(text)) return { text, place: (start, end) => [start, end] }
  const reader = new Reader(text)
  reader.takeText(0, text.length)
  return reader.done()
}

function decodedText(text: string): ShownText {
  const reader = new Reader(text)
  let at = 0
  for (const { index, 0: run } of text.matchAll(PERCENT_RUN)) {
    reader.takeText(at, index)
    at = index
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))
    for (const char of UTF8.decode(bytes)) {
      // What is not UTF-8 was one byte.
      const end = at + (char === '\ufffd' ? 3 : Buffer.byteLength(char) * 3)
      reader.take(char, at, end)
      at = end
    }
    at = index + run.length
  }
  reader.takeText(at, text.length)
  return reader.done()
}

/** A stretch of what is seen: a run of the source as it stands, or what became of one character of it. */
interface Stretch {
  /** Its offset in the text. */
  readonly at: number
  readonly start: number
  /** The end of the one character in the source; null for a run. */
  readonly end: number | null
}

/** Collects what is seen, one stretch after another. */
class Reader {
  private text = ''
  private readonly stretches: Stretch[] = []

  constructor(private readonly source: string) {}

  /** Takes a part of the source as it stands. */
  takeText(from: number, to: number): void {
    for (let at = from; at < to; ) {
      SPECIAL.lastIndex = at
      const special = Math.min(SPECIAL.exec(this.source)?.index ?? to, to)
      if (special > at) this.add(this.source.slice(at, special), at, null)
      if (special === to) return
      at = this.takeSpecial(special)
    }
  }

  take(char: string, start: number, end: number): void {
    for (const part of char.normalize('NFD')) if (!INVISIBLE.test(part)) this.add(part, start, end)
  }

  done(): ShownText {
    const { text, source } = this
    return { text, place: (start, end) => [this.startOf(start) ?? source.length, this.endOf(end - 1) ?? 0] }
  }

  private takeSpecial(at: number): number {
    SEQUENCE.lastIndex = at
    const sequence = this.source[at] === '\x1b' ? SEQUENCE.exec(this.source) : null
    if (sequence) return at + sequence[0].length
    const char = String.fromCodePoint(this.source.codePointAt(at)!)
    this.take(char, at, at + char.length)
    return at + char.length
  }

  private add(part: string, start: number, end: number | null): void {
    this.stretches.push({ at: this.text.length, start, end })
    this.text += part
  }

  private startOf(offset: number): number | null {
    const found = this.stretchAt(offset)
    return found && found.start + (found.end === null ? offset - found.at : 0)
  }

  private endOf(offset: number): number | null {
    const found = this.stretchAt(offset)
    return found && (found.end ?? found.start + offset - found.at + 1)
  }

  private stretchAt(offset: number): Stretch | null {
    if (offset < 0 || offset >= this.text.length) return null
    let [low, high] = [0, this.stretches.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.stretches[middle]!.at <= offset) low = middle
      else high = middle - 1
    }
    return this.stretches[low]!
  }
}
