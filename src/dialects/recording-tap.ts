/** A session as recorders see it. A recording begins with what is on the screen already, so that it plays on its own. */
import type { SessionTap } from '../record/index.js'
import { renderScreen } from '../render/index.js'
import type { Session } from '../session/index.js'

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
  return session.isVeiled ? Buffer.from(renderScreen(session.snapshot())) : session.terminal.dump()
}
