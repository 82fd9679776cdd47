/**
 * The number that cells get when they are written, for all screens of a terminal: the revision, counted from `base` so
 * that it fits into 32 bits.
 */
const most = 0xffff_ffff

export class Stamp {
  /** That of the changes under way. */
  next = 1
  /** The last that was given out, be it to a cell that is gone. */
  last = 0
  private base = 0

  /** Without `ofCells`, only rows are stamped. */
  constructor(public ofCells: boolean) {}

  /** A revision has ended; `wrote` if it changed cells. Returns whether all earlier stamps must be forgotten. */
  endRevision(revision: number, wrote: boolean): boolean {
    if (wrote) this.last = this.next
    this.next = revision + 1 - this.base
    if (this.next <= most) return false
    this.base = revision
    this.next = 1
    this.last = 0
    return true
  }

  /** Revisions were skipped: what was written counts as written by so much later ones. */
  shift(revisions: number): void {
    this.base += revisions
  }

  /** The revision of a stamp; 0 where there is none. */
  revision(stamp: number): number {
    return stamp === 0 ? 0 : this.base + stamp
  }
}
