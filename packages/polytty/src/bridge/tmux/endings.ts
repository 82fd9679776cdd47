/**
 * How programs ended whose panes tmux keeps. While tmux older than 3.6 closes the terminal of a pane, it is deaf to the
 * signal that a child has ended, which for the pane's program comes just then, and so does not collect its status. Sent
 * again, the signal makes it collect all that there are.
 */

import { isDead, ownStart, statOf } from '../../ready/kernel/proc.js'
import type { ExitStatus } from '../../session/pty/port.js'
import type { TmuxPane } from './pane-list.js'

const nameless: ExitStatus = { code: null, signal: null, reason: 'a signal ended it; tmux 3.2 does not say which' }

export class Endings {
  /** The process of tmux itself. */
  server = 0
  /** Panes whose program was gone when it was last looked at, though tmux had not said how it ended. */
  private readonly gone = new Set<string>()

  /** `lookAgain` is called where tmux knows, or soon will, what it did not know when it was asked. */
  constructor(private readonly lookAgain: () => void) {}

  /** Null while the program runs, which it may do for long after it has closed its terminal. */
  statusOf(pane: TmuxPane): ExitStatus | null {
    if (!pane.isDead || pane.exit) return pane.exit
    // Without /proc no one can say more than tmux, which reports it when it knows.
    if (ownStart === 0) return null
    const program = statOf(pane.pid)
    if (program && !isDead(program)) return null
    if (!program && this.gone.has(pane.id)) return nameless
    if (!program) this.gone.add(pane.id)
    else if (!this.wake()) return null
    this.lookAgain()
    return null
  }

  forget(id: string): void {
    this.gone.delete(id)
  }

  private wake(): boolean {
    try {
      return this.server > 0 && process.kill(this.server, 'SIGCHLD')
    } catch {
      // The tmux of another user: it is reported when that happens to collect it.
      return false
    }
  }
}
