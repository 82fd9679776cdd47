/** Recording a session. A recording begins with what is on the screen already, so that it plays on its own. */

import { renderScreen } from '@polytty/render/screen'
import { type Clock, systemClock } from '../base/clock.js'
import { type CastOptions, CastRecorder, FileSink, type SessionTap } from '../record/index.js'
import type { Session } from './session.js'

export function recordingTap(session: Session): SessionTap {
  const { terminal } = session
  return {
    cols: terminal.cols,
    rows: terminal.rows,
    onOutput: {
      on: (listener) => {
        if (session.snapshot().text().trim() !== '') listener({ bytes: screenBytes(session) })
        return session.onOutput.on(listener)
      },
    },
    onInput: session.onInput,
    onResize: session.onResize,
    onExit: session.onExit,
  }
}

/** Bytes that show what is on the screen. */
function screenBytes(session: Session): Uint8Array {
  return session.isRedacted ? Buffer.from(renderScreen(session.snapshot())) : session.terminal.dump()
}

export interface RecordOptions extends CastOptions {
  /** Written as it happens; kept in memory if absent. */
  readonly file?: string
  readonly clock?: Clock
}

/** Records a session as asciicast from now on, until the recorder is stopped. */
export function recordSession(session: Session, { file, clock, ...options }: RecordOptions = {}): CastRecorder {
  const sink = options.sink ?? (file === undefined ? undefined : new FileSink(file))
  return new CastRecorder(recordingTap(session), clock ?? systemClock, { ...options, sink })
}
