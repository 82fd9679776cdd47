import { describe, expect, test } from 'vitest'
import { type Facts, nothingKnown } from './kernel/facts.js'
import type { ProcessFacts } from './kernel/group.js'
import type { ThreadCall } from './kernel/thread-call.js'
import { type Circumstances, judge } from './verdict.js'

const call = (name: ThreadCall['name'], on: ThreadCall['on'] = [], timerMs: number | null = null): ThreadCall => ({
  name,
  on,
  links: [],
  timerMs,
})

const onTerminal = call('read', ['terminal'])

function process(command: string, ...calls: (ThreadCall | 'running' | null)[]): ProcessFacts {
  return { pid: 7, command, state: 'S', runs: 1, threads: calls.map((one, id) => ({ id, call: one })) }
}

const raw = { canonical: false, echo: false }
const lines = { canonical: true, echo: true }

function facts(processes: readonly ProcessFacts[], more: Partial<Facts> = {}): Facts {
  return { ...nothingKnown, group: 7, lineMode: raw, unreadInput: false, unreadOutput: false, processes, ...more }
}

const quiet: Circumstances = {
  exit: null,
  held: false,
  inputQueued: false,
  mark: null,
  secondary: false,
  entered: false,
  lastExitCode: null,
  frameOpen: false,
  progress: false,
  attention: null,
  quietMs: 5,
  paintsByItself: false,
  cursorCol: 3,
  isShell: () => false,
}
const shell: Circumstances = { ...quiet, mark: 'input', lastExitCode: 4, isShell: () => true }

function verdict(seen: Facts, about: Partial<Circumstances> = {}): string {
  const { state, confidence } = judge(seen, { ...quiet, ...about })
  return `${state} ${confidence}`
}

describe('a program that waits', () => {
  test('for keys, lines and secrets', () => {
    expect(verdict(facts([process('vim', onTerminal)]))).toBe('key-input 0.98')
    expect(verdict(facts([process('cat', onTerminal)], { lineMode: lines }))).toBe('line-input 0.98')
    expect(verdict(facts([process('cat', onTerminal)], { lineMode: lines }), { cursorCol: 0 })).toBe('line-input 0.95')
    const secret = judge(facts([process('su', onTerminal)], { lineMode: { canonical: true, echo: false } }), quiet)
    expect(secret).toMatchObject({ state: 'secret-input', confidence: 0.99, secret: true, pid: 7, command: 'su' })
  })

  test('and for other things as well is less sure', () => {
    expect(verdict(facts([process('vim', call('poll', ['terminal', 'socket']))]))).toBe('key-input 0.85')
    expect(verdict(facts([process('node', onTerminal, call('epoll_wait', [], 100))]))).toBe('key-input 0.85')
    const sleeper = process('python3', call('clock_nanosleep', [], 2000), onTerminal)
    expect(verdict(facts([sleeper], { lineMode: lines }))).toBe('line-input 0.85')
  })

  test('at the prompt of a shell, with what the last command ended with', () => {
    expect(judge(facts([process('bash', onTerminal)]), shell)).toMatchObject({
      state: 'prompt',
      confidence: 0.99,
      exitCode: 4,
    })
    expect(verdict(facts([process('bash', onTerminal)]), { ...shell, entered: true })).toBe('continuation 0.9')
    const inPane = facts([process('bash', onTerminal)], { unreadOutput: null })
    expect(verdict(inPane, { ...shell, entered: true })).toBe('continuation 0.7')
    expect(verdict(facts([process('bash', onTerminal)]), { ...shell, secondary: true })).toBe('continuation 0.9')
    expect(verdict(facts([process('bash', onTerminal), process('make', 'running')]), shell)).toBe('prompt 0.99')
  })

  test('through another terminal: only once it is quiet', () => {
    const ssh = facts([process('ssh', call('poll', ['terminal', 'socket']))])
    expect(verdict(ssh)).toBe('busy 0.7')
    expect(verdict(ssh, { quietMs: 300 })).toBe('key-input 0.7')
    expect(verdict(ssh, { mark: 'input' })).toBe('prompt 0.85')
    const spawned = facts([process('python3', call('select', ['terminal', 'other-terminal']))])
    expect(verdict(spawned)).toBe('busy 0.7')
    expect(verdict(facts([process('tmux: client', call('poll', ['socket']))]), { quietMs: 300 })).toBe('key-input 0.7')
  })
})

describe('a program that does not', () => {
  test('because it works, or has not read what was typed', () => {
    expect(verdict(facts([process('cc', 'running')]))).toBe('busy 0.95')
    expect(verdict(facts([process('sleep', call('nanosleep', [], 1e5))]))).toBe('busy 0.95')
    expect(verdict(facts([process('vim', onTerminal), process('git', 'running')]))).toBe('busy 0.95')
    expect(verdict(facts([process('vim', onTerminal)], { unreadInput: true }))).toBe('busy 0.9')
    expect(verdict(facts([process('vim', onTerminal)], { unreadOutput: true }))).toBe('busy 0.9')
    expect(verdict(facts([process('vim', onTerminal)], { moved: [7] }))).toBe('busy 0.9')
    expect(verdict(facts([process('vim', onTerminal)]), { inputQueued: true })).toBe('busy 0.9')
    expect(verdict(facts([process('vim', onTerminal)]), { frameOpen: true })).toBe('busy 0.9')
    expect(verdict(facts([process('npm', onTerminal)]), { progress: true })).toBe('busy 0.8')
    expect(verdict(facts([]))).toBe('busy 0.9')
  })

  test('because it animates', () => {
    const spinner = facts([process('npm', call('epoll_wait', ['terminal'], 80))])
    expect(verdict(spinner)).toBe('animating 0.9')
    expect(verdict(spinner, { quietMs: 600 })).toBe('key-input 0.85')
    const other = facts([process('gum', onTerminal, call('epoll_wait', [], 80))])
    expect(verdict(other, { paintsByItself: true })).toBe('animating 0.9')
  })

  test('because it is stopped, held back, stuck or over', () => {
    const stopped = { ...process('vim', onTerminal), state: 'T' }
    expect(verdict(facts([stopped]))).toBe('stopped 1')
    expect(verdict(facts([stopped], { leaderRuns: true }))).toBe('busy 0.9')
    expect(verdict(facts([process('yes', 'running')], { unreadOutput: true }), { held: true })).toBe('blocked-output 1')
    expect(verdict(facts([process('cat', onTerminal)]), { held: true })).toBe('key-input 0.98')
    expect(verdict(facts([process('cat', call('write', ['terminal']))]))).toBe('blocked-output 0.9')
    const pipe = facts([process('cat', call('read', ['pipe']))], { lonely: [7] })
    expect(verdict(pipe)).toBe('busy 0.95')
    expect(verdict(pipe, { quietMs: 10_000 })).toBe('stuck 0.8')
    const exit = { code: 3, signal: null }
    expect(judge(nothingKnown, { ...quiet, exit })).toMatchObject({ state: 'exited', confidence: 1, exitCode: 3 })
  })
})

test('that it asked for attention is in the evidence', () => {
  const { evidence } = judge(facts([process('make', onTerminal)]), { ...quiet, attention: 'bell' })
  expect(evidence).toContainEqual({ fact: 'attention', value: 'bell' })
})

describe('where facts are missing', () => {
  test('marks decide, then silence', () => {
    expect(verdict(nothingKnown)).toBe('busy 0.5')
    expect(verdict(nothingKnown, { quietMs: 300 })).toBe('quiet 0.5')
    expect(verdict(nothingKnown, { quietMs: 300, mark: 'output' })).toBe('busy 0.7')
    expect(verdict(nothingKnown, { mark: 'input' })).toBe('prompt 0.9')
    expect(verdict(nothingKnown, { mark: 'input', entered: true })).toBe('busy 0.5')
  })

  test('a secret is one all the same', () => {
    const hidden = facts([process('su', null)], { lineMode: { canonical: true, echo: false } })
    expect(verdict(hidden)).toBe('secret-input 0.9')
    expect(verdict(facts([process('su', null)], { lineMode: lines }), { quietMs: 300 })).toBe('quiet 0.5')
  })

  test('what is missing is in the evidence', () => {
    const { evidence } = judge({ ...nothingKnown, missing: ['line mode'] }, quiet)
    expect(evidence).toContainEqual({ fact: 'not known', value: 'line mode' })
  })
})
