/** What to wait for after an input, in one word: `ready`, `exit`, `change`, `/regex/`, `text`, `gone:text`. */
import { CoreError } from '../base/core-error.js'
import type { Verdict } from '../ready/index.js'
import type { Session } from '../session/index.js'
import { findOnScreen, type Matcher, type ScreenMatch, type ScreenQuery } from '../wait/index.js'
import { expectEcho, lastEcho } from './echo.js'

export type Until =
  | { readonly type: 'ready' | 'exit' | 'change' }
  | { readonly type: 'shown' | 'gone'; readonly query: ScreenQuery; readonly words: string }

/** How an input ended: with what was waited for, or without. */
export interface Waited {
  readonly verdict: Verdict
  /** Why what was waited for did not come; null if it did. */
  readonly missed: string | null
}

export function parseUntil(until: string): Until {
  if (until === 'ready' || until === 'exit' || until === 'change') return { type: until }
  const [type, words] = until.startsWith('gone:') ? (['gone', until.slice(5)] as const) : (['shown', until] as const)
  if (words === '')
    throw new CoreError('invalid-params', 'until is empty: ready, exit, change, /regex/, a text, or gone: and a text')
  return { type, query: readQuery(words), words }
}

/** `/regex/`, or text as it is. */
export function readQuery(words: string): ScreenQuery {
  const [, regex] = /^\/(.+)\/$/s.exec(words) ?? []
  return regex === undefined ? words : { regex }
}

/** What is on the screen before an input, so that it is not taken for the answer. */
export class BeforeInput {
  private readonly revision: number
  /** Of this input; for one who only waits, of the last one. */
  private readonly echo: ReturnType<typeof lastEcho>
  private readonly places: ReadonlySet<string>

  constructor(
    private readonly session: Session,
    private readonly until: Until,
    /** The text of the input; a line that was entered ends with a newline. */
    typed: string,
    /** For one who only waits: the revision seen last, after which all counts; null for one who has seen nothing. */
    private readonly seenRevision?: number | null,
  ) {
    this.revision = session.revision
    this.echo = typed === '' ? lastEcho(session) : expectEcho(session, typed)
    const known = seenRevision !== null && 'query' in until ? this.matches(until.query) : []
    this.places = new Set(known.map((match) => this.placeOf(match)))
  }

  async wait(timeoutMs: number, abort: AbortSignal): Promise<Waited> {
    const { session, until } = this
    if (until.type === 'ready')
      return { verdict: await session.settled({ timeoutMs, abort, orServing: true, orFlooding: true }), missed: null }
    const { kind } = await session.wait(this.matcher(), { timeoutMs, abort })
    return { verdict: session.ready, missed: kind === 'matched' ? null : this.describe(kind) }
  }

  private matcher(): Matcher {
    const { until } = this
    if (until.type === 'exit') return { type: 'exited' }
    if (!('query' in until)) return { type: 'changed', since: this.revision }
    const { query } = until
    const isThere = (): boolean => this.matches(query).some((match) => until.type === 'gone' || this.isFresh(match))
    return { type: 'check', on: 'screen', test: () => (isThere() === (until.type === 'shown') ? {} : null) }
  }

  private matches(query: ScreenQuery): readonly ScreenMatch[] {
    return findOnScreen(this.session.snapshot(), query)
  }

  private placeOf({ row, col, text }: ScreenMatch): string {
    return `${this.session.terminal.firstLine + row},${col},${text}`
  }

  /** It was not there before, and is no echo of what was typed. */
  private isFresh(match: ScreenMatch): boolean {
    const isNew = this.seenRevision !== undefined ? this.isUnseen(match) : !this.places.has(this.placeOf(match))
    return isNew && !this.echo?.has(match)
  }

  /** Written since it was last looked at, or never looked at. What has only moved is not new. */
  private isUnseen({ row, col }: ScreenMatch): boolean {
    const { session, until, seenRevision } = this
    if (seenRevision === null || seenRevision === undefined || !('query' in until)) return true
    const fresh = session.find(until.query, { freshSince: seenRevision })
    return fresh.some((found) => found.row === row && found.col === col)
  }

  /** The revisions that wrote what was there before and still is. */
  private thereSince(query: ScreenQuery): number[] {
    const there = this.session.find(query).filter((match) => this.places.has(this.placeOf(match)))
    return there.map(({ writtenAt }) => writtenAt)
  }

  private describe(kind: 'timeout' | 'exited' | 'cancelled'): string {
    const { until } = this
    const what = 'words' in until ? JSON.stringify(until.words) : until.type
    const since = kind === 'timeout' && until.type === 'shown' ? this.thereSince(until.query) : []
    const stale = since.length > 0 ? ` (already there since revision ${Math.max(...since)})` : ''
    const reasons = { timeout: 'timed out', exited: 'stopped', cancelled: 'cancelled' }
    const ended = kind === 'exited' ? ': the program exited' : ''
    return `${reasons[kind]} waiting for ${until.type === 'gone' ? 'the end of ' : ''}${what}${stale}${ended}`
  }
}
