import { CharacterPairs, Terminal } from '@polytty/terminal'
import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Emitter } from '../base/emitter.js'
import { cause } from './condition.js'
import type { Matcher, WaitOutcome, WaitView } from './matcher.js'
import { type WaitOptions, Waits } from './waits.js'

/** A session without a program: the test is the program. */
class Harness implements WaitView {
  readonly clock = new ManualClock()
  readonly terminal = new Terminal({ cols: 20, rows: 5, trackCells: true })
  readonly waits = new Waits(this, this.clock)
  exited = false
  screenChangedAt = 0
  outputAt = 0
  snapshots = 0
  settled: { state: string } | null = null
  private printed = ''

  get revision(): number {
    return this.terminal.revision
  }

  get transcript() {
    const { printed } = this
    return { start: 0, end: printed.length, read: (since = 0) => printed.slice(since) }
  }

  snapshot() {
    this.snapshots++
    return this.terminal.snapshot()
  }

  pairs() {
    const pairs = new CharacterPairs()
    this.terminal.readPairs(pairs)
    return pairs
  }

  writtenAt(row: number, col: number, count: number): number {
    return this.terminal.writtenAt(row, col, count)
  }

  settledState(): { state: string } | null {
    return this.settled
  }

  print(text: string): void {
    const before = this.terminal.revision
    this.terminal.write(text)
    this.printed += text
    this.outputAt = this.clock.monotonic()
    const changed = this.terminal.revision !== before
    if (changed) this.screenChangedAt = this.outputAt
    this.waits.notify(cause.output | (changed ? cause.screen : 0))
  }

  end(): void {
    this.exited = true
    this.waits.notify(cause.exit)
  }

  /** Starts a wait; `outcome` is its outcome once it has one. */
  wait(matcher: Matcher, options: WaitOptions = {}) {
    const state: { outcome?: WaitOutcome; promise: Promise<WaitOutcome> } = {
      promise: this.waits.start(matcher, options),
    }
    state.promise.then((outcome) => {
      state.outcome = outcome
    })
    return state
  }
}

let harness: Harness
beforeEach(() => {
  harness = new Harness()
})

describe('outcomes', () => {
  test('matched at once when it is there already', async () => {
    harness.print('ready')
    const { kind, elapsedMs, match } = await harness.waits.start({ type: 'text', text: 'ead' })
    expect({ kind, elapsedMs }).toEqual({ kind: 'matched', elapsedMs: 0 })
    expect(match).toMatchObject({ type: 'text', text: 'ead', row: 0, col: 1, length: 3, path: [] })
  })

  test('matched when it appears, with the screen of that moment', async () => {
    const wait = harness.wait({ type: 'text', text: 'ready' })
    harness.clock.advance(40)
    harness.print('rea')
    harness.print('dy')
    harness.print('\x1b[2J')
    const { kind, elapsedMs, snapshot } = await wait.promise
    expect({ kind, elapsedMs }).toEqual({ kind: 'matched', elapsedMs: 40 })
    expect(snapshot.text().trimEnd()).toBe('ready')
  })

  test('timeout, with the last screen', async () => {
    const wait = harness.wait({ type: 'text', text: 'never' }, { timeoutMs: 100 })
    harness.print('something else')
    harness.clock.advance(100)
    const outcome = await wait.promise
    expect(outcome).toMatchObject({ kind: 'timeout', elapsedMs: 100 })
    expect(outcome.snapshot.text()).toContain('something else')
  })

  test('a timeout of 0 looks once', async () => {
    expect((await harness.waits.start({ type: 'text', text: 'x' }, { timeoutMs: 0 })).kind).toBe('timeout')
    harness.print('x')
    expect((await harness.waits.start({ type: 'text', text: 'x' }, { timeoutMs: 0 })).kind).toBe('matched')
  })

  test('exited, during the wait and before it', async () => {
    const wait = harness.wait({ type: 'text', text: 'never' })
    harness.end()
    expect((await wait.promise).kind).toBe('exited')
    expect((await harness.waits.start({ type: 'text', text: 'never' })).kind).toBe('exited')
    expect((await harness.waits.start({ type: 'exited' })).kind).toBe('matched')
  })

  test('cancelled by a signal, also one that was aborted before, and by the end of the session', async () => {
    const abort = new AbortController()
    const wait = harness.wait({ type: 'text', text: 'never' }, { abort: abort.signal })
    abort.abort()
    expect((await wait.promise).kind).toBe('cancelled')
    expect((await harness.wait({ type: 'exited' }, { abort: abort.signal }).promise).kind).toBe('cancelled')
    const other = harness.wait({ type: 'exited' })
    harness.waits.dispose()
    expect((await other.promise).kind).toBe('cancelled')
  })

  test('nothing is left behind: no timer, no wait', async () => {
    const abort = new AbortController()
    const waits = [
      harness.wait({ type: 'text', text: 'x' }, { abort: abort.signal }),
      harness.wait({ type: 'stable', ms: 500 }),
      harness.wait({ type: 'text', text: 'never' }, { timeoutMs: 10 }),
      harness.wait({ type: 'text', text: 'never' }, { abort: abort.signal }),
    ]
    expect(harness.waits.size).toBe(4)
    harness.print('x')
    harness.clock.advance(600)
    abort.abort()
    await Promise.all(waits.map(({ promise }) => promise))
    expect(harness.waits.size).toBe(0)
    expect(harness.clock.pending).toBe(0)
  })
})

describe('matchers', () => {
  test('regex with captures; ^ and $ are the ends of a row', async () => {
    const wait = harness.wait({ type: 'regex', pattern: '^(?P<key>\\w+)=(\\d+)$' })
    harness.print('xx a=1 yy\r\n')
    harness.print('abc=42\r\n')
    const { match } = await wait.promise
    expect(match).toMatchObject({
      text: 'abc=42',
      row: 1,
      col: 0,
      length: 6,
      groups: ['abc', '42'],
      named: { key: 'abc' },
    })
  })

  test('a region', async () => {
    const wait = harness.wait({ type: 'text', text: 'x', region: { top: 2, left: 5, bottom: 3, right: 9 } })
    harness.print('x\x1b[3;5Hx\x1b[3;11Hx')
    await Promise.resolve()
    expect(wait.outcome).toBeUndefined()
    harness.print('\x1b[4;8Hx')
    expect((await wait.promise).match).toMatchObject({ row: 3, col: 7 })
  })

  test('the transcript, since a cursor, across reads', async () => {
    harness.print('error 1\r\n')
    const since = harness.transcript.end
    const text = harness.wait({ type: 'text', text: 'error', source: 'transcript', since })
    const regex = harness.wait({ type: 'regex', pattern: 'error (\\d)\r', source: 'transcript', since })
    harness.print('\x1b[2Jer')
    harness.print('ror ')
    harness.print('2\r\n')
    expect((await text.promise).match).toMatchObject({ text: 'error', cursor: since + 4 })
    expect((await regex.promise).match).toMatchObject({ groups: ['2'], cursor: since + 4 })
  })

  test('gone', async () => {
    harness.print('loading')
    const wait = harness.wait({ type: 'gone', matcher: { type: 'text', text: 'loading' } })
    harness.print('...')
    await Promise.resolve()
    expect(wait.outcome).toBeUndefined()
    harness.print('\x1b[2J')
    expect((await wait.promise).kind).toBe('matched')
  })

  test('cursor and cell', async () => {
    const cursor = harness.wait({ type: 'cursor', row: 2, col: 4 })
    const red = harness.wait({ type: 'cell', row: 2, col: 3, fg: 1, bold: true })
    const rgb = harness.wait({ type: 'cell', row: 2, col: 3, fg: { r: 1, g: 2, b: 3 }, underline: true, text: 'y' })
    harness.print('\x1b[3;4H\x1b[1;31mx')
    expect((await cursor.promise).kind).toBe('matched')
    expect((await red.promise).match).toMatchObject({ text: 'x', row: 2, col: 3 })
    harness.print('\x1b[3;4H\x1b[4;38;2;1;2;3my')
    expect((await rgb.promise).kind).toBe('matched')
  })

  test('changed since a revision', async () => {
    const wait = harness.wait({ type: 'changed', since: harness.revision })
    harness.print('x')
    expect((await wait.promise).kind).toBe('matched')
  })

  test('stable: counts from the last change, or from the start of the wait if asked', async () => {
    harness.clock.advance(70)
    const stable = harness.wait({ type: 'stable', ms: 100 })
    const fresh = harness.wait({ type: 'stable', ms: 100, fresh: true })
    harness.clock.advance(30)
    expect(await stable.promise).toMatchObject({ kind: 'matched', elapsedMs: 30 })
    harness.clock.advance(60)
    harness.print('x')
    harness.clock.advance(99)
    await Promise.resolve()
    expect(fresh.outcome).toBeUndefined()
    harness.clock.advance(1)
    expect(await fresh.promise).toMatchObject({ kind: 'matched', elapsedMs: 190 })
  })

  test('idle looks at output, stable at the screen', async () => {
    const stable = harness.wait({ type: 'stable', ms: 100 })
    const idle = harness.wait({ type: 'idle', ms: 100 })
    harness.clock.advance(60)
    harness.print('\x1b[c')
    harness.clock.advance(40)
    expect(await stable.promise).toMatchObject({ kind: 'matched', elapsedMs: 100 })
    harness.clock.advance(60)
    expect(await idle.promise).toMatchObject({ kind: 'matched', elapsedMs: 160 })
  })

  test('any says which branch, all has every part', async () => {
    const matcher: Matcher = {
      type: 'any',
      of: [
        { type: 'text', text: 'failed' },
        { type: 'any', of: [{ type: 'exited' }, { type: 'text', text: 'done' }] },
      ],
    }
    const any = harness.wait(matcher)
    const all = harness.wait({ type: 'all', of: [matcher, { type: 'stable', ms: 50 }] })
    harness.print('  done')
    expect((await any.promise).match).toMatchObject({ type: 'any', path: [1, 1], text: 'done', row: 0, col: 2 })
    harness.clock.advance(50)
    const { match } = await all.promise
    expect(match?.parts.map(({ type }) => type)).toEqual(['any', 'stable'])
    expect(match).toMatchObject({ type: 'all', row: 0, col: 2 })
  })

  test('what was found in the transcript stays found while the rest is waited for', async () => {
    harness.print('ready and more')
    const all = harness.wait({
      type: 'all',
      of: [
        { type: 'text', text: 'ready', source: 'transcript' },
        { type: 'regex', pattern: 'an.', source: 'transcript' },
        { type: 'stable', ms: 50, fresh: true },
      ],
    })
    harness.clock.advance(50)
    expect((await all.promise).match?.parts.map(({ cursor }) => cursor)).toEqual([0, 6, undefined])
  })

  test('an empty any never matches, an empty all always', async () => {
    expect((await harness.waits.start({ type: 'any', of: [] }, { timeoutMs: 0 })).kind).toBe('timeout')
    expect((await harness.waits.start({ type: 'all', of: [] }, { timeoutMs: 0 })).kind).toBe('matched')
  })

  test('after the exit only time can bring a match', async () => {
    const stable = harness.wait({ type: 'all', of: [{ type: 'exited' }, { type: 'stable', ms: 100 }] })
    const hopeless = harness.wait({
      type: 'all',
      of: [
        { type: 'text', text: 'no' },
        { type: 'stable', ms: 100 },
      ],
    })
    harness.end()
    await Promise.resolve()
    expect(stable.outcome).toBeUndefined()
    harness.clock.advance(100)
    expect((await stable.promise).kind).toBe('matched')
    expect(await hopeless.promise).toMatchObject({ kind: 'exited', elapsedMs: 100 })
  })

  test('a predicate about the screen is not asked while that is only half drawn', async () => {
    harness.print('keep')
    const gone = harness.wait({
      type: 'check',
      on: 'screen',
      test: (view) => (view.snapshot().text().trim() ? null : {}),
    })
    harness.terminal.write('\x1b[2J')
    harness.waits.notify(cause.output)
    harness.print('\x1b[Hkeep on')
    harness.end()
    expect((await gone.promise).kind).toBe('exited')
  })

  test('a predicate of the caller, and one that throws', async () => {
    const wait = harness.wait({
      type: 'check',
      test: (view) => (view.snapshot().cursor.row === 1 ? { data: 7 } : null),
    })
    harness.print('\n')
    expect((await wait.promise).match).toMatchObject({ type: 'check', data: 7 })
    const fails = harness.waits.start({
      type: 'check',
      test: () => {
        throw new Error('mine')
      },
    })
    await expect(fails).rejects.toThrow('mine')
    expect(harness.waits.size).toBe(0)
  })
})

describe('what makes no sense is refused', () => {
  test.each<[Matcher, object, string]>([
    [{ type: 'regex', pattern: '(' }, {}, 'invalid-pattern'],
    [{ type: 'regex', pattern: '(', source: 'transcript' }, {}, 'invalid-pattern'],
    [{ type: 'stable', ms: -1 }, {}, 'invalid-params'],
    [{ type: 'idle', ms: Number.NaN }, {}, 'invalid-params'],
    [{ type: 'exited' }, { timeoutMs: -1 }, 'invalid-params'],
    [{ type: 'exited' }, { timeoutMs: Number.POSITIVE_INFINITY }, 'invalid-params'],
    [{ type: 'any', of: Array(1001).fill({ type: 'exited' }) }, {}, 'invalid-params'],
  ])('%j %j', async (matcher, options, code) => {
    await expect(harness.waits.start(matcher, options)).rejects.toMatchObject({ code })
  })

  test('nesting without end', async () => {
    let matcher: Matcher = { type: 'exited' }
    for (let depth = 0; depth < 100; depth++) matcher = { type: 'any', of: [matcher] }
    await expect(harness.waits.start(matcher)).rejects.toMatchObject({ code: 'invalid-params' })
  })
})

test('a wait looks at the screen only when something happened that can matter to it', () => {
  for (let count = 0; count < 1000; count++) harness.wait({ type: 'exited' })
  const before = harness.snapshots
  harness.print('x')
  expect(harness.snapshots).toBe(before)
})

test('an answer that comes from elsewhere is looked at when it arrives', async () => {
  const recheck = new Emitter<void>()
  let answer: { data: string } | null = null
  const wait = harness.wait({ type: 'check', test: () => answer }, { recheck })
  answer = { data: 'late' }
  recheck.emit()
  expect((await wait.promise).match).toMatchObject({ type: 'check', data: 'late' })
  expect(recheck.size).toBe(0)
  expect(harness.clock.pending).toBe(0)
})

describe('what must be new', () => {
  test('text that was there already does not count, the same text written again does', async () => {
    harness.print('ready')
    const since = harness.revision
    const wait = harness.wait({ type: 'text', text: 'ready', freshSince: since })
    harness.print('\r\nother')
    expect(harness.waits.size).toBe(1)
    harness.print('\r\nready')
    expect((await wait.promise).match).toMatchObject({ row: 2, col: 0 })
  })

  test('one new cell of a match is enough, also where it goes on in the next row', async () => {
    harness.print('downloads: 1 of 2')
    const since = harness.revision
    const counted = harness.wait({ type: 'regex', pattern: 'downloads: \\d', freshSince: since })
    harness.print('\x1b[1;12H2')
    expect((await counted.promise).kind).toBe('matched')
    harness.print('\x1b[2;17Hwrapped')
    const again = harness.revision
    const wrapped = harness.wait({ type: 'text', text: 'wrapped', freshSince: again })
    harness.print('\x1b[3;3Hd')
    expect((await wrapped.promise).kind).toBe('matched')
  })

  test('a timeout says since when it has been there', async () => {
    harness.print('ready')
    const there = harness.revision
    harness.print('\r\nmore')
    const fresh = { type: 'text', text: 'ready', freshSince: harness.revision } as const
    expect(await harness.wait(fresh, { timeoutMs: 0 }).promise).toMatchObject({ kind: 'timeout', staleSince: there })
    const inTree = { type: 'any', of: [{ type: 'exited' }, fresh] } as const
    expect(await harness.wait(inTree, { timeoutMs: 0 }).promise).toMatchObject({ staleSince: there })
    const missing = { ...fresh, text: 'never' }
    expect(await harness.wait(missing, { timeoutMs: 0 }).promise).not.toHaveProperty('staleSince')
  })
})

test('a program that waits is looked at only when that is reported', async () => {
  const wait = harness.wait({ type: 'ready', states: ['prompt'] })
  harness.settled = { state: 'key-input' }
  harness.waits.notify(cause.ready)
  harness.settled = { state: 'prompt' }
  harness.print('x')
  expect(harness.waits.size).toBe(1)
  harness.waits.notify(cause.ready)
  expect((await wait.promise).match).toMatchObject({ type: 'ready', data: { state: 'prompt' } })
})
