/**
 * What others keep for a session and want to have again when another process goes on with it: recordings, above all.
 * Each has a name and gives plain data; whoever made it looks for that when the session is there again.
 */
import { Emitter } from '../base/emitter.js'

export class Attachments {
  /** Something else is to be saved than before. */
  readonly onChange = new Emitter<void>()
  private readonly savers = new Map<string, () => unknown>()

  /** `before` is what was attached to the session in the process before. */
  constructor(private readonly before: Readonly<Record<string, unknown>> = {}) {}

  /** Saved with the session from now on, under this name. */
  set(name: string, save: () => unknown): void {
    this.savers.set(name, save)
    this.touch()
  }

  /** What one of them gives has changed, in a way that must not be lost. */
  touch(): void {
    this.onChange.emit()
  }

  /** What was saved under this name before; undefined if nothing was. */
  restored(name: string): unknown {
    return this.before[name]
  }

  /** What no one has asked for yet is kept as it was. */
  save(): Record<string, unknown> {
    return { ...this.before, ...Object.fromEntries([...this.savers].map(([name, save]) => [name, save()])) }
  }
}
