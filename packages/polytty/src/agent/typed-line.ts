/** What has been typed into a session since the last line was entered, and whoever waits to type more. */
import { CoreError } from '../base/core-error.js'

const LINE_ENDS = /^.*<(?:Enter|C-c|C-u|C-d)>/s
/** Of a line that is never entered, the end. */
const MAX_CHARS = 4096
const MAX_WAITING = 100

export class TypedLine {
  text = ''
  private waiting = 0
  private last: Promise<unknown> = Promise.resolve()

  /** Someone waits to be allowed to type: what others type comes after it. */
  get isHeld(): boolean {
    return this.waiting > 0
  }

  add(input: string): void {
    this.text = `${this.text}${input}`.replace(LINE_ENDS, '').slice(-MAX_CHARS)
  }

  /** One after another, so that what a client types keeps its order. */
  async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.waiting >= MAX_WAITING)
      throw new CoreError('resource-limit', `${MAX_WAITING} inputs to this session are already waiting for approval`)
    this.waiting++
    const mine = this.last.then(work).finally(() => this.waiting--)
    this.last = mine.catch(() => undefined)
    return mine
  }
}
