/** What an agent is answered: one text, its first line saying which session, what it is doing and since when. */
import { shortName } from '../base/short-name.js'
import { changedLines, type SeenScreen, type SeenScreens, screenLines, wholeScreen } from '../lean/index.js'
import type { Verdict } from '../ready/index.js'
import type { Session } from '../session/index.js'
import { shortEvidence } from './verdict.js'

export interface Answer {
  readonly text: string
  readonly isError?: boolean
  /** Of a command that has ended. */
  readonly exitCode?: number
  /** What was waited for did not come. */
  readonly missed?: boolean
  /** A picture, as PNG. */
  readonly image?: Uint8Array
}

export type See = 'changes' | 'screen' | 'none'

/** Who asks: what it has seen, and how it is kept informed. */
export interface Caller {
  /** A name for the log of inputs. */
  readonly name: string
  /** null for someone of whom nothing is remembered. */
  readonly seen: SeenScreens | null
  readonly abort: AbortSignal
  /** Where it stands: what programs it starts inherit; the server's own if absent. */
  readonly surroundings?: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
}

/** Evidence in a head line: enough to see what it rests on. */
const MAX_FACT_CHARS = 70

interface Shown {
  readonly verdict: Pick<Verdict, 'evidence' | 'exitCode'> & { readonly state: string }
  readonly elapsedMs: number
  readonly see?: See
  /** What did not come about, or what else there is to say. */
  readonly note?: string | null
  /** The screen to compare with where nothing is remembered of the caller. */
  readonly before?: SeenScreen
}

/** The screen as it is now, as someone will have seen it. */
export function seeScreen(session: Session): SeenScreen {
  const snapshot = session.snapshot()
  const { revision, alternateScreen: isAlternate } = snapshot
  return { ...screenLines(snapshot), revision, top: session.terminal.firstLine, isAlternate }
}

/** What the caller will have seen once it is answered; one who has cancelled gets no answer. */
export function remember({ seen, abort }: Caller, session: Session, screen = seeScreen(session)): void {
  if (!abort.aborted) seen?.set(session.id, screen)
}

/** The head line, and what of the screen is new to the caller. */
export function showSession(session: Session, caller: Caller, shown: Shown): string {
  const { see = 'changes', before } = shown
  const now = seeScreen(session)
  const known = (caller.seen ? caller.seen.get(session.id) : before) ?? null
  remember(caller, session, now)
  const body = see === 'none' ? null : see === 'screen' ? wholeScreen(now) : changedLines(known, now)
  return [headLine(session, shown, body === '' && known !== null), ...(body ? [body] : [])].join('\n')
}

export function headLine(session: Session, { verdict, elapsedMs, note }: Shown, isUnchanged = false): string {
  const evidence = shortEvidence(verdict).slice(0, MAX_FACT_CHARS)
  const words = [
    shortName(session),
    `#${session.revision}`,
    isUnchanged && 'unchanged;',
    note && `${note};`,
    verdict.state,
    exitWord(session, verdict),
    evidence !== '' && `(${evidence})`,
    seconds(elapsedMs),
  ]
  return words.filter(Boolean).join(' ')
}

/** How the program, or the last command of a shell, ended; nothing if that is not known. */
export function exitWord({ exit }: Session, { exitCode }: { readonly exitCode: number | null }): string | null {
  if (exit?.reason !== undefined) return `(${exit.reason})`
  const ended = exit ? (exit.code ?? exit.signal) : exitCode
  return ended === null ? null : `exit=${ended}`
}

export function seconds(ms: number): string {
  return `${ms < 10_000 ? (ms / 1000).toFixed(2) : Math.round(ms / 1000)}s`
}
