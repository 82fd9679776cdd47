/** What locators and matchers need of a terminal under test, and no more. */
import type { Disposable, MouseAction, Session, Verdict } from 'polytty/sessions'
import type { Action } from './actions.js'
import type { SnapshotStore } from './snapshots/store.js'
import type { Trace } from './trace.js'
import type { View } from './view.js'

export interface TestedTerminal {
  /** The session; an error where no program was started. */
  readonly session: Session
  readonly timeoutMs: number
  readonly settleMs: number
  readonly trace: Trace
  readonly snapshots: SnapshotStore
  /** Where a failure leaves its files; null where nothing is left. */
  readonly outputFolder: string | null
  /** Fires when something besides the screen has changed: an event, the size, the state of the program. */
  readonly changes: { on(listener: () => void): Disposable }
  /** Lines that belong into every error, such as a seed. */
  readonly notes: readonly string[]
  view(): View
  /** Does something to the program as one numbered action, and waits for the answer. */
  act(name: string, detail: string, run: () => Promise<void>): Promise<Action>
  /** Within an action: a key, and the whole answer to it. */
  key(name: string): Promise<Verdict>
  /** Within an action: the mouse, step by step, each once the one before was answered; no further where that ends it. */
  mouse(...steps: readonly MouseAction[]): Promise<void>
  /** The text without what must not leave the test. */
  redact(text: string): string
  /** Keeps the screen of a failed expectation for what the failure leaves behind. */
  noteFailure(): void
  /** Keeps a failure until the test has ended. */
  failSoftly(error: Error): void
  /** Says something that is no failure, but that whoever reads the results should know. */
  note(text: string): void
}
