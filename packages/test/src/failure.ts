/** The errors of the kit: what was expected, what is there instead, what comes close, and the screen. */
import { pathToFileURL } from 'node:url'
import { renderAnsi } from '@polytty/render'
import type { Snapshot } from '@polytty/terminal'
import type { ExitStatus } from 'polytty/sessions'
import { type Action, describeAction } from './actions.js'
import { artifactNames, artifactPath } from './artifacts.js'
import type { Query } from './locators/query.js'
import type { TestedTerminal } from './tested-terminal.js'
import { describePlace, type Match } from './view.js'

const MAX_CANDIDATES = 10

export class TerminalError extends Error {
  override readonly name: string = 'TerminalError'
}

/** A locator that found nothing, or too much. */
export class LocatorError extends TerminalError {
  override readonly name = 'LocatorError'

  constructor(tested: TestedTerminal, title: string, reason: string, query: Query) {
    const found = query.find(tested.view(), null)
    super(failureText(tested, title, [reason, ...candidateLines(tested, query, found)]))
    tested.noteFailure()
  }
}

/** The whole text of an error; `facts` are what is known of the failure itself. */
export function failureText(tested: TestedTerminal, title: string, facts: readonly string[]): string {
  const { snapshot } = tested.view()
  const words = [title, '', ...facts, `after ${describeDoing(tested)}`, ...tested.notes].join('\n')
  return [
    tested.redact(words),
    '',
    `screen, ${snapshot.cols}x${snapshot.rows}, revision ${snapshot.revision}:`,
    ...screenLines(snapshot),
    ...leavingLines(tested),
  ].join('\n')
}

/** What was found, or where nothing was, what comes close. */
export function candidateLines(tested: TestedTerminal, query: Query, found: readonly Match[]): string[] {
  const matches = found.map((match) => `  ${describePlace(match)}: ${JSON.stringify(match.text)}`)
  if (matches.length > 0) return ['candidates:', ...shorten(matches)]
  const near = query.near?.(tested.view()) ?? []
  return near.length > 0 ? ['candidates that do not match:', ...shorten(near.map((line) => `  ${line}`))] : []
}

/** The last action, and what the program was doing after it. */
function describeDoing(tested: TestedTerminal): string {
  const { last } = tested.view().actions
  const { ready, exit } = tested.session
  const now = exit
    ? `the program has ended with ${describeExit(exit)}`
    : `${ready.command ?? 'the program'} is ${ready.state}`
  return `${describeAction(last)}${describeVerdict(last)}; now ${now}`
}

export function describeExit({ code, signal, reason }: ExitStatus): string {
  return signal ?? (code === null ? (reason ?? 'an unknown exit code') : `exit code ${code}`)
}

function describeVerdict({ verdict, startedAt, endedAt }: Action): string {
  if (!verdict || endedAt === null) return ''
  return `, answered in ${Math.round(endedAt - startedAt)} ms: ${verdict.state}`
}

/** The screen in a frame, with its colours where whoever reads it sees them. */
export function screenLines(snapshot: Snapshot, colors = usesColors()): string[] {
  const rows = colors
    ? renderAnsi(snapshot)
        .replace(/\r?\n$/, '')
        .split(/\r?\n/)
    : snapshot.text().split('\n')
  const last = Math.max(...rows.map((row, index) => (row.trim() === '' ? -1 : index)), snapshot.cursor.row)
  const rule = '─'.repeat(snapshot.cols)
  const shown = rows.slice(0, last + 1).map((row) => `│${row}${colors ? '\x1b[m' : ''}`)
  const hidden = rows.length - shown.length
  return [`┌${rule}`, ...shown, `└${rule}${hidden > 0 ? ` and ${hidden} empty rows` : ''}`]
}

/** Where to look further. */
function leavingLines({ outputFolder }: TestedTerminal): string[] {
  if (outputFolder === null) return []
  return ['', 'artifacts:', ...artifactNames.map((name) => `  ${link(artifactPath(outputFolder, name))}`)]
}

/** A path that terminals open at a click, where one shows it. Runners pass colours on from their workers, but no links. */
export function link(path: string): string {
  return usesColors() && process.stderr.isTTY ? `\x1b]8;;${pathToFileURL(path)}\x1b\\${path}\x1b]8;;\x1b\\` : path
}

/** Whether colours are wanted where errors are printed; runners decide that for their workers by variables. */
export function usesColors(): boolean {
  const { NO_COLOR, FORCE_COLOR, FORCE_TTY } = process.env
  if (NO_COLOR || FORCE_COLOR === '0') return false
  return Boolean(FORCE_COLOR || FORCE_TTY || process.stderr.isTTY)
}

function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_CANDIDATES
  return rest > 0 ? [...lines.slice(0, MAX_CANDIDATES), `  and ${rest} more`] : [...lines]
}
