/** Whether a program prints without end: for half a second and more, faster than anyone reads. */
const WINDOW_MS = 500
const FLOOD_BYTES = 128 * 1024

export class Flood {
  private from = Number.NEGATIVE_INFINITY
  private bytes = 0
  private wasOne = false

  note(bytes: number, at: number): void {
    const age = at - this.from
    if (age >= WINDOW_MS) {
      // A pause of a whole window ends it.
      this.wasOne = age < 2 * WINDOW_MS && this.bytes >= FLOOD_BYTES
      this.from = at
      this.bytes = 0
    }
    this.bytes += bytes
  }

  /** What was typed may end it. */
  reset(): void {
    this.from = Number.NEGATIVE_INFINITY
    this.bytes = 0
    this.wasOne = false
  }

  isOne(at: number): boolean {
    return this.wasOne && at - this.from < 2 * WINDOW_MS
  }
}
