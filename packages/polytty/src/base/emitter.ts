/**
 * One typed event source. Listeners run synchronously, in the order they were added; one that throws does not keep
 * the others from being called: its error goes to `onListenerError`.
 */
import type { Disposable } from './disposable.js'

export type Listener<T> = (value: T) => void

export class Emitter<T> {
  private listeners: readonly Listener<T>[] = []

  constructor(private readonly onListenerError: (error: unknown) => void = reportLater) {}

  get size(): number {
    return this.listeners.length
  }

  /** Adds a listener until the returned handle is disposed. The list is copied on change, so a running emit is stable. */
  on(listener: Listener<T>): Disposable {
    this.listeners = [...this.listeners, listener]
    let active = true
    return {
      dispose: () => {
        if (!active) return
        active = false
        const at = this.listeners.indexOf(listener)
        this.listeners = [...this.listeners.slice(0, at), ...this.listeners.slice(at + 1)]
      },
    }
  }

  emit(value: T): void {
    for (const listener of this.listeners) {
      try {
        listener(value)
      } catch (error) {
        this.onListenerError(error)
      }
    }
  }

  clear(): void {
    this.listeners = []
  }
}

function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
