/** The end of a server that was started for a while: it goes some time after its last session and its last client. */
import type { Disposable } from '../base/disposable.js'
import { DisposableBag } from '../base/disposable.js'
import type { Clients } from '../protocols/clients.js'
import type { Core } from '../protocols/core.js'

export function endWhenIdle({ sessions, clock, lifetime }: Core, clients: Clients, lingerMs: number): Disposable {
  const owned = new DisposableBag()
  let timer: Disposable | null = null
  const consider = (): void => {
    const isUsed = clients.count > 0 || sessions.list().some(({ exited }) => !exited)
    if (isUsed) {
      timer?.dispose()
      timer = null
    } else timer ??= clock.after(lingerMs, () => lifetime.requestStop())
  }
  owned.add(clients.onChange.on(consider))
  owned.add(sessions.onCreated.on(consider))
  owned.add(sessions.onExited.on(consider))
  owned.add({ dispose: () => timer?.dispose() })
  consider()
  return owned
}
