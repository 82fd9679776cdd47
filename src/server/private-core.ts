/** A core of a process's own, for daemons and stdio servers whose sessions nobody else shares. */
import { systemClock } from '../base/clock.js'
import type { Core } from '../dialects/core.js'
import { Presence } from '../dialects/presence.js'
import { SessionRegistry } from '../session/index.js'
import { version } from './version.js'

export function createPrivateCore(
  maxSessions: number,
  shell = process.env.SHELL ?? '/bin/sh',
  clock = systemClock,
): Core {
  return {
    sessions: new SessionRegistry({ clock, maxSessions }),
    clock,
    presence: new Presence(),
    redactor: null,
    version,
    shell,
    maxSessions,
    name: null,
    auth: { required: false, accepts: () => true },
  }
}
