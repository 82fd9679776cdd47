/** What a session knows that says whether its program waits: gathered for `ready`, which judges it. */
import type { Clock } from '../base/clock.js'
import { Readiness } from '../ready/index.js'
import type { Redactor } from '../redaction/redactor.js'
import type { ExitStatus, Pty } from './pty/port.js'
import type { ReportedState } from './reported-state.js'
import type { SessionScreen } from './screen.js'
import { isShellProcess } from './shells.js'

interface Parts {
  readonly pty: Pty
  readonly screen: SessionScreen
  readonly reported: ReportedState
  readonly redactor: Redactor | null
  readonly clock: Clock
  exit(): ExitStatus | null
  /** When something was last typed or printed. */
  lastActivityAt(): number
  /** Whether a client has fallen behind, so that output is not read. */
  isHeld(): boolean
  /** Whether input waits for a shell's first prompt. */
  isInputHeld(): boolean
}

export function openReadiness(parts: Parts): Readiness {
  const { pty, screen, reported, redactor, clock } = parts
  return new Readiness(
    {
      ...(pty.remote && { judgedElsewhere: (isFresh: boolean) => pty.remote?.judged(isFresh) ?? null }),
      gather: (further) => pty.kernel.facts(further),
      promptText: () => screen.beforeCursor(),
      circumstances() {
        const { mark, secondary, entered, lastExitCode, progress, attention } = reported
        return {
          exit: parts.exit(),
          held: parts.isHeld(),
          inputQueued: pty.hasQueued || parts.isInputHeld(),
          mark,
          secondary,
          entered,
          lastExitCode,
          progress,
          // A notification may quote a secret.
          attention: attention && (redactor?.redact(attention) ?? attention),
          frameOpen: screen.isInFrame,
          quietMs: clock.monotonic() - parts.lastActivityAt(),
          cursorCol: screen.snapshot().cursor.col,
          isShell: isShellProcess,
        }
      },
    },
    clock,
  )
}
