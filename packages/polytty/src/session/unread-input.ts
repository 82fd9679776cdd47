/** Typing for a program that does not read: what was typed stays queued, but whoever typed it is not kept waiting. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'

const PATIENCE_MS = 5000

/** Resolves once the kernel has taken it; `input-overflow` if that takes too long. */
export function untilRead(written: Promise<void>, session: string, clock: Clock): Promise<void> {
  const { promise, resolve, reject } = deferred<void>()
  const message = `the program does not read its input: some of it still waits after ${PATIENCE_MS} ms, and stays queued`
  const timer = clock.after(PATIENCE_MS, () => reject(new CoreError('input-overflow', message, { session })))
  written.then(resolve, reject).finally(() => timer.dispose())
  return promise
}
