/** Listeners of a terminal. One that throws stops neither the parser nor the others: its error surfaces afterwards. */
import type { TerminalEvent } from './types.js'

export type EventListener = (event: TerminalEvent) => void

export class Listeners {
  /** Replaced on change, so that a running `notify` is not disturbed. */
  private all: readonly EventListener[] = []

  /** Adds a listener; the result takes it away again. */
  add(listener: EventListener): () => void {
    const entry: EventListener = (event) => listener(event)
    this.all = [...this.all, entry]
    return () => {
      this.all = this.all.filter((other) => other !== entry)
    }
  }

  notify(event: TerminalEvent): void {
    for (const listener of this.all) {
      try {
        listener(event)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
