/** Who is connected, by dialect. */
import type { DisposableBag } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'

export class Clients {
  /** The number of clients, whenever it changes. */
  readonly onChange = new Emitter<number>()
  private readonly byDialect = new Map<string, number>()

  get count(): number {
    let sum = 0
    for (const count of this.byDialect.values()) sum += count
    return sum
  }

  /** How many there are of each dialect. */
  get all(): ReadonlyMap<string, number> {
    return this.byDialect
  }

  /** Counts a client until what it owns is disposed. */
  add(dialect: string, client: { readonly owned: DisposableBag }): void {
    this.change(dialect, 1)
    client.owned.add({ dispose: () => this.change(dialect, -1) })
  }

  private change(dialect: string, by: number): void {
    this.byDialect.set(dialect, (this.byDialect.get(dialect) ?? 0) + by)
    this.onChange.emit(this.count)
  }
}
