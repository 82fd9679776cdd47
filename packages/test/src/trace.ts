/**
 * The one place where a trace attaches: whoever records what a test does passes a `Trace` and is notified of everything in
 * its order. The kit itself records nothing here.
 */
import type { Session } from 'polytty/sessions'
import type { Action } from './actions.js'

/** An expectation that has been decided. */
export interface Assertion {
  /** As in the test: expect(getByText("x")).not.toBeVisible(). */
  readonly title: string
  readonly passed: boolean
  readonly soft: boolean
  readonly elapsedMs: number
  /** Of the screen that decided it. */
  readonly revision: number
  readonly message: string | null
}

export interface Trace {
  started(session: Session): void
  actionBegan(session: Session, name: string, detail: string): void
  actionEnded(session: Session, action: Action): void
  asserted(session: Session, assertion: Assertion): void
  noted(session: Session, text: string): void
  ended(session: Session): void
}

const ignore = (): void => {}

export const noTrace: Trace = {
  ...{ started: ignore, actionBegan: ignore, actionEnded: ignore, asserted: ignore, noted: ignore, ended: ignore },
}
