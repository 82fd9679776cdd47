/**
 * How programs ended whose panes tmux keeps. While tmux older than 3.6 closes the terminal of a pane, it is deaf to the
 * signal that the pane's program has ended, which comes just then, and so does not collect its status. When any other
 * child of it ends it collects all there are, so one is started, once.
 */
import { isAlive } from '../../base/is-alive.js'
import type { ExitStatus } from '../../session/pty/port.js'
import type { TmuxControl } from './control.js'
import type { TmuxPane } from './pane-list.js'

const nameless: ExitStatus = { code: null, signal: null, reason: 'a signal ended it; tmux 3.2 does not say which' }

export class Endings {
  private readonly asked = new Map<string, 'asked' | 'answered'>()

  /** `changed` is called when a status may be known that was not. */
  constructor(private readonly changed: () => void) {}

  /** Null while the program runs, which it may do for long after it has closed its terminal. */
  statusOf({ id, pid, exit, isDead }: TmuxPane, control: TmuxControl | null): ExitStatus | null {
    if (!isDead || exit) return exit
    if (this.asked.get(id) === 'answered') return isAlive(pid) ? null : nameless
    if (control && !this.asked.has(id)) void this.ask(id, control)
    return null
  }

  forget(id: string): void {
    this.asked.delete(id)
  }

  private async ask(id: string, control: TmuxControl): Promise<void> {
    this.asked.set(id, 'asked')
    try {
      await control.command('run-shell true')
      this.asked.set(id, 'answered')
      this.changed()
    } catch {
      // Its session of tmux has ended; another may be asked.
      this.asked.delete(id)
    }
  }
}
