/**
 * What the operator wants to know and to decide of inputs: everything that is typed into a session or started in one,
 * whoever asks and over whichever protocol. Inputs that match a pattern wait for approval, and all are logged. People at
 * an attached terminal see what they do, so they are not asked. This guards against mistakes; it is no sandbox: a
 * program may do what its name does not say.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Clock, systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { shortName } from '../base/short-name.js'
import { describeInput } from '../input/index.js'
import type { Redactor } from '../redaction/redactor.js'
import type { GuardedSession, InputGuard, SpawnOptions, Typist } from '../session/index.js'
import { Approvals, type Decision } from './approvals.js'
import { AuditLog } from './audit.js'
import type { AgentPolicy } from './params.js'
import { TypedLine } from './typed-line.js'

const SOMEONE: Typist = { name: 'client', tool: 'socket' }
/** What was typed where the program hides it. */
const HIDDEN = '<hidden>'

export class InputPolicy implements InputGuard, Disposable {
  readonly approvals: Approvals
  private readonly audit: AuditLog | null
  /** Who is being served; null for one whose input was admitted as a whole. */
  private readonly typists = new AsyncLocalStorage<Typist | null>()
  private readonly lines = new WeakMap<GuardedSession, TypedLine>()
  private readonly isActive: boolean

  constructor(
    { approve = [], audit }: AgentPolicy = {},
    private readonly redactor: Redactor | null = null,
    clock: Clock = systemClock,
  ) {
    this.approvals = new Approvals(approve, clock)
    this.audit = audit === undefined ? null : new AuditLog(audit, clock)
    this.isActive = approve.length > 0 || audit !== undefined
  }

  /** Serves someone: what is typed or started meanwhile is theirs. */
  as<T>(typist: Typist, work: () => T): T {
    return this.isActive ? this.typists.run(typist, work) : work()
  }

  /** Types what was admitted as a whole. */
  admitted<T>(work: () => T): T {
    return this.isActive ? this.typists.run(null, work) : work()
  }

  admit(session: GuardedSession, bytes: Uint8Array, given: Typist | undefined): Promise<void> | null {
    if (!this.isActive) return null
    const typist = given ?? this.typists.getStore()
    if (typist === null) return null
    return this.admitInput(session, typist ?? SOMEONE, describeInput(bytes), { hides: true })
  }

  /**
   * Null if it may be typed at once. `hides`: what the program would not show is not logged; agents have secrets by name,
   * so what they write themselves is. `entered`: Enter follows.
   */
  admitInput(
    session: GuardedSession,
    typist: Typist,
    input: string,
    { hides = false, entered = false }: { readonly hides?: boolean; readonly entered?: boolean } = {},
  ): Promise<void> | null {
    if (!this.isActive) return null
    const line = this.lineOf(session)
    const isHidden = hides && session.ready.secret
    const shown = isHidden ? HIDDEN : input
    const accept = (decision?: Decision): void => {
      this.note(session, typist, shown, decision)
      if (!isHidden) line.add(entered ? `${input}<Enter>` : input)
    }
    if (typist.isPerson) return accept() ?? null
    if (!line.isHeld && !this.approvals.needed(input, line.text)) return accept() ?? null
    return line.inTurn(async () => {
      if (!this.approvals.needed(input, line.text)) return accept()
      const decision = await this.approvals.ask(shortName(session), this.masked(line.text + shown), typist.abort)
      if (decision === 'approved') return accept(decision)
      this.note(session, typist, shown, decision)
      throw refused(decision, 'typed')
    })
  }

  async start<S extends GuardedSession>(wanted: SpawnOptions, start: () => S | Promise<S>): Promise<S> {
    const typist = this.typists.getStore() ?? SOMEONE
    const command = [wanted.program, ...(wanted.args ?? [])].join(' ')
    if (!this.isActive) return start()
    const isAsked = !typist.isPerson && this.approvals.needed(command)
    const place = { id: 'new', name: wanted.name ?? 'new' }
    const decision = isAsked ? await this.approvals.ask(place.name, this.masked(command), typist.abort) : undefined
    if (decision !== undefined && decision !== 'approved') {
      this.note(place, { ...typist, tool: 'open' }, command, decision)
      throw refused(decision, 'started')
    }
    const session = await start()
    this.note(session, { ...typist, tool: 'open' }, command, decision)
    return session
  }

  /** Logs what is no input to a terminal, such as a signal. */
  note(session: Pick<GuardedSession, 'id' | 'name'>, { name, tool }: Typist, input: string, decision?: Decision): void {
    this.audit?.note({ client: name, session: shortName(session), tool, input: this.masked(input), decision })
  }

  dispose(): void {
    this.audit?.dispose()
  }

  private lineOf(session: GuardedSession): TypedLine {
    let line = this.lines.get(session)
    if (!line) this.lines.set(session, (line = new TypedLine()))
    return line
  }

  /** Names of secrets stay; a secret that someone knows and types does not. */
  private masked(input: string): string {
    const { redactor } = this
    if (!redactor) return input
    const redact = (part: string, index: number): string => (index % 2 ? part : redactor.redact(part))
    return input
      .split(/(<secret:[^<>\n]*>)/)
      .map(redact)
      .join('')
  }
}

function refused(decision: Decision, what: 'typed' | 'started'): CoreError {
  return new CoreError('permission-denied', `the operator has not approved it (${decision}): nothing was ${what}`)
}
