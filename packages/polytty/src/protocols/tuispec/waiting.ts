/**
 * Waiting in this dialect's words. Nothing polls: the session reports every change. A wait that fails says what it
 * looked for, where and how long, and shows the screen.
 */

import type { Snapshot } from '@polytty/terminal'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { ReadyState, Verdict } from '../../ready/index.js'
import type { CheckDetail, WaitOutcome } from '../../wait/index.js'
import { describeSelector, findAll, findOne, findPattern, type Selector } from './selector.js'
import type { Ambiguity } from './settings.js'
import { describeExit, type Tui } from './tui.js'

export interface WaitFor {
  readonly timeoutMs?: number | null
  readonly ambiguity?: Ambiguity | null
  readonly signal: AbortSignal
}

/** Waits until the selector finds something; finding too much is an error at once. */
export async function waitFor(tui: Tui, wanted: Selector, { ambiguity, ...wait }: WaitFor): Promise<void> {
  const mode = ambiguity ?? tui.settings.ambiguity
  const test = (screen: Snapshot) => findOne(wanted, screen, mode, tui.name)
  await waitUntilTrue(tui, 'waitFor', `${describeSelector(wanted)} to appear`, test, wait)
}

/** Waits until the selector finds nothing any more. */
export async function waitUntilGone(tui: Tui, wanted: Selector, wait: WaitFor): Promise<void> {
  const test = (screen: Snapshot) => (findAll(wanted, screen).length === 0 ? {} : null)
  await waitUntilTrue(tui, 'waitFor', `${describeSelector(wanted)} to disappear`, test, wait)
}

/** Waits until the pattern is found in the text of the screen. */
export async function waitUntilPattern(tui: Tui, pattern: string, wait: WaitFor): Promise<void> {
  const test = (screen: Snapshot) => findPattern(pattern, screen)[0] ?? null
  await waitUntilTrue(tui, 'waitUntil', `pattern /${pattern}/ to match`, test, wait)
}

/**
 * Waits until the text has been the same for `debounceMs`, counted from now at the earliest, since what was typed just
 * now may not have shown yet. The screen of an app that has exited is stable.
 */
export async function waitForStable(tui: Tui, debounceMs: number, wait: WaitFor, clock: Clock): Promise<void> {
  const app = tui.launched()
  const timeoutMs = wait.timeoutMs ?? tui.settings.timeoutMs
  const startedAt = clock.monotonic()
  let text = app.snapshot().text()
  for (let sameSince = startedAt; ; ) {
    const now = clock.monotonic()
    const quietLeft = sameSince + debounceMs - now
    const timeLeft = startedAt + timeoutMs - now
    if (quietLeft <= 0) return
    const limit = Math.max(0, Math.min(quietLeft, timeLeft))
    const changed = { type: 'changed', since: app.revision } as const
    const outcome = await app.wait(changed, { timeoutMs: limit, abort: wait.signal })
    if (outcome.kind === 'exited' || (outcome.kind === 'timeout' && quietLeft <= timeLeft)) return
    const latest = outcome.snapshot.text()
    if (outcome.kind !== 'matched')
      throw failure(tui, 'waitForStable', `${debounceMs} ms without a change`, outcome, timeoutMs)
    if (latest !== text) sameSince = clock.monotonic()
    text = latest
  }
}

/** Waits until the app has answered all that was typed and waits for more, or has ended. */
export async function waitForReady(
  tui: Tui,
  states: readonly ReadyState[] | undefined,
  wait: WaitFor,
): Promise<Verdict> {
  const app = tui.launched()
  const timeoutMs = wait.timeoutMs ?? tui.settings.timeoutMs
  const outcome = await app.wait({ type: 'ready', states }, { timeoutMs, abort: wait.signal })
  const what = states ? `the state ${states.join(' or ')}` : 'an app that waits for its user'
  if (outcome.kind !== 'matched') throw failure(tui, 'waitForReady', what, outcome, timeoutMs)
  return app.ready
}

async function waitUntilTrue(
  tui: Tui,
  name: string,
  what: string,
  test: (screen: Snapshot) => CheckDetail | null,
  { timeoutMs, signal }: WaitFor,
): Promise<void> {
  const limit = timeoutMs ?? tui.settings.timeoutMs
  const ask = (view: { snapshot(): Snapshot }) => test(view.snapshot())
  const check = { type: 'check', test: ask, on: 'screen' } as const
  const outcome = await tui.launched().wait(check, { timeoutMs: limit, abort: signal })
  if (outcome.kind !== 'matched') throw failure(tui, name, what, outcome, limit)
}

function failure(
  tui: Tui,
  name: string,
  what: string,
  { kind, snapshot, elapsedMs }: WaitOutcome,
  timeoutMs: number,
): CoreError {
  if (kind === 'cancelled')
    return new CoreError('wait-cancelled', `${name} was cancelled: the client or the app is gone`)
  const where = `on the screen of ${snapshot.cols} columns and ${snapshot.rows} rows`
  const exit = kind === 'exited' ? tui.launched().exit : null
  if (exit)
    return new CoreError(
      'session-exited',
      `the app exited (${describeExit(exit)}) while ${name} waited for ${what} ${where}, after ${Math.round(elapsedMs)} ms.\n${showScreen(snapshot)}`,
    )
  return new CoreError(
    'wait-timeout',
    `${name} timed out after ${timeoutMs} ms, waiting for ${what} ${where}.\n${showScreen(snapshot)}`,
  )
}

/** As much of a screen as goes into a message. */
const MAX_SHOWN_CHARS = 16_000

function showScreen(snapshot: Snapshot): string {
  const text = snapshot.text().replace(/\s+$/, '')
  if (text === '') return 'The screen is empty.'
  return `The screen:\n${text.slice(0, MAX_SHOWN_CHARS)}${text.length > MAX_SHOWN_CHARS ? '\n…' : ''}`
}
