/** GIF's LZW: variable codes from the alphabet's size up to 12 bits, packed into blocks of 255 bytes. */

const MAX_CODE = 4095
/** A power of two well above the number of codes, so that probing stays short. */
const SLOTS = 16_384

/** Encoder with its tables; one is enough for all frames of a picture. A frame is taken in pieces. */
export class LzwEncoder {
  private readonly keys = new Int32Array(SLOTS)
  private readonly codes = new Int16Array(SLOTS)
  private out = new Uint8Array(65_536)
  private length = 0
  private blockAt = 0
  private bits = 0
  private bitCount = 0
  private alphabetBits = 0
  /** How many bits a code has, and the next one to be given. */
  private size = 0
  private next = 0
  /** The code of the pixels that none was emitted for yet; -1 before the first. */
  private prefix = -1

  /** Begins the image data of one frame: the minimum code size, then blocks. */
  begin(alphabetBits: number): void {
    this.alphabetBits = alphabetBits
    this.length = 0
    this.bits = this.bitCount = 0
    this.prefix = -1
    this.out[this.length++] = alphabetBits
    this.blockAt = this.length++
    this.size = alphabetBits + 1
    this.clear()
  }

  /** Takes the next pixels of the frame, however many. */
  take(indexes: Uint8Array): void {
    const { keys, codes } = this
    let { prefix } = this
    for (let at = 0; at < indexes.length; at++) {
      const index = indexes[at]
      if (prefix < 0) {
        prefix = index
        continue
      }
      const key = (prefix << 8) | index
      const slot = this.find(key)
      if (keys[slot] === key) {
        prefix = codes[slot]
        continue
      }
      this.emit(prefix)
      prefix = index
      if (this.next > MAX_CODE) this.clear()
      else {
        keys[slot] = key
        codes[slot] = this.next
        if (this.next++ === 1 << this.size) this.size++
      }
    }
    this.prefix = prefix
  }

  /** The image data, up to the empty block that ends it. */
  end(): Uint8Array {
    this.emit(this.prefix)
    this.emit((1 << this.alphabetBits) + 1)
    if (this.bitCount > 0) this.byte(this.bits & 0xff)
    if (this.length + 2 > this.out.length) this.grow()
    const inBlock = this.length - this.blockAt - 1
    this.out[this.blockAt] = inBlock
    if (inBlock > 0) this.out[this.length++] = 0
    return this.out.slice(0, this.length)
  }

  /** Forgets all codes but those of the alphabet, and says so. */
  private clear(): void {
    const code = 1 << this.alphabetBits
    this.emit(code)
    this.keys.fill(-1)
    this.size = this.alphabetBits + 1
    this.next = code + 2
  }

  private find(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1)
    while (this.keys[slot] !== -1 && this.keys[slot] !== key) slot = (slot + 1) & (SLOTS - 1)
    return slot
  }

  private emit(code: number): void {
    this.bits |= code << this.bitCount
    this.bitCount += this.size
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

  private grow(): void {
    const larger = new Uint8Array(this.out.length * 2)
    larger.set(this.out)
    this.out = larger
  }
}
