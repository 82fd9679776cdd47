/** Whose turn it is with an adapter: one at a time, in the order of asking. Who no longer wants to is passed over. */
import { CoreError } from '../../../base/core-error.js'

export class Turns {
  private readonly queue: (() => void)[] = []
  private taken = false

  /** Runs a task when it is its turn; an abort before that leaves the queue. */
  async take<T>(abort: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.enter(abort)
    try {
      return await task()
    } finally {
      this.leave()
    }
  }

  private enter(abort: AbortSignal): Promise<void> {
    if (abort.aborted) return Promise.reject(cancelled())
    if (!this.taken) {
      this.taken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        abort.removeEventListener('abort', give)
        resolve()
      }
      const give = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1)
        reject(cancelled())
      }
      abort.addEventListener('abort', give, { once: true })
      this.queue.push(begin)
    })
  }

  private leave(): void {
    const next = this.queue.shift()
    if (next) next()
    else this.taken = false
  }
}

function cancelled(): CoreError {
  return new CoreError('wait-cancelled', 'wait cancelled')
}
