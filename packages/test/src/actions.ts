/**
 * What a test has done to its terminal, numbered: each action with the screen before it, what the program painted in
 * answer and in what state that left it. Expectations ask here what is new, and what the program was doing.
 */
import type { Clock, Disposable, Session, SettleOptions, Verdict } from 'polytty/sessions'

export interface Action {
  /** 0 is the start of the program. */
  readonly number: number
  readonly name: string
  readonly detail: string
  /** Of the screen before it. */
  readonly revision: number
  /** Where what the program printed before it ends in the transcript. */
  readonly cursor: number
  readonly startedAt: number
  /** What the program was doing when the action had been answered, or had waited long enough; null until then. */
  readonly verdict: Verdict | null
  readonly endedAt: number | null
  /** Changes of the screen until then; those of one turn of the event loop count as one. */
  readonly paints: number
  readonly firstPaintAt: number | null
  readonly lastPaintAt: number | null
}

type Draft = { -readonly [Key in keyof Action]: Action[Key] }

/** States in which a program has answered. */
const answered = [
  ...(['exited', 'stopped', 'prompt', 'continuation', 'secret-input', 'line-input', 'key-input', 'quiet'] as const),
] as const

/** A program that animates has had the time to paint its answer after so long: its timer is shorter. */
const ANIMATION_MS = 300

export function hasAnswered({ state }: Pick<Verdict, 'state'>): boolean {
  return (answered as readonly string[]).includes(state)
}

/** Resolves at the answer point, or for a program that never rests a moment later; never fails for what it does. */
export async function answerOf(
  session: Session,
  timeoutMs: number,
  more: Pick<SettleOptions, 'orServing'> & { readonly isLast?: boolean } = {},
): Promise<Verdict> {
  const { isLast = true, orServing } = more
  const verdict = await session.settled({ timeoutMs, orServing, states: [...answered, 'animating'] })
  if (verdict.state !== 'animating' || !isLast) return verdict
  return session.settled({ timeoutMs: Math.min(ANIMATION_MS, timeoutMs) })
}

export class ActionLog implements Disposable {
  private readonly actions: Draft[] = []
  private readonly watch: Disposable
  private running: Draft | null = null
  private paintedThisTurn = false

  constructor(
    private readonly session: Session,
    private readonly clock: Clock,
  ) {
    this.watch = session.onChange.on(() => this.notePaint())
  }

  get all(): readonly Action[] {
    return this.actions
  }

  get last(): Action {
    return this.actions.at(-1)!
  }

  begin(name: string, detail: string): void {
    this.running = {
      ...{ number: this.actions.length, name, detail, revision: this.session.revision },
      cursor: this.session.transcript.end,
      ...{ startedAt: this.clock.monotonic(), verdict: null, endedAt: null },
      ...{ paints: 0, firstPaintAt: null, lastPaintAt: null },
    }
    this.actions.push(this.running)
  }

  end(verdict: Verdict): Action {
    const action = this.actions.at(-1)!
    Object.assign(action, { verdict, endedAt: this.clock.monotonic() })
    this.running = null
    return action
  }

  /** The action after which a revision came about. */
  of(revision: number): Action {
    return this.actions.findLast((action) => action.revision < revision) ?? this.actions[0]!
  }

  dispose(): void {
    this.watch.dispose()
  }

  private notePaint(): void {
    const { running } = this
    if (!running) return
    running.lastPaintAt = this.clock.monotonic()
    running.firstPaintAt ??= running.lastPaintAt
    if (this.paintedThisTurn) return
    this.paintedThisTurn = true
    running.paints++
    setImmediate(() => {
      this.paintedThisTurn = false
    })
  }
}

/** An action in a few words, for errors. */
export function describeAction({ number, name, detail }: Action): string {
  return number === 0 ? 'the start' : `action ${number} (${[name, detail].filter(Boolean).join(' ')})`
}
