/** What can be ended, once; and a bag of such things that ends them together, newest first. */
export interface Disposable {
  dispose(): void
}

export class DisposableBag implements Disposable {
  private readonly items = new Set<Disposable>()
  private disposed = false

  get size(): number {
    return this.items.size
  }

  /** Adds an item; if the bag is already disposed, ends the item at once. */
  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose()
    else this.items.add(item)
    return item
  }

  /** Forgets an item without ending it. */
  delete(item: Disposable): void {
    this.items.delete(item)
  }

  dispose(): void {
    this.disposed = true
    const items = [...this.items].reverse()
    this.items.clear()
    for (const item of items) item.dispose()
  }
}
