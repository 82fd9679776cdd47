/** Reports what becomes of a session: to the figures always, to the log where someone asked for it. */
import type { Diagnostics } from '../base/diagnostics.js'
import type { Session } from './session.js'

export function observeSession(session: Session, { log, figures }: Diagnostics): void {
  const { id } = session
  figures.sessionsStarted++
  session.onOutput.on(({ bytes }) => {
    figures.outputBytes += bytes.length
  })
  session.onInput.on(({ bytes }) => {
    figures.inputBytes += bytes.length
  })
  session.waits.onStart.on(({ type, timeoutMs }) => {
    figures.waitsRunning++
    if (log.wants('wait')) log.debug('wait', 'wait started', { session: id, type, timeoutMs: Math.round(timeoutMs) })
  })
  session.waits.onEnd.on(({ type, outcome, elapsedMs }) => {
    figures.waitsRunning--
    figures.observeWait(outcome, elapsedMs / 1000)
    if (log.wants('wait')) log.debug('wait', 'wait ended', { session: id, type, outcome, ms: Math.round(elapsedMs) })
  })
  if (log.wants('pty')) logProgram(session, log)
  if (log.wants('engine'))
    session.terminal.onUnknown((sequence) => log.debug('engine', 'unknown sequence', { session: id, sequence }))
}

/** A program that could not be started. */
export function observeFailedStart(program: string | undefined, reason: string, { log, figures }: Diagnostics): void {
  figures.startsFailed++
  if (log.wants('pty')) log.debug('pty', 'program not started', { program, reason })
}

function logProgram(session: Session, log: Diagnostics['log']): void {
  const { id, program, pid, cols, rows, cwd } = session
  log.debug('pty', 'program started', { session: id, program, pid, cols, rows, cwd })
  session.onResize.on((size) => log.debug('pty', 'resized', { session: id, ...size }))
  session.onExit.on(({ code, signal }) =>
    log.debug('pty', 'program ended', { session: id, pid, code, signal, ms: Math.round(session.ageMs) }),
  )
}
