import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RenderError } from '@polytty/render'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { ManualClock } from '../base/clock.js'
import { Emitter } from '../base/emitter.js'
import { Redactor } from '../redaction/redactor.js'
import { type CastOptions, CastRecorder } from './cast-recorder.js'
import { castFrames, castScreen, FileSink, MemorySink, parseCast, playbackDurationMs, playCast } from './index.js'

class FakeSession {
  cols = 20
  rows = 5
  readonly onOutput = new Emitter<{ bytes: Uint8Array }>()
  readonly onInput = new Emitter<{ bytes: Uint8Array }>()
  readonly onResize = new Emitter<{ cols: number; rows: number }>()
  readonly onExit = new Emitter<{ code: number | null; signal: string | null }>()

  print(text: string | Uint8Array): void {
    this.onOutput.emit({ bytes: Buffer.from(text) })
  }
}

/** Lets promises that are due run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function record(options: CastOptions = {}) {
  const session = new FakeSession()
  const clock = new ManualClock(1_700_000_000_000)
  const sink = new MemorySink()
  const recorder = new CastRecorder(session, clock, { sink, ...options })
  return { session, clock, sink, recorder }
}

describe('recording', () => {
  test('version 2, as players read it', () => {
    const { session, clock, sink, recorder } = record({ includeInput: true, title: 'demo' })
    clock.advance(500)
    session.print('$ ')
    clock.advance(700)
    session.onInput.emit({ bytes: Buffer.from('ls\r') })
    session.onResize.emit({ cols: 100, rows: 30 })
    recorder.mark('here')
    clock.advance(100)
    session.onExit.emit({ code: 0, signal: null })
    expect(recorder.stop()).toEqual({ durationMs: 1300, events: 4, endedEarly: null })
    expect(sink.text()).toBe(
      `${[
        '{"version":2,"width":20,"height":5,"timestamp":1700000000,"title":"demo"}',
        '[0.5,"o","$ "]',
        '[1.2,"i","ls\\r"]',
        '[1.2,"r","100x30"]',
        '[1.2,"m","here"]',
      ].join('\n')}\n`,
    )
  })

  test('version 3 counts from the event before and has the exit', () => {
    const { session, clock, sink, recorder } = record({ version: 3, env: { TERM: 'xterm-256color' } })
    clock.advance(500)
    session.print('a')
    clock.advance(250)
    session.onExit.emit({ code: null, signal: 'SIGTERM' })
    recorder.stop()
    const [header, ...events] = sink.text().trim().split('\n')
    expect(JSON.parse(header)).toMatchObject({ version: 3, term: { cols: 20, rows: 5, type: 'xterm-256color' } })
    expect(events).toEqual(['[0.5,"o","a"]', '[0.25,"x","143"]'])
  })

  test('characters cut by reads come out whole', () => {
    const bytes = Buffer.from('aé日😀')
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
        const { session, sink, recorder } = record()
        let at = 0
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          session.print(bytes.subarray(at, cut))
          at = cut
        }
        recorder.stop()
        const { events } = parseCast(sink.text())
        expect(events.map(({ data }) => data).join('')).toBe('aé日😀')
        expect(sink.text()).not.toContain('\ufffd')
      }),
    )
  })

  test('input is left out unless asked for; nothing is recorded after the end', () => {
    const { session, sink, recorder } = record()
    session.onInput.emit({ bytes: Buffer.from('password') })
    recorder.stop()
    session.print('late')
    expect(recorder.stop().events).toBe(0)
    expect(parseCast(sink.text()).events).toEqual([])
    expect([session.onOutput.size, session.onInput.size, session.onResize.size, session.onExit.size]).toEqual([
      0, 0, 0, 0,
    ])
  })

  test('a secret split across reads is masked, column by column', () => {
    const { session, sink, recorder } = record({
      redactor: new Redactor({ literals: ['hunter2'] }),
      includeInput: true,
    })
    for (const piece of ['say hun', 'ter2 token=a', 'bc\r\n']) session.print(piece)
    session.onInput.emit({ bytes: Buffer.from('hunter2\r') })
    recorder.stop()
    const { events } = parseCast(sink.text())
    expect(
      events
        .filter(({ code }) => code === 'o')
        .map(({ data }) => data)
        .join(''),
    ).toBe('say ******* token=***\r\n')
    expect(sink.text()).not.toContain('hunter')
  })

  test('stops at its bound and says so', () => {
    const sink = new MemorySink(200)
    const reported: string[] = []
    const { session, recorder } = record({ sink, onEndedEarly: (reason) => void reported.push(reason) })
    for (let index = 0; index < 20; index++) session.print('0123456789')
    const { endedEarly, events } = recorder.stop()
    expect([endedEarly, reported]).toEqual(['it has reached its bound of <1 MiB', [endedEarly]])
    expect(events).toBeLessThan(10)
    expect(parseCast(sink.text()).events.at(-1)).toMatchObject({
      ...{ code: 'm', data: `the recording ended here: ${endedEarly}` },
    })
  })
})

describe('a file', () => {
  const folder = newFolder()

  test('has every event at once and is its owner’s alone', () => {
    const path = join(folder, 'a.cast')
    const { session } = record({ sink: new FileSink(path) })
    session.print('written before any stop')
    expect(parseCast(readFileSync(path, 'utf8')).events).toHaveLength(1)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('that cannot be opened is an error with its path', () => {
    expect(() => new FileSink('/no/such/folder/a.cast')).toThrowError(/cannot record to \/no\/such\/folder\/a\.cast/)
  })
})

describe('reading', () => {
  test('gives back what was recorded, in both versions', () => {
    const moment = fc.record({
      wait: fc.integer({ min: 0, max: 10_000 }),
      text: fc.string({ unit: 'grapheme', minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(moment), fc.constantFrom(2 as const, 3 as const), (moments, version) => {
        const { session, clock, sink, recorder } = record({ version })
        let atMs = 0
        const expected = moments.map(({ wait, text }) => {
          clock.advance(wait)
          session.print(text)
          return { atMs: (atMs += wait), code: 'o', data: text }
        })
        recorder.stop()
        const cast = parseCast(sink.text())
        expect(cast.header).toMatchObject({ cols: 20, rows: 5 })
        expect(cast.events.map((event) => ({ ...event, atMs: Math.round(event.atMs) }))).toEqual(expected)
      }),
    )
  })

  test('accepts version 1, and a last line cut by a crash', () => {
    expect(parseCast('{"version":1,"width":80,"height":24,"stdout":[[0.5,"a"],[0.5,"b"]]}').events).toEqual([
      { atMs: 500, code: 'o', data: 'a' },
      { atMs: 1000, code: 'o', data: 'b' },
    ])
    expect(parseCast('{"version":2,"width":8,"height":2}\n[1,"o","a"]\n[2,"o","b').events).toHaveLength(1)
  })

  test.each([
    ['', /header must be a JSON object/],
    ['{"version":9,"width":1,"height":1}', /version must be 1, 2 or 3, not 9/],
    ['{"version":2,"width":0,"height":1}', /width must be a whole number from 1 to 1000, not 0/],
    ['{"version":2,"width":8,"height":2}\nnonsense\n[1,"o","a"]', /line 2 of the cast is not JSON/],
    ['{"version":2,"width":8,"height":2}\n[-1,"o","a"]', /line 2 of the cast: an event must be/],
  ])('%s is refused with a reason', (text, reason) => {
    expect(() => parseCast(text)).toThrowError(RenderError)
    expect(() => parseCast(text)).toThrowError(reason)
  })
})

describe('playing', () => {
  const cast = parseCast(
    [
      '{"version":2,"width":20,"height":3}',
      '[1,"o","one"]',
      '[1.01,"o"," two"]',
      '[11,"r","30x4"]',
      '[12,"o","\\r\\nlast"]',
    ].join('\n'),
  )
  const timeline = (options = {}) =>
    [...castFrames(cast, options)].map(({ snapshot, atMs, durationMs }) => [
      Math.round(atMs),
      Math.round(durationMs),
      snapshot.text().trim(),
    ])

  test('shows each screen for its time, quick changes in one', () => {
    expect(timeline()).toEqual([
      [0, 1000, ''],
      [1000, 10000, 'one two'],
      [11000, 1000, 'one two'],
      [12000, 2000, 'one two\nlast'],
    ])
  })

  test('shows the last screen until the end of the recording, where that is known', () => {
    const total = (endMs: number) =>
      [...castFrames(cast, { endMs })].reduce((sum, { durationMs }) => sum + durationMs, 0)
    const empty = { ...cast, events: [] }
    expect(total(60_000)).toBe(60_000)
    expect([...castFrames(empty, { endMs: 6000 })].map(({ durationMs }) => durationMs)).toEqual([6000])
    expect([...castFrames(empty, { endMs: 0, maxFps: 10 })].map(({ durationMs }) => durationMs)).toEqual([100])
  })

  test('caps pauses, changes the speed and cuts a part out', () => {
    expect(timeline({ idleLimitMs: 500 }).map(([at]) => at)).toEqual([0, 500, 1010, 1510])
    expect(timeline({ speed: 2 }).map(([at]) => at)).toEqual([0, 500, 5500, 6000])
    expect(timeline({ fromMs: 10_000, toMs: 11_500 })).toEqual([
      [0, 1000, 'one two'],
      [1000, 2000, 'one two'],
    ])
  })

  test('as a player: output in its time, and an end when asked', async () => {
    const clock = new ManualClock()
    const written: string[] = []
    const playing = playCast(cast, (text) => written.push(text), clock)
    clock.advance(1000)
    await nextTurn()
    expect(written).toEqual(['one'])
    clock.advance(10)
    await nextTurn()
    expect(written).toEqual(['one', ' two'])
    clock.advance(20_000)
    expect(await playing).toBe(true)
    expect(written.at(-1)).toBe('\r\nlast')
    const stop = new AbortController()
    const stopped = playCast(cast, (text) => written.push(text), clock, { abort: stop.signal })
    stop.abort()
    expect([await stopped, clock.pending]).toEqual([false, 0])
  })

  test('knows its length without playing', () => {
    expect(playbackDurationMs(cast, { speed: 2, lastFrameMs: 0 })).toBe(6000)
  })

  test('one moment', () => {
    expect(castScreen(cast, 5000).text().trim()).toBe('one two')
    expect(castScreen(cast)).toMatchObject({ cols: 30, rows: 4 })
  })
})
