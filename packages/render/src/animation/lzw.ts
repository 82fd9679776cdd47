/** GIF's LZW: variable codes from the alphabet's size up to 12 bits, packed into blocks of 255 bytes. */

const MAX_CODE = 4095
/** A power of two well above the number of codes, so that probing stays short. */
const SLOTS = 16_384

/** Encoder with its tables; one is enough for all frames of a picture. */
export class LzwEncoder {
  private readonly keys = new Int32Array(SLOTS)
  private readonly codes = new Int16Array(SLOTS)
  private out = new Uint8Array(65_536)
  private length = 0
  private blockAt = 0
  private bits = 0
  private bitCount = 0

  /** The image data of one frame, from the minimum code size to the empty block that ends it. */
  encode(indexes: Uint8Array, alphabetBits: number): Uint8Array {
    const clear = 1 << alphabetBits
    let size = alphabetBits + 1
    let next = clear + 2
    this.begin(alphabetBits)
    this.emit(clear, size)
    this.keys.fill(-1)
    let prefix = indexes[0]
    for (let at = 1; at < indexes.length; at++) {
      const key = (prefix << 8) | indexes[at]
      const slot = this.find(key)
      if (this.keys[slot] === key) {
        prefix = this.codes[slot]
        continue
      }
      this.emit(prefix, size)
      prefix = indexes[at]
      if (next <= MAX_CODE) {
        this.keys[slot] = key
        this.codes[slot] = next
        if (next++ === 1 << size) size++
      } else {
        this.emit(clear, size)
        this.keys.fill(-1)
        size = alphabetBits + 1
        next = clear + 2
      }
    }
    this.emit(prefix, size)
    this.emit(clear + 1, size)
    return this.end()
  }

  private find(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1)
    while (this.keys[slot] !== -1 && this.keys[slot] !== key) slot = (slot + 1) & (SLOTS - 1)
    return slot
  }

  private begin(alphabetBits: number): void {
    this.length = 0
    this.bits = this.bitCount = 0
    this.out[this.length++] = alphabetBits
    this.blockAt = this.length++
  }

  private emit(code: number, size: number): void {
    this.bits |= code << this.bitCount
    this.bitCount += size
    while (this.bitCount >= 8) {
      this.byte(this.bits & 0xff)
      this.bits >>>= 8
      this.bitCount -= 8
    }
  }

  private byte(value: number): void {
    if (this.length + 2 > this.out.length) this.grow()
    this.out[this.length++] = value
    if (this.length - this.blockAt < 256) return
    this.out[this.blockAt] = 255
    this.blockAt = this.length++
  }

  private end(): Uint8Array {
    if (this.bitCount > 0) this.byte(this.bits & 0xff)
    if (this.length + 2 > this.out.length) this.grow()
    const inBlock = this.length - this.blockAt - 1
    this.out[this.blockAt] = inBlock
    if (inBlock > 0) this.out[this.length++] = 0
    return this.out.slice(0, this.length)
  }

  private grow(): void {
    const larger = new Uint8Array(this.out.length * 2)
    larger.set(this.out)
    this.out = larger
  }
}
