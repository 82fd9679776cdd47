/** Measures a sixel image as it streams by, keeping nothing but numbers. */
const maxPixels = 999_996
const introducers = { repeat: '!', raster: '"', color: '#' } as const

export class SixelMeter {
  width = 0
  height = 0
  private col = 0
  private band = 0
  private declaredWidth = 0
  private declaredHeight = 0
  private state: 'data' | 'repeat' | 'raster' | 'color' = 'data'
  private numbers: number[] = []

  bytes(bytes: Uint8Array, from: number, end: number): void {
    for (let i = from; i < end; i++) this.byte(bytes[i])
  }

  /** The image's size: what was drawn, or declared where that is larger. */
  finish(): { width: number; height: number } {
    this.endNumbers()
    return { width: Math.max(this.width, this.declaredWidth), height: Math.max(this.height, this.declaredHeight) }
  }

  /** A sixel string that brings a fresh meter to where this one is. */
  unfinished(): string {
    let text = ''
    if (this.declaredWidth > 0 || this.declaredHeight > 0) text += `"1;1;${this.declaredWidth};${this.declaredHeight}`
    const drawn = this.width > 0 ? Math.floor((this.height - 1) / 6) : 0
    text += '-'.repeat(drawn)
    if (this.width > 0) text += `!${this.width}${String.fromCharCode(0x3f + (1 << ((this.height - 1) % 6)))}$`
    text += '-'.repeat(this.band / 6 - drawn)
    if (this.col > 0) text += `!${this.col}?`
    return this.state === 'data' ? text : text + introducers[this.state] + this.numbers.join(';')
  }

  private byte(b: number): void {
    if (this.state !== 'data') {
      if (b >= 0x30 && b <= 0x39) {
        const last = Math.max(0, this.numbers.length - 1)
        this.numbers[last] = Math.min(maxPixels, (this.numbers[last] ?? 0) * 10 + b - 0x30)
        return
      }
      if (b === 0x3b) {
        if (this.numbers.length === 0) this.numbers.push(0)
        if (this.numbers.length < 8) this.numbers.push(0)
        return
      }
      if (this.state === 'repeat' && b >= 0x3f && b <= 0x7e) {
        this.draw(b - 0x3f, Math.max(1, this.numbers[0] ?? 1))
        this.state = 'data'
        return
      }
      this.endNumbers()
    }
    if (b >= 0x3f && b <= 0x7e) this.draw(b - 0x3f, 1)
    else if (b === 0x21) this.begin('repeat')
    else if (b === 0x22) this.begin('raster')
    else if (b === 0x23) this.begin('color')
    else if (b === 0x24) this.col = 0
    else if (b === 0x2d) {
      this.col = 0
      this.band = Math.min(maxPixels, this.band + 6)
    }
  }

  private begin(state: 'repeat' | 'raster' | 'color'): void {
    this.state = state
    this.numbers = []
  }

  private endNumbers(): void {
    if (this.state === 'raster') {
      this.declaredWidth = this.numbers[2] ?? 0
      this.declaredHeight = this.numbers[3] ?? 0
    }
    this.state = 'data'
  }

  private draw(bits: number, count: number): void {
    this.col = Math.min(maxPixels, this.col + count)
    if (bits === 0) return
    this.width = Math.max(this.width, this.col)
    this.height = Math.max(this.height, this.band + 32 - Math.clz32(bits))
  }
}
