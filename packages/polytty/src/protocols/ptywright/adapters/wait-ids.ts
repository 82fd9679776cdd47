/** Waits that clients gave a name, so that anyone who knows it can cancel them. */
import { CoreError } from '../../../base/core-error.js'

interface NamedWait {
  readonly adapter: string
  readonly controller: AbortController
}

export class WaitIds {
  private readonly running = new Map<string, NamedWait>()

  /** Runs a wait that its name or the client's going can cancel. */
  async run<T>(
    id: string | null,
    adapter: string,
    gone: AbortSignal,
    wait: (abort: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (id === null) return wait(gone)
    if (this.running.has(id)) throw new CoreError('invalid-params', `wait_id \`${id}\` is already in flight`)
    const controller = new AbortController()
    const named = { adapter, controller }
    this.running.set(id, named)
    try {
      return await wait(AbortSignal.any([gone, controller.signal]))
    } finally {
      // Once cancelled, its name may already be another's.
      if (this.running.get(id) === named) this.running.delete(id)
    }
  }

  /** The adapter that waited, or null if there is no such wait. */
  cancel(id: string): string | null {
    const wait = this.running.get(id)
    wait?.controller.abort()
    this.running.delete(id)
    return wait?.adapter ?? null
  }
}
