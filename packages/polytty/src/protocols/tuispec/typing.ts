/** Input on its way to an app. One that does not read keeps its input waiting, but not its client: time is bounded. */
import { CoreError } from '../../base/core-error.js'
import type { TuispecClient } from './context.js'

/**
 * Resolves when the input is written, for a subscriber to the view when it was answered too: it counts on the change
 * being reported before the response. Fails after the session's timeout, and then the input stays queued.
 */
export async function delivered(client: TuispecClient, writing: Promise<void>, signal: AbortSignal): Promise<void> {
  const { app, settings } = client.active()
  const { timeoutMs } = settings
  if (app) client.firstLook.noteInput(app)
  await new Promise<void>((resolve, reject) => {
    const giveUp = (): void => reject(notRead(timeoutMs))
    const timer = client.core.clock.after(timeoutMs, giveUp)
    signal.addEventListener('abort', giveUp)
    void writing.then(resolve, reject).finally(() => {
      timer.dispose()
      signal.removeEventListener('abort', giveUp)
    })
  })
  if (client.subscription) await client.settled(signal)
}

function notRead(timeoutMs: number): CoreError {
  return new CoreError(
    'input-overflow',
    `the app does not read its input: some of it still waits after ${timeoutMs} ms, and stays queued`,
  )
}
