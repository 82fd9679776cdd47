/**
 * What agents can do with sessions, each a call with plain params and an answer in text: open, run, act, look, and what
 * concerns sessions as a whole. Whatever goes wrong is an answer too, with the screen in it. Who asks, and over which
 * protocol, is known elsewhere.
 */
import { Terminal } from '@polytty/terminal'
import { type Clock, systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { shortName } from '../base/short-name.js'
import { parseKeyScript, type ScriptItem } from '../input/index.js'
import { ClientMemory, leanOutput, screenLines } from '../lean/index.js'
import type { Redactor } from '../redaction/redactor.js'
import { prepareStart, Session, type SessionRegistry, type Typist } from '../session/index.js'
import { type Answer, type Caller, exitWord, headLine, remember, seconds, seeScreen, showSession } from './answer.js'
import type { Approvals } from './approvals.js'
import { expectEcho } from './echo.js'
import { lastSession, lastShell, namedSession, openSession, readSize } from './find-session.js'
import { handOver, isHandedOver } from './handoffs.js'
import type { InputPolicy } from './input-policy.js'
import { lookAtHistory, lookAtOutline, lookAtStyles, takePicture } from './look.js'
import type { ActParams, AgentPolicy, LookParams, OpenParams, RunParams, SessionsParams } from './params.js'
import { runCommand } from './run-command.js'
import { readSecrets, type Secrets } from './secrets.js'
import { shellOf } from './shell-watch.js'
import { textOf, typeKeys } from './type-keys.js'
import { BeforeInput, parseUntil } from './until.js'

const ACT_SECONDS = 10
const RUN_SECONDS = 30
const MAX_SECONDS = 3600
const RUN_TOKENS = 1000
const MIN_TOKENS = 20
const MAX_TOKENS = 1_000_000
/** How long a program may take to answer a signal or a new size; many never do. */
const NUDGE_MS = 1000
/** How long a shell that was opened for a call may take to show its prompt. */
const PROMPT_MS = 3000

export class Agents implements Disposable {
  readonly memory: ClientMemory
  private readonly secrets: Secrets | null
  private readonly watch: Disposable
  private isPrepared = false

  constructor(
    private readonly sessions: SessionRegistry,
    private readonly shell: string,
    private readonly inputs: InputPolicy,
    private readonly policy: AgentPolicy = {},
    private readonly redactor: Redactor | null = null,
    private readonly clock: Clock = systemClock,
  ) {
    this.memory = new ClientMemory(clock)
    // From its start, so that no mark of a shell is missed.
    this.watch = sessions.onCreated.on((session) => void shellOf(session))
    this.secrets = policy.secrets === undefined ? null : readSecrets(policy.secrets)
  }

  get approvals(): Approvals {
    return this.inputs.approvals
  }

  /** Does once what the first calls would wait for: loads what starting takes, makes the tables of keys and characters. */
  prepare(): void {
    if (this.isPrepared) return
    this.isPrepared = true
    prepareStart()
    parseKeyScript('x<Enter>')
    screenLines(new Terminal({ cols: 80, rows: 24 }).snapshot())
  }

  open(params: OpenParams, caller: Caller): Promise<Answer> {
    return this.answer(caller, null, async (use) => {
      const until = parseUntil(params.until ?? 'ready')
      const timeoutMs = milliseconds(params.timeout, ACT_SECONDS)
      const started = this.clock.monotonic()
      const session = use(await this.openFor(caller, params))
      const { verdict, missed } = await new BeforeInput(session, until, '', null).wait(timeoutMs, caller.abort)
      return showSession(session, caller, { verdict, note: missed, elapsedMs: this.clock.monotonic() - started })
    })
  }

  run({ command, session: name, timeout, max = RUN_TOKENS }: RunParams, caller: Caller): Promise<Answer> {
    return this.answer(caller, name, async (use) => {
      const timeoutMs = milliseconds(timeout, RUN_SECONDS)
      if (!(max >= MIN_TOKENS && max <= MAX_TOKENS))
        throw new CoreError('invalid-params', `max is in tokens, from ${MIN_TOKENS} to ${MAX_TOKENS}, not ${max}`)
      const session = use(await this.findOrOpen(name, caller, lastShell))
      this.requireOurs(session)
      await this.inputs.admitInput(session, typistOf(caller, 'run'), command, { entered: true })
      const started = this.clock.monotonic()
      const before = seeScreen(session)
      // Whoever waits later is not to find the command itself.
      expectEcho(session, `${command}\n`)
      const ran = await this.inputs.admitted(() => runCommand(session, command, timeoutMs, caller.abort))
      const elapsedMs = this.clock.monotonic() - started
      if (ran.kind !== 'finished') {
        const notes = { waiting: null, timeout: 'still running', unmarked: 'no exit code is known' }
        return showSession(session, caller, { verdict: ran.verdict, note: notes[ran.kind], elapsedMs, before })
      }
      const verdict = { ...session.ready, state: 'done', exitCode: ran.command.exitCode ?? 0, evidence: [] }
      remember(caller, session)
      const output = leanOutput(ran.command.output, max)
      const text = [headLine(session, { verdict, elapsedMs }), ...(output ? [output] : [])].join('\n')
      return { text, exitCode: verdict.exitCode }
    })
  }

  act({ session: name, keys, text, until: given, timeout, see }: ActParams, caller: Caller): Promise<Answer> {
    return this.answer(caller, name, async (use) => {
      const items: readonly ScriptItem[] = parseKeyScript(keys ?? '')
      const until = parseUntil(given ?? 'ready')
      const timeoutMs = milliseconds(timeout, ACT_SECONDS)
      const session = use(await this.findOrOpen(name, caller))
      this.requireOurs(session)
      const started = this.clock.monotonic()
      const typed = `${text ?? ''}${keys ?? ''}`
      // Who types has seen the screen; who only waits may not have.
      const before = typed === '' ? undefined : seeScreen(session)
      // Who only waits may find what came since the last answer.
      const seen = typed === '' ? (caller.seen?.get(session.id)?.revision ?? null) : undefined
      const waiting = new BeforeInput(session, until, `${text ?? ''}${textOf(items)}`, seen)
      if (typed !== '') await this.inputs.admitInput(session, typistOf(caller, 'act'), typed)
      await this.inputs.admitted(() => this.type(session, text, items, caller))
      const { verdict, missed } = await waiting.wait(timeoutMs, caller.abort)
      const elapsedMs = this.clock.monotonic() - started
      const shown = showSession(session, caller, { verdict, note: missed, elapsedMs, see, before })
      return { text: shown, missed: missed !== null }
    })
  }

  look({ session: name, at = 'screen', find, lines, since }: LookParams, caller: Caller): Promise<Answer> {
    return this.answer(caller, name, async (use) => {
      const session = use(await this.findOrOpen(name, caller))
      const shown = { verdict: session.ready, elapsedMs: this.clock.monotonic() - session.lastActivityAt }
      const head = headLine(session, shown)
      if (at === 'outline') return `${head}\n${lookAtOutline(session)}`
      if (at === 'styles') return `${head}\n${lookAtStyles(session)}`
      if (at === 'history' || find !== undefined || lines !== undefined)
        return `${head}\n${lookAtHistory(session, find, lines)}`
      if (at === 'image') return { text: head, image: takePicture(session) }
      const isKnown = since !== undefined && caller.seen?.get(session.id)?.revision === since
      return showSession(session, caller, { ...shown, see: isKnown ? 'changes' : 'screen' })
    })
  }

  manage({ do: action = 'list', session: name, value }: SessionsParams, caller: Caller): Promise<Answer> {
    return this.answer(caller, name, async (use) => {
      if (action === 'list') return this.list()
      const session = name === undefined ? lastSession(this.sessions, caller) : await namedSession(this.sessions, name)
      if (!session) throw new CoreError('session-not-found', `${action} what? Name a session.`)
      use(session)
      const started = this.clock.monotonic()
      switch (action) {
        case 'close': {
          const label = shortName(session)
          const status = await this.sessions.remove(session)
          return `${label} closed${status ? ` (exit=${status.code ?? status.signal})` : ''}`
        }
        case 'signal':
          this.inputs.note(session, typistOf(caller, 'signal'), value ?? 'SIGINT')
          await session.signal(signalName(value ?? 'SIGINT'))
          break
        case 'resize': {
          const { cols, rows } = readSize(value ?? '')
          await session.resize(cols, rows)
          break
        }
        case 'handoff': {
          const ended = await handOver(session, caller.abort, this.clock)
          const elapsedMs = this.clock.monotonic() - started
          return showSession(session, caller, { verdict: session.ready, note: ended, elapsedMs })
        }
      }
      const { verdict } = await new BeforeInput(session, { type: 'ready' }, '').wait(NUDGE_MS, caller.abort)
      return showSession(session, caller, { verdict, elapsedMs: this.clock.monotonic() - started })
    })
  }

  dispose(): void {
    this.watch.dispose()
    this.memory.dispose()
    this.inputs.dispose()
  }

  private list(): string {
    const lines = this.sessions.listEverywhere().map((session) => {
      const command = [session.program, ...session.args].join(' ').slice(0, 80)
      if (!(session instanceof Session)) {
        const { cwd, cols, rows, node, exit } = session
        return `${shortName(session)} ${command} in ${cwd} ${cols}x${rows} on ${node}${exit ? ' ended' : ''}`
      }
      const { state } = session.ready
      const idle = seconds(this.clock.monotonic() - session.lastActivityAt)
      const handed = isHandedOver(session) ? ' (handed to a person)' : ''
      const exit = exitWord(session, session.ready)
      return `${shortName(session)} ${command} in ${session.currentCwd} ${session.cols}x${session.rows} ${[state, exit].filter(Boolean).join(' ')} for ${idle}${handed}`
    })
    return lines.join('\n') || 'no sessions'
  }

  private openFor(caller: Caller, params: OpenParams): Promise<Session> {
    return this.inputs.as(typistOf(caller, 'open'), () => openSession(this.sessions, this.shell, params, caller))
  }

  private async type(
    session: Session,
    text: string | undefined,
    items: readonly ScriptItem[],
    { abort }: Caller,
  ): Promise<void> {
    if (text) await session.paste(text)
    const { secretsAnywhere = false } = this.policy
    await typeKeys(session, items, { secrets: this.secrets, secretsAnywhere, abort })
  }

  private async findOrOpen(name: string | undefined, caller: Caller, find = lastSession): Promise<Session> {
    if (name !== undefined) return namedSession(this.sessions, name)
    const found = find(this.sessions, caller)
    if (found) return found
    const opened = await this.openFor(caller, {})
    await opened.settled({ timeoutMs: PROMPT_MS, abort: caller.abort })
    return opened
  }

  private requireOurs(session: Session): void {
    if (isHandedOver(session))
      throw new CoreError('conflict', 'a person is using this session: wait for it with sessions do=handoff')
  }

  /** Runs a call; a failure is answered with the screen of the session that it was about. */
  private async answer(
    caller: Caller,
    name: string | null | undefined,
    call: (use: (session: Session) => Session) => Promise<string | Answer>,
  ): Promise<Answer> {
    let session = this.sessions.find(name ?? caller.seen?.lastUsed ?? '') ?? null
    const use = (used: Session): Session => {
      if (caller.seen) caller.seen.lastUsed = used.id
      return (session = used)
    }
    try {
      const answer = await call(use)
      return this.masked(typeof answer === 'string' ? { text: answer } : answer)
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      const hint = typeof error.data.hint === 'string' ? `. ${error.data.hint}` : ''
      const shown = session && showSession(session, caller, { verdict: session.ready, elapsedMs: 0 })
      return this.masked({
        text: [`error: ${error.message}${hint}`, ...(shown ? [shown] : [])].join('\n'),
        isError: true,
      })
    }
  }

  private masked(answer: Answer): Answer {
    return this.redactor ? { ...answer, text: this.redactor.redact(answer.text) } : answer
  }
}

function typistOf({ name, abort }: Caller, tool: string): Typist {
  return { name, tool, abort }
}

function milliseconds(seconds: number | undefined, otherwise: number): number {
  const given = seconds ?? otherwise
  if (given >= 0 && given <= MAX_SECONDS) return given * 1000
  throw new CoreError('invalid-params', `timeout is in seconds, from 0 to ${MAX_SECONDS}, not ${given}`)
}

function signalName(value: string): string {
  const name = value.toUpperCase()
  return name.startsWith('SIG') ? name : `SIG${name}`
}
