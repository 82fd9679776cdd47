/** Which inputs of other nodes were taken: one that comes again, because its answer was lost, is answered as before. */

const MAX_REMEMBERED = 1024

export class Inputs {
  private readonly taken = new Map<string, Promise<void>>()

  once(client: string, sequence: number, apply: () => Promise<void>): Promise<void> {
    const name = `${client}:${sequence}`
    const known = this.taken.get(name)
    if (known) return known
    const applied = apply()
    applied.catch(() => {})
    this.taken.set(name, applied)
    if (this.taken.size > MAX_REMEMBERED) this.taken.delete(this.taken.keys().next().value as string)
    return applied
  }
}
