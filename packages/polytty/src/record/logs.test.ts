import { describe, expect, test } from 'vitest'
import { ManualClock } from '../base/clock.js'
import { Emitter } from '../base/emitter.js'
import { Redactor } from '../redaction/redactor.js'
import {
  ActionLog,
  actionsAsData,
  actionsAsPython,
  actionsAsShell,
  FrameLog,
  MemorySink,
  parseFrameLog,
} from './index.js'

function exampleLog(redactor: Redactor | null = null): ActionLog {
  const clock = new ManualClock()
  const log = new ActionLog(clock, redactor)
  log.add('send', { text: 'ls -la\n' }, { type: 'text', text: 'ls -la\n' })
  clock.advance(2100)
  log.add('wait', { pattern: '$' }, { type: 'wait', pattern: '$', isRegex: false, timeoutMs: null })
  clock.advance(3400)
  log.add('keys', { keys: ['Ctrl+c'] }, { type: 'keys', keys: ['Ctrl+c'] })
  return log
}

describe('the action log', () => {
  test('as data has time, method, params and outcome', () => {
    const log = exampleLog()
    log.add('fails', {}, { type: 'request' }, 'no such thing')
    expect(actionsAsData(log.entries)).toEqual([
      { time: 0, method: 'send', params: { text: 'ls -la\n' }, outcome: 'ok' },
      { time: 2.1, method: 'wait', params: { pattern: '$' }, outcome: 'ok' },
      { time: 5.5, method: 'keys', params: { keys: ['Ctrl+c'] }, outcome: 'ok' },
      { time: 5.5, method: 'fails', params: {}, outcome: 'error', error: 'no such thing' },
    ])
  })

  test('as Python is the documented script', () => {
    expect(actionsAsPython(exampleLog().entries)).toBe(
      "from wrightty import Terminal\n\nterm = Terminal.connect()\nterm.send_text('ls -la\\n')\nterm.wait_for('$')\nterm.send_keys('Ctrl+c')\nterm.close()\n",
    )
  })

  test('as shell is the documented script', () => {
    expect(actionsAsShell(exampleLog().entries)).toBe(
      "wrightty send-text 'ls -la\\n'\nwrightty wait-for '$'\nwrightty send-keys Ctrl+c\n",
    )
  })

  test('quotes what could end a string, and comments what failed', () => {
    const log = new ActionLog(new ManualClock())
    log.add('send', {}, { type: 'text', text: "it's \\ \u0007" })
    log.add('click', { row: 1, on: true, no: null }, { type: 'request' })
    log.add('wait', {}, { type: 'wait', pattern: 'a|b', isRegex: true, timeoutMs: 1500 }, 'timed\nout')
    expect(actionsAsPython(log.entries).split('\n').slice(3, -2)).toEqual([
      "term.send_text('it\\'s \\\\ \\u0007')",
      "term._client.request('click', {'sessionId': term._session_id, **{'row': 1, 'on': True, 'no': None}})",
      '# failed: timed out',
      "# term.wait_for('(?m)a|b', timeout=1.5, regex=True)",
    ])
    expect(actionsAsShell(log.entries, 'polytty').split('\n')).toEqual([
      "polytty send-text 'it'\\''s \\\\ \u0007'",
      `polytty call click '{"row":1,"on":true,"no":null}'`,
      '# failed: timed out',
      "# polytty wait-for 'a|b' --timeout 2 --regex",
      '',
    ])
  })

  test('in shell, text that looks like an option is none', () => {
    const log = new ActionLog(new ManualClock())
    log.add('send', {}, { type: 'text', text: '-rf' })
    log.add('wait', {}, { type: 'wait', pattern: '--help', isRegex: false, timeoutMs: 1000 })
    expect(actionsAsShell(log.entries)).toBe('wrightty send-text -- -rf\nwrightty wait-for --timeout 1 -- --help\n')
  })

  test('keeps no secret', () => {
    const log = exampleLog(new Redactor({ literals: ['ls -la'] }))
    expect(JSON.stringify(log.entries) + actionsAsPython(log.entries)).not.toContain('ls -la')
  })
})

describe('the frame log', () => {
  function start(intervalMs = 200) {
    const clock = new ManualClock(1_000)
    const sink = new MemorySink()
    const log = new FrameLog(sink, clock, intervalMs)
    const onChange = new Emitter<void>()
    const screen = { text: 'a\nb', onChange }
    const show = (text: string) => {
      screen.text = text
      onChange.emit()
    }
    const source = { onChange, text: () => screen.text }
    const lines = () =>
      sink
        .text()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { direction: string; line: string; timestampMicros: number })
    return { clock, sink, log, show, source, lines, onChange }
  }

  test('first a full frame, then what differs, a full one again after a second', () => {
    const { clock, log, show, source, lines } = start()
    log.message('request', '{"id":1}')
    log.watch(source)
    clock.advance(300)
    show('a\nc')
    clock.advance(10)
    show('a\nd')
    show('a\ne')
    expect(lines().map(({ direction }) => direction)).toEqual(['request', 'frame', 'frame-delta'])
    clock.advance(190)
    clock.advance(1000)
    show('x\ne')
    expect(lines().map(({ direction, line }) => [direction, line])).toEqual([
      ['request', '{"id":1}'],
      ['frame', 'a\nb'],
      ['frame-delta', '[[1,"c"]]'],
      ['frame-delta', '[[1,"e"]]'],
      ['frame', 'x\ne'],
    ])
    expect(lines()[2].timestampMicros).toBe(1_300_000)
  })

  test('read back, every frame is whole', () => {
    const { clock, sink, log, show, source } = start()
    log.watch(source)
    clock.advance(300)
    show('a\nc')
    expect(parseFrameLog(sink.text()).map(({ direction, line }) => [direction, line])).toEqual([
      ['frame', 'a\nb'],
      ['frame', 'a\nc'],
    ])
    expect(() => parseFrameLog('{"direction":"frame"}')).toThrowError(/line 1 of the recording: expected/)
    expect(() => parseFrameLog('{"timestampMicros":1,"direction":"frame-delta","line":"[[9,\\"x\\"]]"}')).toThrowError(
      /within the frame/,
    )
  })

  test('keeps no secret, in messages or frames', () => {
    const sink = new MemorySink()
    const log = new FrameLog(sink, new ManualClock(), 200, new Redactor())
    log.message('request', '{"text":"token=abc"}')
    log.watch({ onChange: new Emitter<void>(), text: () => 'password: hunter2' })
    expect(sink.text()).not.toMatch(/abc|hunter2/)
  })

  test('an interval of 0 takes no frames; the end leaves nothing running', () => {
    const silent = start(0)
    silent.log.watch(silent.source)
    expect(silent.lines()).toEqual([])
    const { clock, log, show, source, onChange } = start()
    log.watch(source)
    show('later')
    expect(clock.pending).toBe(1)
    log.dispose()
    expect([clock.pending, onChange.size]).toEqual([0, 0])
  })
})
