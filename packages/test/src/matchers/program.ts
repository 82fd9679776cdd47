/** Matchers of the program: its cursor and title, what it has reported and printed, how it ended, how fast it answers. */
import { resolve } from 'node:path'
import type { Cursor } from '@polytty/terminal'
import { CoreError, type ReadyState, readyStates } from 'polytty/sessions'
import { describeAction, hasAnswered } from '../actions.js'
import { describeExit } from '../failure.js'
import { contains, equals, show, type TextQuery } from '../locators/query.js'
import type { View } from '../view.js'
import { type Asked, type Outcome, onTerminal, type WaitingOptions } from './definition.js'
import { residueOf } from './residue.js'

export interface SinceOptions extends WaitingOptions {
  /** Only what came after the last action began, which is so if absent, or all of it. */
  readonly since?: 'action' | 'start'
}

export interface BellOptions extends SinceOptions {
  /** Exactly so many; one or more if absent. */
  readonly count?: number
}

export interface ExpectedExit {
  readonly code?: number | null
  readonly signal?: string | null
}

function asked(options: WaitingOptions | undefined, look: (view: View) => Outcome): Asked {
  return { timeoutMs: options?.timeoutMs, look }
}

export const toHaveCursor = onTerminal((_terminal, wanted: Partial<Cursor>, options?: WaitingOptions) =>
  asked(options, ({ snapshot: { cursor } }) => ({
    pass: (Object.keys(wanted) as (keyof Cursor)[]).every((key) => cursor[key] === wanted[key]),
    expected: `the cursor ${JSON.stringify(wanted)}`,
    actual: JSON.stringify(cursor),
  })),
)

export const toHaveTitle = onTerminal((_terminal, title: TextQuery, options?: WaitingOptions) =>
  asked(options, ({ session }) => ({
    pass: equals(session.title, title),
    expected: `the title ${show(title)}`,
    actual: JSON.stringify(session.title),
  })),
)

/** A relative path is one below the folder in which the program was started. */
export const toHaveCwd = onTerminal((_terminal, folder: TextQuery, options?: WaitingOptions) =>
  asked(options, ({ session }) => {
    const wanted = typeof folder === 'string' ? resolve(session.cwd, folder) : folder
    return {
      pass: equals(session.currentCwd, wanted),
      expected: `the folder ${show(wanted)}`,
      actual: JSON.stringify(session.currentCwd),
    }
  }),
)

export const toHaveClipboard = onTerminal((_terminal, text: TextQuery, options?: WaitingOptions) =>
  asked(options, ({ reports: { clipboard } }) => ({
    pass: clipboard !== null && equals(clipboard, text),
    expected: `${show(text)} in the clipboard`,
    actual: clipboard === null ? 'nothing was copied' : JSON.stringify(clipboard),
  })),
)

function sinceOf(view: View, since: SinceOptions['since'] = 'action'): number {
  return since === 'start' ? Number.NEGATIVE_INFINITY : view.actions.last.startedAt
}

export const toHaveBell = onTerminal((_terminal, options: BellOptions = {}) =>
  asked(options, (view) => {
    const count = view.reports.bells.filter(({ at }) => at >= sinceOf(view, options.since)).length
    return {
      pass: options.count === undefined ? count > 0 : count === options.count,
      expected: `${options.count ?? 'at least one'} ${(options.count ?? 1) === 1 ? 'bell' : 'bells'} since the ${options.since ?? 'last action'}`,
      actual: `${count}`,
    }
  }),
)

export const toHaveNotification = onTerminal((_terminal, text: TextQuery, options: SinceOptions = {}) =>
  asked(options, (view) => {
    const shown = view.reports.notifications
      .filter(({ at }) => at >= sinceOf(view, options.since))
      .map(({ event: { title, body } }) => (title ? `${title}: ${body}` : body))
    return {
      pass: shown.some((one) => contains(one, text)),
      expected: `a notification with ${show(text)} since the ${options.since ?? 'last action'}`,
      actual: shown.length > 0 ? shown.map((one) => JSON.stringify(one)).join(', ') : 'none',
    }
  }),
)

const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])|\r(?=\n)/g
const MAX_SHOWN = 500

/** What was printed, also where it has left the screen, without escape sequences. */
export const toHaveOutput = onTerminal((_terminal, text: TextQuery, options: SinceOptions = {}) =>
  asked(options, (view) => {
    const from = options.since === 'action' ? view.actions.last.cursor : 0
    const printed = view.session.transcript.read(from).replace(escapes, '')
    return {
      pass: contains(printed, text),
      expected: `${show(text)} in what was printed`,
      actual: `${printed.length > MAX_SHOWN ? '…' : ''}${JSON.stringify(printed.slice(-MAX_SHOWN))}`,
    }
  }),
)

/** Of the program if it has ended, else of the last command of a shell that marks them. */
export const toHaveExitCode = onTerminal((_terminal, code: number, options?: WaitingOptions) =>
  asked(options, ({ session, reports }) => {
    const last = reports.commands.findLast(({ end }) => end)?.end
    const actual = session.exit ? session.exit.code : last?.exitCode
    return {
      pass: actual === undefined ? null : actual === code,
      expected: `exit code ${code}`,
      actual:
        actual === undefined ? 'the program is running, and no command has ended' : `${actual ?? session.exit?.signal}`,
    }
  }),
)

/** It waits for its user, in one of these states if any are named. */
export const toBeReady = onTerminal(
  (_terminal, states?: ReadyState | readonly ReadyState[], options?: WaitingOptions) => {
    const wanted = typeof states === 'string' ? [states] : states
    for (const state of wanted ?? [])
      if (!readyStates.includes(state))
        throw new CoreError('invalid-params', `no state ${JSON.stringify(state)}: ${readyStates.join(', ')}`)
    return asked(options, ({ session }) => {
      const verdict = session.ready
      const isNamed = wanted?.includes(verdict.state) ?? true
      const isThere = hasAnswered(verdict) ? session.readiness.settledNow() !== null : wanted !== undefined
      return {
        pass: isNamed && isThere,
        expected: wanted ? `ready: ${wanted.join(' or ')}` : 'ready',
        actual: `${verdict.state} (${verdict.evidence.map(({ fact, value }) => `${fact}: ${value}`).join(', ')})`,
      }
    })
  },
)

export const toHaveExited = onTerminal((_terminal, wanted?: number | ExpectedExit, options?: WaitingOptions) =>
  asked(options, ({ session: { exit } }) => {
    const status = typeof wanted === 'number' ? { code: wanted } : (wanted ?? {})
    const keys = Object.keys(status) as (keyof ExpectedExit)[]
    return {
      pass: exit !== null && keys.every((key) => exit[key] === status[key]),
      expected: keys.length > 0 ? `exited with ${describeExit({ code: null, signal: null, ...status })}` : 'exited',
      actual: exit ? `exited with ${describeExit(exit)}` : 'it is running',
    }
  }),
)

/** The program has ended and left the terminal as it was. */
export const toLeaveTerminalClean = onTerminal((_terminal, options?: WaitingOptions) =>
  asked(options, ({ session, reports }) => {
    const left = residueOf(session.terminal, reports.initialModes)
    return {
      pass: session.exited ? left.length === 0 : null,
      expected: 'exited, with the terminal as it was before',
      actual: !session.exited ? 'it is running' : left.length === 0 ? 'as it was' : `left behind: ${left.join(', ')}`,
    }
  }),
)

/** The answer to the last action was painted in time; of a program that never rests, the first of it. */
export const toPaintWithin = onTerminal((_terminal, ms: number) =>
  asked({ timeoutMs: 0 }, ({ actions: { last } }) => {
    const isResting = last.verdict !== null && hasAnswered(last.verdict)
    const at = isResting ? last.lastPaintAt : last.firstPaintAt
    const took = at === null ? null : at - last.startedAt
    return {
      pass: took === null ? null : took <= ms,
      expected: `${describeAction(last)} painted within ${ms} ms`,
      actual: took === null ? 'nothing was painted' : `${took.toFixed(1)} ms`,
    }
  }),
)

/** The screen changed at most so often between the last action and its answer. */
export const toRepaintAtMost = onTerminal((_terminal, times: number) =>
  asked({ timeoutMs: 0 }, ({ actions: { last } }) => ({
    pass: last.paints <= times,
    expected: `at most ${times} repaints after ${describeAction(last)}`,
    actual: `${last.paints}`,
  })),
)
