/** What a terminal shows of an input by itself, which is no answer to it. */
import type { Session } from '../session/index.js'
import type { ScreenMatch } from '../wait/index.js'

const last = new WeakMap<Session, Echo>()

/** The echo of what was last typed into a session for an agent; null if nothing was. */
export function lastEcho(session: Session): Echo | null {
  return last.get(session) ?? null
}

/** Before something is typed; a line that is entered ends with a newline. */
export function expectEcho(session: Session, typed: string): Echo {
  const echo = new Echo(session, typed)
  last.set(session, echo)
  return echo
}

class Echo {
  private readonly cursorLine: number

  constructor(
    private readonly session: Session,
    private readonly typed: string,
  ) {
    this.cursorLine = session.terminal.firstLine + session.snapshot().cursor.row
  }

  /** In the line that was typed into, or in one that ends with a further line that was typed, after a prompt. */
  has({ row, text }: ScreenMatch): boolean {
    if (!this.typed.includes(text)) return false
    const snapshot = this.session.snapshot()
    const wraps = (index: number): boolean => snapshot.row(index).wrapped
    let first = row
    while (first > 0 && wraps(first - 1)) first--
    const { firstLine } = this.session.terminal
    if (firstLine + first <= this.cursorLine && this.cursorLine <= firstLine + row) return true
    let line = snapshot.row(first).text
    for (let last = first; last + 1 < snapshot.rows && wraps(last); last++) line += snapshot.row(last + 1).text
    const [, ...further] = this.typed.split('\n')
    return further.some((typed) => typed.includes(text) && line.length > typed.length && line.endsWith(typed))
  }
}
