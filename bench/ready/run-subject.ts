/** Takes a program through its moments and says what the verdict was at each. */

import {
  type Facts,
  judge,
  nothingKnown,
  type ReadyState,
  type Verdict,
} from '../../packages/polytty/dist/ready/index.js'
import type { Session } from '../../packages/polytty/dist/session/index.js'
import { SessionRegistry } from '../../packages/polytty/dist/session/index.js'
import { inputStates, type Moment, type Subject } from './moment.js'

export interface Judged {
  readonly subject: string
  readonly moment: string
  readonly expected: readonly ReadyState[]
  readonly verdict: Verdict
  /** With a fact taken away, by its name. */
  readonly without: Readonly<Record<string, Pick<Verdict, 'state' | 'confidence'>>>
  /** Why it is wrong; null if it is right. */
  readonly wrong: string | null
  /** From the last output to the verdict, where the program waits for its user. */
  readonly settledMs: number | null
  /** The program printed something afterwards, though nothing was typed. */
  readonly early: boolean
}

/** How long a program gets to come to a moment, and how long it is watched where it is at work. */
const PATIENCE_MS = 20_000
const WATCH_MS = 250

export async function runSubject(subject: Subject): Promise<Judged[]> {
  const sessions = new SessionRegistry()
  try {
    const { program, args, env, marks } = subject
    const session = await sessions.create({
      program,
      args,
      env: { TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env },
      shellIntegration: marks ?? false,
    })
    const judged: Judged[] = []
    for (const moment of subject.moments) judged.push(await judgeMoment(session, subject, moment))
    return judged
  } finally {
    await sessions.dispose({ graceMs: 0 })
  }
}

async function judgeMoment(session: Session, subject: Subject, moment: Moment): Promise<Judged> {
  const since = session.transcript.end
  const first = subject.moments[0] === moment
  if (moment.type !== undefined) await session.write(moment.type)
  if (moment.after !== undefined) {
    const matcher = { type: 'regex', pattern: moment.after, source: 'transcript', since: first ? 0 : since } as const
    const { kind } = await session.wait(matcher, { timeoutMs: PATIENCE_MS })
    if (kind !== 'matched')
      throw new Error(`${subject.name}, ${moment.name}: ${kind}; ${session.transcript.read(since)}`)
  }
  const expected = [moment.is].flat()
  const waits = expected.some((state) => inputStates.has(state) || state === 'exited' || state === 'stopped')
  const verdict = await session.settled({ timeoutMs: waits ? PATIENCE_MS : WATCH_MS })
  const settledMs = inputStates.has(verdict.state) ? performance.now() - session.outputAt : null
  const { reads } = session
  const without = takeAway(session)
  return {
    subject: subject.name,
    moment: moment.name,
    expected,
    verdict,
    without,
    wrong: findWrong(verdict, moment, expected),
    settledMs,
    early: settledMs !== null && verdict.confidence >= 0.9 && (await printsMore(session, reads)),
  }
}

function findWrong(verdict: Verdict, { exitCode }: Moment, expected: readonly ReadyState[]): string | null {
  if (!expected.includes(verdict.state))
    return `is ${verdict.state} (${verdict.confidence}): ${verdict.evidence.map(({ value }) => value).join('; ')}`
  if (exitCode !== undefined && verdict.exitCode !== exitCode) return `exit code ${verdict.exitCode}`
  return null
}

/** A claim that the program waits for its user, though it does not. */
export function isFalse(
  { state, confidence }: Pick<Verdict, 'state' | 'confidence'>,
  expected: readonly ReadyState[],
): boolean {
  return inputStates.has(state) && confidence >= 0.9 && !expected.some((one) => inputStates.has(one))
}

/** All that is wrong about what was said of a program, in words. */
export function faults(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ moment, expected, verdict, wrong, early, without }) => [
    ...(wrong ? [`${moment}: expected ${expected.join(' or ')}, ${wrong}`] : []),
    ...(isFalse(verdict, expected) ? [`${moment}: does not wait for its user`] : []),
    ...(early ? [`${moment}: printed more after its answer point`] : []),
    ...Object.entries(without)
      .filter(([, less]) => isFalse(less, expected))
      .map(([fact, { state, confidence }]) => `${moment}: ${state} at ${confidence} without ${fact}`),
  ])
}

const WATCHED_MS = 40

async function printsMore(session: Session, reads: number): Promise<boolean> {
  await session.wait({ type: 'changed', since: session.revision }, { timeoutMs: WATCHED_MS })
  return session.reads > reads && !session.exited
}

const lacks: Readonly<Record<string, (facts: Facts) => Facts>> = {
  'line mode': (facts) => ({ ...facts, lineMode: null }),
  'unread input': (facts) => ({ ...facts, unreadInput: null }),
  'unread output': (facts) => ({ ...facts, unreadOutput: null }),
  'system calls': (facts) => ({
    ...facts,
    processes:
      facts.processes?.map((process) => ({
        ...process,
        threads: process.threads.map(({ id, call }) => ({ id, call: call === 'running' ? call : null })),
      })) ?? null,
  }),
  processes: (facts) => ({ ...facts, processes: null }),
  'the C library': (facts) => ({ ...facts, lineMode: null, unreadInput: null, unreadOutput: null }),
  everything: () => nothingKnown,
}

function takeAway(session: Session): Judged['without'] {
  const source = session.readiness.source
  const facts = source.gather({})
  const about = { ...source.circumstances(), paintsByItself: false }
  return Object.fromEntries(
    Object.entries(lacks).map(([name, without]) => {
      const { state, confidence } = judge(without(facts), about)
      return [name, { state, confidence }]
    }),
  )
}
