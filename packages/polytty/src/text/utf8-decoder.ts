/** UTF-8 in pieces into text; a character that is split across two is kept until it is whole, and can be carried over. */
import { StringDecoder } from 'node:string_decoder'

/** Node keeps the beginning of a character there, though its typings do not say so. */
interface DecoderState {
  readonly lastChar: Buffer
  readonly lastNeed: number
  readonly lastTotal: number
}

export class Utf8Decoder {
  private readonly decoder = new StringDecoder('utf8')

  write(bytes: Uint8Array): string {
    return this.decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** Nothing follows: what is left of a character becomes a replacement character. */
  end(): string {
    return this.decoder.end()
  }

  /** The bytes of a character that is not whole yet: another decoder that is given them goes on from here. */
  get unfinished(): readonly number[] {
    const { lastChar, lastNeed, lastTotal } = this.decoder as unknown as DecoderState
    return lastNeed > 0 ? [...lastChar.subarray(0, lastTotal - lastNeed)] : []
  }
}
