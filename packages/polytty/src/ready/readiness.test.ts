import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { type Facts, type LookFurther, nothingKnown } from './kernel/facts.js'
import type { ProcessFacts } from './kernel/group.js'
import { Readiness } from './readiness.js'
import type { Circumstances } from './verdict.js'

const waits: ProcessFacts = {
  pid: 7,
  command: 'vim',
  state: 'S',
  runs: 1,
  threads: [{ id: 7, call: { name: 'read', on: ['terminal'], links: [], timerMs: null } }],
}
const works: ProcessFacts = { ...waits, command: 'cc', state: 'R', threads: [{ id: 7, call: 'running' }] }

/** A program that is what the test says. */
function setUp() {
  const clock = new ManualClock()
  const state = {
    process: works,
    outputAt: 0,
    exit: null as Circumstances['exit'],
    looks: 0,
    deepLooks: 0,
    lonely: false,
    listens: false,
  }
  const facts = ({ sockets, everyone: deep }: LookFurther): Facts => {
    state.looks++
    if (deep) state.deepLooks++
    return {
      ...nothingKnown,
      group: 7,
      lineMode: { canonical: false, echo: false },
      unreadInput: false,
      unreadOutput: false,
      processes: [state.process],
      lonely: deep && state.lonely ? [7] : null,
      listening: sockets && state.listens ? ['port 3000'] : null,
    }
  }
  const readiness = new Readiness(
    {
      gather: facts,
      circumstances: () => ({
        exit: state.exit,
        held: false,
        inputQueued: false,
        mark: null,
        secondary: false,
        entered: false,
        lastExitCode: null,
        frameOpen: false,
        progress: false,
        attention: null,
        quietMs: clock.monotonic() - state.outputAt,
        cursorCol: 0,
        isShell: () => false,
      }),
      promptText: () => '',
    },
    clock,
  )
  const print = (bytes = 10) => {
    state.outputAt = clock.monotonic()
    readiness.noteOutput(bytes)
  }
  return { clock, state, readiness, print }
}

test('nothing is looked at while no one asks, nor after the answer', async () => {
  const { clock, state, readiness, print } = setUp()
  print()
  readiness.noteInput()
  expect([state.looks, clock.pending]).toEqual([0, 0])
  state.process = waits
  expect((await readiness.settled()).state).toBe('key-input')
  expect(clock.pending).toBe(0)
  const { looks } = state
  print()
  clock.advance(60_000)
  expect(state.looks).toBe(looks)
})

test('looks come soon at first, then ever less often, until the program waits', async () => {
  const { clock, state, readiness } = setUp()
  const settled = readiness.settled({ timeoutMs: 100_000 })
  clock.advance(120)
  expect(state.looks).toBeGreaterThanOrEqual(9)
  const early = state.looks
  clock.advance(60_000)
  expect(state.looks - early).toBeLessThan(150)
  state.process = waits
  clock.advance(1000)
  expect((await settled).state).toBe('key-input')
  expect(clock.pending).toBe(0)
})

test('a flood costs a look now and then', () => {
  const { clock, state, readiness, print } = setUp()
  void readiness.settled({ timeoutMs: 100_000 })
  for (let i = 0; i < 10_000; i++) {
    print()
    clock.advance(0.1)
  }
  expect(state.looks).toBeLessThan(30)
})

test('at the timeout, and when the wait is given up, the verdict is what is so then', async () => {
  const { clock, readiness } = setUp()
  const late = readiness.settled({ timeoutMs: 50 })
  clock.advance(50)
  expect((await late).state).toBe('busy')
  const abort = new AbortController()
  const given = readiness.settled({ abort: abort.signal })
  abort.abort()
  expect((await given).state).toBe('busy')
  expect((await readiness.settled({ abort: abort.signal })).state).toBe('busy')
  expect(clock.pending).toBe(0)
})

test('other states can be waited for, also when it waits already', async () => {
  const { clock, state, readiness, print } = setUp()
  state.process = waits
  const busy = readiness.settled({ states: ['busy'], timeoutMs: 100_000 })
  clock.advance(1000)
  state.process = works
  print()
  clock.advance(1)
  expect((await busy).state).toBe('busy')
})

test('listeners are notified of changes, with the time of the first', () => {
  const { clock, state, readiness, print } = setUp()
  const seen: [string, number][] = []
  const listening = readiness.onChange.on(({ state: name, since }) => seen.push([name, since - clock.now()]))
  readiness.watch()
  clock.advance(100)
  state.process = waits
  clock.advance(100)
  print()
  clock.advance(100)
  state.exit = { code: 0, signal: null }
  readiness.noteExit()
  expect(seen).toEqual([
    ['busy', 0],
    ['key-input', 0],
    ['exited', 0],
  ])
  listening.dispose()
  clock.advance(10_000)
  expect(clock.pending).toBe(0)
})

test('what is stuck is found by one deep look, and stays so until something happens', async () => {
  const { clock, state, readiness, print } = setUp()
  state.process = {
    ...waits,
    threads: [{ id: 7, call: { name: 'read', on: ['pipe'], links: ['pipe:[1]'], timerMs: null } }],
  }
  state.lonely = true
  const stuck = readiness.settled({ states: ['stuck'], timeoutMs: 100_000 })
  clock.advance(20_000)
  expect((await stuck).evidence.map(({ fact }) => fact)).toContain('pipe')
  expect(readiness.look().state).toBe('stuck')
  expect(state.deepLooks).toBe(1)
  print()
  expect(readiness.look().state).toBe('busy')
})

test('a server that listens has answered, for those who want to know', async () => {
  const { clock, state, readiness, print } = setUp()
  state.process = {
    ...waits,
    command: 'node',
    threads: [{ id: 7, call: { name: 'epoll_wait', on: ['socket'], links: [], timerMs: null } }],
  }
  state.listens = true
  print()
  const serving = readiness.settled({ orServing: true, timeoutMs: 100_000 })
  const answered = readiness.settled({ timeoutMs: 5000 })
  clock.advance(1000)
  expect((await serving).evidence).toContainEqual({ fact: 'listens on', value: 'port 3000' })
  expect(readiness.look().evidence).toContainEqual({ fact: 'listens on', value: 'port 3000' })
  clock.advance(5000)
  expect((await answered).state).toBe('busy')
})

test('a program that prints without end has answered, for those who want to know', async () => {
  const { clock, readiness, print } = setUp()
  const printFor = (ms: number, bytes: number): void => {
    for (let at = 0; at < ms; at += 10) {
      print(bytes)
      clock.advance(10)
    }
  }
  const ended: string[] = []
  const wait = (name: string, orFlooding: boolean): void =>
    void readiness.settled({ orFlooding, timeoutMs: 100_000 }).then(() => ended.push(name))
  wait('flood', true)
  wait('other', false)
  // Much at once is none, nor is little for long.
  print(1_000_000)
  clock.advance(5000)
  printFor(3000, 100)
  await Promise.resolve()
  expect(ended).toEqual([])
  printFor(2500, 4000)
  await Promise.resolve()
  expect(ended).toEqual(['flood'])
  // What is typed may end it: the answer is waited for again.
  readiness.noteInput()
  wait('typed', true)
  printFor(500, 4000)
  await Promise.resolve()
  expect(ended).toEqual(['flood'])
})
