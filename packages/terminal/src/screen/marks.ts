/** Places in the text that follow it when lines are rewrapped: those of the newest prompt marks. */
import { limits } from '../limits.js'
import type { Anchor } from './reflow.js'

/** A place that moves with its character; `line` counts from the first line ever. */
export interface Mark {
  line: number
  col: number
}

export class Marks {
  private readonly marks: Mark[] = []

  /** The places that are followed, the oldest first. */
  get all(): readonly Mark[] {
    return this.marks
  }

  /** Follows a place from now on, until so many others have come that it is forgotten and stays as it is. */
  add(line: number, col: number): Mark {
    const mark = { line, col }
    this.marks.push(mark)
    if (this.marks.length > limits.marks) this.marks.shift()
    return mark
  }

  /** The places from line `first` on as anchors, counted from there; `cols` is the width they are given in. */
  anchors(first: number, cols: number): Anchor[] {
    const kept = this.marks.filter((mark) => mark.line >= first)
    this.marks.splice(0, this.marks.length, ...kept)
    return kept.map(({ line, col }) => ({ row: line - first, col, wrapPending: col >= cols }))
  }

  /** Takes the anchors back, in the order in which `anchors` gave them, for rows of `cols` cells. */
  move(anchors: readonly Anchor[], first: number, cols: number): void {
    for (const [index, { row, col, wrapPending }] of anchors.entries()) {
      this.marks[index].line = first + row
      this.marks[index].col = Math.min(col, wrapPending ? cols : cols - 1)
    }
  }
}
