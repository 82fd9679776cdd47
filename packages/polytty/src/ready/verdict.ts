/**
 * What the facts mean: whether the program waits for its user, and for what. A pure function; the first row of its table
 * that holds decides. It states what is so and why, and never what to do about it.
 */
import type { Facts } from './kernel/facts.js'
import type { ProcessFacts } from './kernel/group.js'
import { running, type ThreadCall } from './kernel/thread-call.js'

export const readyStates = [
  ...(['exited', 'stopped', 'prompt', 'continuation', 'secret-input', 'line-input', 'key-input'] as const),
  ...(['animating', 'busy', 'blocked-output', 'stuck', 'quiet'] as const),
] as const

export type ReadyState = (typeof readyStates)[number]

export interface Evidence {
  readonly fact: string
  readonly value: string
}

/** What was decided at one moment. */
export interface Judgement {
  readonly state: ReadyState
  /** From 0 to 1: how sure that is. */
  readonly confidence: number
  /** Whether what is typed would not be shown, as with a password. */
  readonly secret: boolean
  readonly evidence: readonly Evidence[]
  /** The process that it is about: the one that waits or works. */
  readonly pid: number | null
  readonly command: string | null
  /** Of the program for `exited`, of the last command for `prompt`; null where it is not known, or a signal ended it. */
  readonly exitCode: number | null
}

/** What is known besides, from the terminal's output and our own doing. */
export interface Circumstances {
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null
  /** We do not read the program's output at this moment. */
  readonly held: boolean
  /** Bytes were typed that the kernel has not taken yet. */
  readonly inputQueued: boolean
  /** The last mark of a shell; null where there was none. */
  readonly mark: 'prompt' | 'input' | 'output' | 'finished' | null
  /** The mark is of a secondary prompt. */
  readonly secondary: boolean
  /** A line was entered since the mark. */
  readonly entered: boolean
  readonly lastExitCode: number | null
  readonly frameOpen: boolean
  /** The program reports progress (OSC 9;4). */
  readonly progress: boolean
  /** How it has asked for attention since something was last typed: a bell, or the text of a notification. */
  readonly attention: string | null
  /** Since something was last typed or printed. */
  readonly quietMs: number
  /** The program has painted while nothing was typed, a moment ago. */
  readonly paintsByItself: boolean
  readonly cursorCol: number
  readonly isShell: (pid: number) => boolean
}

/** A timer that is shorter is one of an animation. */
const SHORT_TIMER_MS = 250
/** How long output must have been silent where nothing else is known. */
const QUIET_MS = 250
/** A program that is silent for so long may be a server. */
export const SERVES_MS = 200
const LISTENS = 'listens on'

/** Whether a program waits for nothing but connections: it is busy, and stays so. */
export function isServing({ evidence }: Pick<Judgement, 'evidence'>): boolean {
  return evidence.some(({ fact }) => fact === LISTENS)
}

/** A program that does not move for so long may be stuck. */
export const STUCK_MS = 10_000

/** Programs that pass on what another terminal shows: they wait for input whatever happens there. */
const relays = new Set([
  ...['ssh', 'mosh-client', 'telnet', 'docker', 'podman', 'nerdctl', 'kubectl', 'lxc', 'machinectl', 'script', 'sudo'],
  ...['su', 'doas', 'screen', 'tmux', 'tmux: client', 'minicom', 'picocom', 'socat'],
])

export function judge(facts: Facts, about: Circumstances): Judgement {
  const secret = facts.lineMode?.canonical === true && !facts.lineMode.echo
  const verdict = (
    state: ReadyState,
    confidence: number,
    evidence: readonly Evidence[],
    who: ProcessFacts | null = null,
  ): Judgement => ({
    state,
    confidence,
    secret,
    evidence: [
      ...evidence,
      ...(about.attention === null ? [] : [{ fact: 'attention', value: about.attention }]),
      ...facts.missing.map((value) => ({ fact: 'not known', value })),
    ],
    pid: who?.pid ?? null,
    command: who?.command ?? null,
    exitCode: state === 'exited' ? (about.exit?.code ?? null) : state === 'prompt' ? about.lastExitCode : null,
  })
  if (about.exit) return verdict('exited', 1, [exitEvidence(about.exit)])
  const { processes } = facts
  if (!processes || processes.length === 0) return withoutProcesses(facts, about, verdict)

  const stopped = processes.find(({ state }) => state === 'T')
  if (stopped && !facts.leaderRuns && processes.every(({ state }) => state === 'T'))
    return verdict('stopped', 1, [{ fact: 'process state', value: 'stopped by a signal' }], stopped)
  if (about.held && facts.unreadOutput !== false) return verdict('blocked-output', 1, [heldBack])

  // What a shell has left running beside it does not keep it from its prompt.
  const shell = atPrompt(facts, about, processes)
  if (shell) return withReader(shell, facts, about, verdict)
  const worker = processes.find(isWorking)
  if (worker) return verdict('busy', 0.95, [working(worker)], worker)
  const reader = findReader(processes)
  if (facts.moved.length > 0 || facts.leaderRuns)
    return verdict('busy', 0.9, [{ fact: 'processes', value: 'one ran just now' }])
  if (about.inputQueued || facts.unreadInput)
    return verdict('busy', 0.9, [{ fact: 'typed input', value: 'not read yet' }], reader?.process)
  if (facts.unreadOutput) return verdict('busy', 0.9, [{ fact: 'output', value: 'not shown yet' }], reader?.process)
  if (about.frameOpen)
    return verdict('busy', 0.9, [{ fact: 'synchronized output', value: 'a frame is open' }], reader?.process)
  if (!reader) return withoutReader(facts, about, processes, verdict)
  return withReader(reader, facts, about, verdict)
}

/** A shell that has marked its prompt and waits for a command. */
function atPrompt(facts: Facts, about: Circumstances, processes: readonly ProcessFacts[]): Reader | null {
  if (about.mark !== 'input' || about.entered || about.inputQueued || facts.unreadInput || facts.unreadOutput)
    return null
  const reader = findReader(processes)
  if (!reader || isWorking(reader.process) || facts.moved.includes(reader.process.pid)) return null
  return about.isShell(reader.process.pid) ? reader : null
}

type Give = (
  state: ReadyState,
  confidence: number,
  evidence: readonly Evidence[],
  who?: ProcessFacts | null,
) => Judgement

interface Reader {
  readonly process: ProcessFacts
  readonly call: ThreadCall
  /** The shortest timer of any other thread in the group. */
  readonly otherTimerMs: number | null
  /** Something else than the terminal may wake it. */
  readonly hasSockets: boolean
  /** Another of its threads sleeps until a time that it has chosen: it has something to do then. */
  readonly sleeps: boolean
}

function withReader(reader: Reader, facts: Facts, about: Circumstances, give: Give): Judgement {
  const { process, call, otherTimerMs, hasSockets } = reader
  const { timerMs } = call
  const waits = { fact: 'system call', value: `${process.command} waits in ${describeCall(call)}` }
  const mode = facts.lineMode
  const modeEvidence = mode ? [{ fact: 'line mode', value: describeMode(mode) }] : []
  const isShell = about.isShell(process.pid)
  if (isShell && about.mark === 'input' && !about.entered) {
    const marked = { fact: 'shell mark', value: 'prompt shown, no command entered' }
    return about.secondary
      ? give('continuation', 0.9, [marked, waits], process)
      : give('prompt', 0.99, [marked, waits], process)
  }
  if (isShell && about.mark === 'input')
    return give(
      'continuation',
      // Where the output of a pane comes by another terminal, the mark of a line that was run may be on its way.
      facts.unreadOutput === null ? 0.7 : 0.9,
      [{ fact: 'shell mark', value: 'a line was entered, none was run' }, waits],
      process,
    )
  if (mode?.canonical && !mode.echo) return give('secret-input', 0.99, [...modeEvidence, waits], process)
  if (mode?.canonical && call.name === 'read' && !reader.sleeps) {
    const asks = about.cursorCol > 0
    return give('line-input', asks ? 0.98 : 0.95, [...modeEvidence, waits], process)
  }
  if (isRelay(process) || call.on.includes('other-terminal')) return relayed(process, waits, about, give)
  const ticks = isShort(timerMs) || (isShort(otherTimerMs) && about.paintsByItself)
  if (ticks && about.quietMs < 2 * SHORT_TIMER_MS)
    return give('animating', 0.9, [waits, ...timerEvidence(reader)], process)
  if (about.progress) return give('busy', 0.8, [{ fact: 'progress', value: 'reported by the program' }, waits], process)
  const others = [
    ...(hasSockets ? [{ fact: 'also waits for', value: 'a socket' }] : []),
    ...(reader.sleeps ? [{ fact: 'another thread', value: 'sleeps for a time' }] : []),
    ...timerEvidence(reader),
  ]
  const evidence = [...modeEvidence, waits, ...others]
  if (mode?.canonical) return give('line-input', others.length > 0 ? 0.85 : 0.95, evidence, process)
  return give('key-input', others.length > 0 || mode === null ? 0.85 : 0.98, evidence, process)
}

function isShort(timerMs: number | null): timerMs is number {
  return timerMs !== null && timerMs < SHORT_TIMER_MS
}

/** Timers that may make it paint before anything is typed. */
function timerEvidence({ call, otherTimerMs }: Reader): Evidence[] {
  const timers = [call.timerMs, otherTimerMs].filter(isShort)
  return timers.map((timerMs) => ({ fact: 'timer', value: `${Math.round(timerMs)} ms` }))
}

/** What passes on another terminal always waits for both sides: only what is shown decides. */
function relayed(process: ProcessFacts, waits: Evidence, about: Circumstances, give: Give): Judgement {
  const relay = { fact: 'relay', value: `${process.command} shows another terminal` }
  if (about.mark === 'input' && !about.entered)
    return give('prompt', 0.85, [relay, { fact: 'shell mark', value: 'prompt shown, no command entered' }], process)
  if (about.mark === 'output')
    return give('busy', 0.7, [relay, { fact: 'shell mark', value: 'a command runs' }], process)
  return give(about.quietMs >= QUIET_MS ? 'key-input' : 'busy', 0.7, [relay, waits, quietEvidence(about)], process)
}

/** All sleep, and none of them until something is typed. */
function withoutReader(facts: Facts, about: Circumstances, processes: readonly ProcessFacts[], give: Give): Judgement {
  const hidden = processes.find(({ threads }) => threads.some(({ call }) => call === null || waitsUnknown(call)))
  const mode = facts.lineMode
  if (hidden) {
    const state = { fact: 'process state', value: `${hidden.command} sleeps; where cannot be seen` }
    if (mode?.canonical && !mode.echo) return give('secret-input', 0.9, [describeSecret, state], hidden)
    return fromMarksOrSilence(about, give, [state], hidden)
  }
  const relay = processes.find(isRelay)
  if (relay) return relayed(relay, working(relay), about, give)
  const writer = findCall(processes, (call) => call.name === 'write' && call.on.includes('terminal'))
  if (writer) {
    const value = `${writer.process.command} waits to write to the terminal`
    return give('blocked-output', 0.9, [{ fact: 'system call', value }], writer.process)
  }
  const stuck = about.quietMs >= STUCK_MS && processes.find(({ pid }) => facts.lonely?.includes(pid))
  if (stuck) {
    const lonely = { fact: 'pipe', value: 'no other process holds its other end' }
    return give('stuck', 0.8, [working(stuck), lonely, quietEvidence(about)], stuck)
  }
  const serves = facts.listening?.map((value) => ({ fact: LISTENS, value })) ?? []
  const [first] = [...processes].sort((a, b) => Number(isWaitingForChild(a)) - Number(isWaitingForChild(b)))
  const unread = { fact: 'terminal', value: 'no process reads from it' }
  return give('busy', 0.95, [working(first), ...serves, unread], first)
}

function withoutProcesses(facts: Facts, about: Circumstances, give: Give): Judgement {
  if (about.held && facts.unreadOutput !== false) return give('blocked-output', 1, [heldBack])
  // A group whose last process has ended is about to be replaced by the shell's.
  if (facts.processes) return give('busy', 0.9, [{ fact: 'foreground', value: 'its last process has just ended' }])
  if (about.inputQueued || facts.unreadInput) return give('busy', 0.9, [{ fact: 'typed input', value: 'not read yet' }])
  const mode = facts.lineMode
  if (mode?.canonical && !mode.echo && about.quietMs >= QUIET_MS)
    return give('secret-input', 0.9, [describeSecret, quietEvidence(about)])
  return fromMarksOrSilence(about, give, [], null)
}

function fromMarksOrSilence(
  about: Circumstances,
  give: Give,
  evidence: readonly Evidence[],
  who: ProcessFacts | null,
): Judgement {
  const quiet = [...evidence, quietEvidence(about)]
  if (about.mark === 'input' && !about.entered) {
    const marked = [{ fact: 'shell mark', value: 'prompt shown, no command entered' }, ...evidence]
    return give(about.secondary ? 'continuation' : 'prompt', about.secondary ? 0.85 : 0.9, marked, who)
  }
  if (about.mark === 'output')
    return give('busy', 0.7, [{ fact: 'shell mark', value: 'a command runs' }, ...quiet], who)
  if (about.quietMs < QUIET_MS || about.frameOpen) return give('busy', 0.5, quiet, who)
  return give('quiet', 0.5, quiet, who)
}

const heldBack: Evidence = { fact: 'output', value: 'not read: a client has fallen behind' }
const describeSecret: Evidence = { fact: 'line mode', value: 'whole lines, not shown' }

function quietEvidence({ quietMs }: Circumstances): Evidence {
  return { fact: 'silent', value: `for ${Math.round(quietMs)} ms` }
}

function exitEvidence({ code, signal }: NonNullable<Circumstances['exit']>): Evidence {
  return signal ? { fact: 'signal', value: signal } : { fact: 'exit code', value: String(code) }
}

function describeMode({ canonical, echo }: NonNullable<Facts['lineMode']>): string {
  return `${canonical ? 'whole lines' : 'every key'}, ${echo ? 'shown' : 'not shown'}`
}

function describeCall({ name, on, timerMs }: ThreadCall): string {
  const timer = timerMs === null ? '' : `, at most ${Math.round(timerMs)} ms`
  return `${name}${on.length > 0 ? ` on ${on.join(', ')}` : ''}${timer}`
}

/** The process that waits to read from the terminal. */
function findReader(processes: readonly ProcessFacts[]): Reader | null {
  const found = findCall(processes, (call) => call.on.includes('terminal') && call.name !== 'write')
  if (!found) return null
  const timers = processes
    .flatMap(callsOf)
    .map((call) => (call === found.call ? null : call.timerMs))
    .filter((timer) => timer !== null)
  return {
    ...found,
    otherTimerMs: timers.length > 0 ? Math.min(...timers) : null,
    hasSockets: callsOf(found.process).some(({ on }) => on.includes('socket')),
    sleeps: callsOf(found.process).some(({ name }) => name === 'nanosleep' || name === 'clock_nanosleep'),
  }
}

function findCall(
  processes: readonly ProcessFacts[],
  matches: (call: ThreadCall) => boolean,
): { readonly process: ProcessFacts; readonly call: ThreadCall } | null {
  for (const process of processes) for (const call of callsOf(process)) if (matches(call)) return { process, call }
  return null
}

function callsOf({ threads }: ProcessFacts): ThreadCall[] {
  return threads.map(({ call }) => call).filter((call) => call !== null && call !== running)
}

function waitsUnknown(call: ThreadCall | typeof running): boolean {
  return call !== running && call.on.includes('unknown')
}

/** One of its threads runs, or will go on by itself. */
function isWorking({ state, threads }: ProcessFacts): boolean {
  return state === 'R' || state === 'D' || threads.some(({ call }) => call === running)
}

function isWaitingForChild(process: ProcessFacts): boolean {
  return callsOf(process).some(({ name }) => name === 'wait4' || name === 'waitid')
}

function isRelay({ command }: ProcessFacts): boolean {
  return relays.has(command)
}

function working(process: ProcessFacts): Evidence {
  const { command, state, threads } = process
  if (threads.some(({ call }) => call === running)) return { fact: 'process', value: `${command} runs` }
  if (state === 'D') return { fact: 'process', value: `${command} waits for a disk` }
  const call = callsOf(process)[0]
  return { fact: 'system call', value: call ? `${command} is in ${describeCall(call)}` : `${command} is at work` }
}
