/**
 * What others see of a session whose secrets are masked: read from its log, as they read it. Keyframes are made of this
 * one, since the session itself knows what is under the masks.
 */

import type { Clock } from '../base/clock.js'
import { Session } from '../session/index.js'
import type { Connection } from './connection.js'
import type { SessionEntry } from './entries.js'
import { getKeyframe, type Keyframe } from './keyframes.js'
import { RemotePty } from './remote-pty.js'

export interface Shadow {
  keyframe(): Keyframe
  close(): void
}

export async function openShadow(
  { connection, clock }: { readonly connection: Connection; readonly clock: Clock },
  entry: SessionEntry,
): Promise<Shadow> {
  const from = await getKeyframe(connection, entry.meta.id)
  const pty = new RemotePty(entry, from, connection, clock, () => {})
  const { id, options, tags, createdAt } = entry.meta
  const resolved = { ...options, tags, env: {}, path: options.program }
  const before = { createdAt, saved: from?.saved ?? null }
  const session = new Session(id, id, resolved, clock, null, undefined, { open: (_, to) => pty.start(to), before })
  return {
    keyframe: () => ({ saved: session.save(), position: pty.reader.position, sequence: pty.reader.lastSequence }),
    close: () => session.dispose(),
  }
}
