/**
 * Old lines, packed tightly: codes in one byte each where the row allows, styles only as far as a row has any, blank
 * tails not at all. Pages of rows can be dropped from the front; history.ts decides how many are kept.
 */

const pageRows = 128
const pageShift = 7
const minWords = 256

/** Row header: cell count in bits 0–15, then these flags; the next word is the number of styles. */
const wrappedBit = 0x10000
const bytesBit = 0x20000
const doubledShift = 18

/** Rows in one array; the page that is being filled writes to a larger one that it gives back when it is full. */
class Page {
  readonly starts = new Int32Array(pageRows)
  count = 0
  end = 0

  constructor(public words: Int32Array) {}

  reserve(words: number): void {
    if (this.end + words <= this.words.length) return
    let size = this.words.length * 2
    while (size < this.end + words) size *= 2
    const grown = new Int32Array(size)
    grown.set(this.words.subarray(0, this.end))
    this.words = grown
  }
}

/** A row read back from the history; the arrays are as long as the row's content. */
export interface HistoryRow {
  readonly codes: Int32Array
  readonly styles: Int32Array
  readonly wrapped: boolean
  /** As the grid has it: 0 for an ordinary row. */
  readonly doubled: number
}

export class PackedLines {
  length = 0
  private pages: Page[] = []
  /** Rows of the first page that are gone already. */
  private skipped = 0
  /** Arrays to use again: the one that pages are filled in, and that of the last page dropped. */
  private filling: Int32Array | null = null
  private spare: Int32Array | null = null

  /** Rows from the words that `words` gave. */
  static of(words: Int32Array): PackedLines {
    const lines = new PackedLines()
    for (let start = 0; start < words.length; ) start += lines.append(words, start)
    return lines
  }

  /** The words of all rows in order, in several arrays that are valid until something changes. */
  words(): Int32Array[] {
    return this.pages.map((page, index) => page.words.subarray(index === 0 ? page.starts[this.skipped] : 0, page.end))
  }

  /** How many rows there are in the first arrays of `words`. */
  rowsIn(arrays: number): number {
    const rows = this.pages.slice(0, arrays).reduce((sum, { count }) => sum + count, 0)
    return arrays > 0 ? rows - this.skipped : 0
  }

  /** Appends `used` cells starting at `base` as one row; those from `styled` on are in the default style. */
  push(
    codes: Int32Array,
    styles: Int32Array,
    base: number,
    used: number,
    wrapped: boolean,
    styled: number,
    doubled: number,
  ): void {
    const page = this.lastPage()
    page.reserve(2 + used * 2)
    const start = page.end
    const end = base + used
    const afterBytes = packBytes(page.words, start + 2, codes, base, end)
    const bytes = afterBytes > 0
    const at = bytes ? afterBytes : copyWords(page.words, start + 2, codes, base, end)
    const count = styled < used ? styled : used
    page.words[start] = used | (wrapped ? wrappedBit : 0) | (bytes ? bytesBit : 0) | (doubled << doubledShift)
    page.words[start + 1] = count
    page.starts[page.count++] = start
    // Runs would be smaller still, but finding them costs more than all the rest.
    page.end = copyWords(page.words, at, styles, base, base + count)
    if (page.count === pageRows) this.seal(page)
    this.length++
  }

  /** Appends row `index` of others as it is there, if its line ends with it and takes `cols` cells at most. */
  copyShort(from: PackedLines, index: number, cols: number): boolean {
    const { page, row } = from.locate(index)
    const start = page.starts[row]
    const header = page.words[start]
    const used = header & 0xffff
    if ((header & wrappedBit) !== 0 || used > cols) return false
    this.append(page.words, start)
    return true
  }

  /** Appends a row that stands in `words`; returns how many words it takes. */
  private append(words: Int32Array, start: number): number {
    const header = words[start]
    const used = header & 0xffff
    const size = 2 + (header & bytesBit ? (used + 3) >> 2 : used) + words[start + 1]
    const target = this.lastPage()
    target.reserve(size)
    target.starts[target.count++] = target.end
    target.end = copyWords(target.words, target.end, words, start, start + size)
    if (target.count === pageRows) this.seal(target)
    this.length++
    return size
  }

  /** Reads a row; 0 is the oldest. */
  read(index: number): HistoryRow {
    const { page, row } = this.locate(index)
    const { words } = page
    const start = page.starts[row]
    const header = words[start]
    const used = header & 0xffff
    const codes = new Int32Array(used)
    const styles = new Int32Array(used)
    let at = start + 2
    if (header & bytesBit) {
      for (let i = 0; i < used; i++) codes[i] = (words[at + (i >> 2)] >>> ((i & 3) << 3)) & 0xff
      at += (used + 3) >> 2
    } else {
      codes.set(words.subarray(at, at + used))
      at += used
    }
    const count = words[start + 1]
    for (let i = 0; i < count; i++) styles[i] = words[at + i]
    return { codes, styles, wrapped: (header & wrappedBit) !== 0, doubled: header >> doubledShift }
  }

  /** Takes the newest row off. */
  pop(): HistoryRow {
    const row = this.read(this.length - 1)
    const page = this.pages[this.pages.length - 1]
    page.count--
    page.end = page.starts[page.count]
    this.length--
    if (page.count === 0 || this.length === 0) this.pages.pop()
    if (this.pages.length === 0) this.skipped = 0
    return row
  }

  /** The newest row goes on no more. */
  endLine(): void {
    const page = this.pages[this.pages.length - 1]
    if (this.length > 0) page.words[page.starts[page.count - 1]] &= ~wrappedBit
  }

  /** Forgets all rows. */
  clear(): void {
    this.length = 0
    this.pages = []
    this.skipped = 0
    this.filling = null
    this.spare = null
  }

  /** Renumbers styles and clusters after a sweep of the tables. */
  remap(newStyle: (id: number) => number, newCode: (code: number) => number): void {
    for (const page of this.pages) {
      for (let row = 0; row < page.count; row++) {
        const start = page.starts[row]
        const header = page.words[start]
        const used = header & 0xffff
        let at = start + 2
        if (header & bytesBit) at += (used + 3) >> 2
        else for (const end = at + used; at < end; at++) page.words[at] = newCode(page.words[at])
        for (const end = at + page.words[start + 1]; at < end; at++) page.words[at] = newStyle(page.words[at])
      }
    }
  }

  private locate(index: number): { page: Page; row: number } {
    const at = index + this.skipped
    return { page: this.pages[at >> pageShift], row: at & (pageRows - 1) }
  }

  private lastPage(): Page {
    const last = this.pages[this.pages.length - 1]
    if (last && last.count < pageRows) return last
    const page = new Page(this.filling ?? new Int32Array(minWords))
    this.filling = null
    this.pages.push(page)
    return page
  }

  /** A full page moves to an array of its size: a used one where it fits, for a steady stream allocates nothing. */
  private seal(page: Page): void {
    const { words, end } = page
    const { spare } = this
    if (spare && spare.length >= end && spare.length < end * 2) {
      spare.set(words.subarray(0, end))
      page.words = spare
      this.spare = null
    } else page.words = words.slice(0, end + (end >> 3))
    this.filling = words
  }

  /** Forgets the oldest row. */
  dropFirst(): void {
    this.length--
    if (++this.skipped === pageRows) {
      this.spare = this.pages.shift()!.words
      this.skipped = 0
    }
  }
}

/** Packs four codes into a word; returns the place after them, or 0 when one does not fit into a byte. */
function packBytes(words: Int32Array, start: number, codes: Int32Array, base: number, end: number): number {
  let at = start
  let i = base
  for (; i + 3 < end; i += 4) {
    const a = codes[i]
    const b = codes[i + 1]
    const c = codes[i + 2]
    const d = codes[i + 3]
    if ((a | b | c | d) >>> 8 !== 0) return 0
    words[at++] = a | (b << 8) | (c << 16) | (d << 24)
  }
  if (i < end) {
    let word = 0
    for (let shift = 0; i < end; i++, shift += 8) {
      if (codes[i] > 255) return 0
      word |= codes[i] << shift
    }
    words[at++] = word
  }
  return at
}

function copyWords(words: Int32Array, start: number, from: Int32Array, base: number, end: number): number {
  let at = start
  for (let i = base; i < end; i++) words[at++] = from[i]
  return at
}
