/** What is remembered of kitty images: the one that is still arriving, and pictures, sizes and numbers by id. */
import { limits } from '../limits.js'
import type { Picture } from '../types.js'

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** A graphics command: its keys and its data, as far as it is kept. */
export interface KittyCommand {
  readonly keys: ReadonlyMap<string, string | null>
  readonly data: string
}

export interface KnownImage {
  readonly id: number
  /** The client's own number for it (key I), or 0. */
  readonly number: number
  readonly size: PixelSize
  readonly picture: Picture
}

export class KittyImages {
  /** A transfer of which more pieces are to come. */
  arriving: KittyCommand | null = null
  /** Oldest first. */
  private readonly known = new Map<number, KnownImage>()
  private lastAssigned = 0

  /** The image of an id or, without one, the newest of a number. */
  find(id: number, number: number): KnownImage | undefined {
    if (id > 0 || number === 0) return this.known.get(id)
    return Array.from(this.known.values()).findLast((image) => image.number === number)
  }

  /** An id that no known image has, for a client that gave a number instead. */
  assignId(): number {
    do this.lastAssigned++
    while (this.known.has(this.lastAssigned))
    return this.lastAssigned
  }

  remember(image: KnownImage): void {
    this.known.delete(image.id)
    this.known.set(image.id, image)
    if (this.known.size > limits.images) this.known.delete(this.known.keys().next().value as number)
  }

  /** All that are known, oldest first, and the last id that was assigned. */
  get all(): { readonly images: readonly KnownImage[]; readonly lastAssigned: number } {
    return { images: [...this.known.values()], lastAssigned: this.lastAssigned }
  }

  reset(): void {
    this.arriving = null
    this.known.clear()
  }

  /** Frees the ids that the test is true for. */
  forget(isGone: (id: number) => boolean): void {
    for (const id of this.known.keys()) if (isGone(id)) this.known.delete(id)
  }
}
