/** Inputs that were named by a key: one that comes again, because its sender could not know that it came, is not typed again. */

/** So many are remembered. */
const KEPT = 256

export class InputKeys {
  private readonly written = new Map<string, Promise<void>>()

  /** Writes, unless that was done under this key; then it is the same outcome. */
  once(key: string | undefined, write: () => Promise<void>): Promise<void> {
    if (key === undefined) return write()
    const known = this.written.get(key)
    if (known) return known
    const outcome = write()
    this.written.set(key, outcome)
    const [oldest] = this.written.keys()
    if (this.written.size > KEPT) this.written.delete(oldest)
    return outcome
  }
}

/** The key of one of several inputs that were sent together under one. */
export function partKey(key: string | undefined, index: number): string | undefined {
  if (key === undefined) return undefined
  const last = (Number.parseInt(key.slice(-8), 16) + index) >>> 0
  return key.slice(0, -8) + last.toString(16).padStart(8, '0')
}
