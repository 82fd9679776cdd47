/** Waiting for a server that is being replaced, or started again: no one reports that, so it is looked for now and then. */
import { systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { connectTo, type FoundServer, lookForServer, type ServerFlags } from './find-server.js'

/** When to look, each after the one before; about ten seconds in all. */
const LOOKS_MS = [10, 20, 40, 80, 160, ...new Array<number>(38).fill(250)]

/** The server that is meant, once it answers. */
export async function untilServer(flags: ServerFlags): Promise<FoundServer> {
  for (const ms of LOOKS_MS) {
    await new Promise<void>((resolve) => systemClock.after(ms, resolve))
    const found = await lookForServer(flags).catch(() => null)
    const client = found && (await connectTo(found).catch(() => null))
    client?.close()
    if (found && client) return found
  }
  throw new CoreError('not-found', 'the server did not come back', { hint: 'Start it with: polytty serve' })
}
