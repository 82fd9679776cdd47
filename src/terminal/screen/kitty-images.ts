/** What is remembered of kitty images: whether one is still arriving, and the sizes of the last few by id. */
const maxImages = 256

interface Size {
  readonly width: number
  readonly height: number
}

export class KittyImages {
  /** More pieces of the image before are to come. */
  continued = false
  private readonly sizes = new Map<number, Size>()

  size(id: number): Size {
    return this.sizes.get(id) ?? { width: 0, height: 0 }
  }

  remember(id: number, size: Size): void {
    this.sizes.delete(id)
    this.sizes.set(id, size)
    if (this.sizes.size > maxImages) this.sizes.delete(this.sizes.keys().next().value as number)
  }
}
