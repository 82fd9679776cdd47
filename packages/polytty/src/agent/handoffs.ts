/** Sessions that an agent has handed to a person: a tag says so, and who takes the tag away gives the session back. */
import type { Clock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import type { Session } from '../session/index.js'

/** People see it in every list of sessions. */
export const HANDED_OVER = 'handed-over'

export function isHandedOver({ tags }: Session): boolean {
  return tags.has(HANDED_OVER)
}

export async function giveBack(session: Session): Promise<void> {
  await session.setTags([], [HANDED_OVER])
}

type Ended = 'given back' | 'exited' | 'cancelled' | 'still handed over'

/** After this the agent is answered, and may wait again. */
const MAX_WAIT_MS = 3_600_000

/** Hands a session over, if it is not, and waits until it is given back, its program ends, or the caller goes away. */
export async function handOver(session: Session, abort: AbortSignal, clock: Clock): Promise<Ended> {
  await session.setTags([HANDED_OVER])
  const ended = deferred<Ended>()
  const leave = (): void => ended.resolve('cancelled')
  abort.addEventListener('abort', leave, { once: true })
  const watches = [
    session.onTags.on(() => {
      if (!isHandedOver(session)) ended.resolve('given back')
    }),
    session.onExit.on(() => ended.resolve('exited')),
    clock.after(MAX_WAIT_MS, () => ended.resolve('still handed over')),
  ]
  if (session.exited) ended.resolve('exited')
  if (abort.aborted) leave()
  try {
    return await ended.promise
  } finally {
    for (const watch of watches) watch.dispose()
    abort.removeEventListener('abort', leave)
  }
}
