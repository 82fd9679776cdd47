/**
 * The lines that left the top of the screen, packed tightly: codes in one byte each where the row allows, styles as
 * runs, blank tails not at all. Pages of rows are dropped from the front as new ones come.
 */

const pageRows = 128
const pageShift = 7
const minWords = 256

/** Row header: cell count in bits 0–15, then these flags; the next word is the number of style runs. */
const wrappedBit = 0x10000
const bytesBit = 0x20000

class Page {
  words = new Uint32Array(minWords)
  readonly starts = new Uint32Array(pageRows)
  count = 0
  end = 0

  reserve(words: number): void {
    if (this.end + words <= this.words.length) return
    let size = this.words.length * 2
    while (size < this.end + words) size *= 2
    const grown = new Uint32Array(size)
    grown.set(this.words.subarray(0, this.end))
    this.words = grown
  }

  /** Gives back what a full page did not need. */
  seal(): void {
    if (this.words.length - this.end > this.words.length >> 3) this.words = this.words.slice(0, this.end)
  }
}

/** A row read back from the history; the arrays are as long as the row's content. */
export interface HistoryRow {
  readonly codes: Uint32Array
  readonly styles: Uint32Array
  readonly wrapped: boolean
}

export class History {
  /** Rows that were ever dropped from the front. */
  dropped = 0
  length = 0
  private pages: Page[] = []
  /** Rows of the first page that are gone already. */
  private skipped = 0

  constructor(readonly limit: number) {}

  /** Appends `used` cells starting at `base` as one row. */
  push(codes: Uint32Array, styles: Uint32Array, base: number, used: number, wrapped: boolean): void {
    if (this.limit === 0) {
      this.dropped++
      return
    }
    const page = this.lastPage()
    page.reserve(2 + used * 3)
    const { words } = page
    const start = page.end
    let at = start + 2
    let all = 0
    const end = base + used
    for (let i = base; i < end; i++) all |= codes[i]
    const bytes = all >= 0 && all < 256
    if (bytes) {
      let i = base
      for (; i + 3 < end; i += 4) {
        words[at++] = codes[i] | (codes[i + 1] << 8) | (codes[i + 2] << 16) | (codes[i + 3] << 24)
      }
      if (i < end) {
        let word = 0
        for (let shift = 0; i < end; i++, shift += 8) word |= codes[i] << shift
        words[at++] = word
      }
    } else {
      for (let i = base; i < end; i++) words[at++] = codes[i]
    }
    let runs = 0
    for (let i = base; i < end; ) {
      const style = styles[i]
      let stop = i + 1
      while (stop < end && styles[stop] === style) stop++
      // A row in the default style stores no runs at all.
      if (style === 0 && stop === end && runs === 0) break
      words[at++] = style
      words[at++] = stop - i
      runs++
      i = stop
    }
    words[start] = used | (wrapped ? wrappedBit : 0) | (bytes ? bytesBit : 0)
    words[start + 1] = runs
    page.starts[page.count++] = start
    page.end = at
    if (page.count === pageRows) page.seal()
    this.length++
    if (this.length > this.limit) this.dropFirst()
  }

  /** Reads a row; 0 is the oldest. */
  read(index: number): HistoryRow {
    const { page, row } = this.locate(index)
    const { words } = page
    const start = page.starts[row]
    const header = words[start]
    const used = header & 0xffff
    const codes = new Uint32Array(used)
    const styles = new Uint32Array(used)
    let at = start + 2
    if (header & bytesBit) {
      for (let i = 0; i < used; i++) codes[i] = (words[at + (i >> 2)] >>> ((i & 3) << 3)) & 0xff
      at += (used + 3) >> 2
    } else {
      codes.set(words.subarray(at, at + used))
      at += used
    }
    let col = 0
    for (let run = words[start + 1]; run > 0; run--, at += 2) {
      styles.fill(words[at], col, col + words[at + 1])
      col += words[at + 1]
    }
    return { codes, styles, wrapped: (header & wrappedBit) !== 0 }
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

  isWrapped(index: number): boolean {
    const { page, row } = this.locate(index)
    return (page.words[page.starts[row]] & wrappedBit) !== 0
  }

  /** Forgets all rows; they count as dropped. */
  clear(): void {
    this.dropped += this.length
    this.length = 0
    this.pages = []
    this.skipped = 0
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
        for (let run = page.words[start + 1]; run > 0; run--, at += 2) page.words[at] = newStyle(page.words[at])
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
    const page = new Page()
    this.pages.push(page)
    return page
  }

  private dropFirst(): void {
    this.length--
    this.dropped++
    if (++this.skipped === pageRows) {
      this.pages.shift()
      this.skipped = 0
    }
  }
}
