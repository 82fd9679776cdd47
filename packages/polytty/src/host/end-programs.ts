/** Ending the programs of a host, as a server that stops ends its sessions. */
import type { Clock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import { Ending } from '../session/end-processes.js'
import type { ExitStatus } from '../session/pty/port.js'
import type { HostedProgram } from './program.js'

const GRACE_MS = 3000

export async function endPrograms(programs: readonly HostedProgram[], clock: Clock): Promise<void> {
  await Promise.allSettled(programs.map((program) => endProgram(program, clock)))
}

async function endProgram(program: HostedProgram, clock: Clock): Promise<void> {
  const ended = deferred<ExitStatus>()
  if (program.exited) ended.resolve({ code: null, signal: null })
  else program.onExit.on(ended.resolve)
  const { sessionId, interactiveShell, endSignal } = program.ending
  const target = {
    sessionId,
    interactiveShell,
    pty: program.terminal,
    ended: ended.promise,
    isEnded: () => program.exited,
  }
  await new Ending(target, { graceMs: GRACE_MS, signal: endSignal }, clock).done
}
