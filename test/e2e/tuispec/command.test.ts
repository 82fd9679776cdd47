/** `polytty tuispec` from outside: the server's life and death, many keys, baselines over runs, pictures, replays. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseFrameLog } from '../../../packages/polytty/src/record/index.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'
import { TuispecProcess } from './rpc.js'

let folder: string
beforeAll(() => {
  folder = newFolder()
})

function command(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'tuispec', ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, stdout, stderr }
}

/** A process that was killed may stay in the table until someone asks how it ended: as a zombie. */
function isAlive(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'latin1') : ') Z'
  return stat[stat.lastIndexOf(')') + 2] !== 'Z'
}

describe('the end of the server', () => {
  /** An app with a child that ignores all that can be ignored, in the background. */
  const stubborn = "trap '' HUP TERM INT; (trap '' HUP TERM INT; sleep 600) & echo Ready $$ $!; wait"

  async function startStubborn(name: string) {
    const server = new TuispecProcess(join(folder, name))
    await server.call('recording.start', { path: join(folder, `${name}.jsonl`), frameIntervalMs: 60_000 })
    await server.start(stubborn)
    const { text } = await server.call('currentView', { entireRow: 1 })
    const pids = text.match(/\d+/g)!.map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    return { server, pids, recording: join(folder, `${name}.jsonl`) }
  }

  test('server.shutdown answers, kills the app and its children, closes the recording', async () => {
    const { server, pids, recording } = await startStubborn('shutdown')
    expect(await server.call('server.shutdown')).toEqual({ shuttingDown: true })
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(pids.map(isAlive)).toEqual([false, false])
    const entries = parseFrameLog(readFileSync(recording, 'utf8'))
    expect(entries.filter(({ direction }) => direction === 'request').at(-1)?.line).toContain('server.shutdown')
    expect(entries.findLast(({ direction }) => direction === 'frame')?.line).toContain('Ready')
  })

  test('so does SIGHUP', async () => {
    const { server, pids } = await startStubborn('hangup')
    server.process.kill('SIGHUP')
    expect(await server.exited).toEqual({ code: 129, signal: null })
    expect(pids.map(isAlive)).toEqual([false, false])
  })

  test('and the end of its input, once everything asked before is answered', async () => {
    const { server, pids } = await startStubborn('eof')
    const last = server.call('waitForStable', { debounceMs: 50 })
    server.close()
    expect(await last).toMatchObject({ ok: true })
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(pids.map(isAlive)).toEqual([false, false])
  })
})

test('a thousand keys are answered in order and all arrive', async () => {
  const server = new TuispecProcess(join(folder, 'keys'), '--cols', '100', '--rows', '12')
  await server.start("stty raw -echo; printf 'Ready\\r\\n'; exec cat")
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => server.call('sendKey', { key: String(index % 10) })),
  )
  expect(answers).toEqual(answers.map(() => ({ ok: true })))
  await server.call('waitForText', { selector: { type: 'at', col: 100, row: 11 } })
  const { text } = await server.call('currentView', { rows: { start: 2, end: 11 } })
  expect(text.replaceAll('\n', '')).toBe('0123456789'.repeat(100))
})

test('an app that does not read its input holds up no one', async () => {
  const server = new TuispecProcess(join(folder, 'deaf'), '--timeout-seconds', '0.2')
  await server.start("stty raw -echo; printf 'Ready'; exec sleep 600")
  await expect(server.call('sendText', { text: 'x'.repeat(200_000) })).rejects.toMatchObject({
    code: -32004,
    data: { details: expect.stringContaining('does not read its input') },
  })
  await server.launch("printf 'Ready'; exec cat")
  expect(await server.call('sendLine', { text: 'hey' })).toEqual({ ok: true })
})

test('a baseline of one run is what the next is compared with, until it is updated', async () => {
  const artifacts = join(folder, 'baselines')
  const run = async (script: string, params: object = {}) => {
    const server = new TuispecProcess(artifacts, '--cols', '40', '--rows', '5')
    await server.call('initialize', { name: 'Home', ...params })
    await server.launch(script)
    return server.call('expectSnapshot', { name: 'start' }).finally(async () => {
      await server.call('server.shutdown')
      await server.exited
    })
  }
  expect(await run('printf "Ready one"; exec cat')).toMatchObject({ baselineWritten: true })
  expect(await run('printf "Ready one"; exec cat')).toMatchObject({ baselineWritten: false })
  await expect(run('printf "Ready two"; exec cat')).rejects.toMatchObject({
    code: -32004,
    data: { details: expect.stringContaining('-Ready one\n+Ready two') },
  })
  expect(existsSync(join(artifacts, 'sessions/home/snapshots/start.diff.png'))).toBe(true)
  expect(await run('printf "Ready two"; exec cat', { updateSnapshots: true })).toMatchObject({ ok: true })
  expect(await run('printf "Ready two"; exec cat')).toMatchObject({ baselineWritten: false })
})

test('render and render-text', () => {
  const file = join(folder, 'shot.ansi.txt')
  writeFileSync(file, '\x1b[32mgreen\x1b[m\r\nplain')
  expect(command('render', file)).toMatchObject({ status: 0, stdout: `${join(folder, 'shot.png')}\n` })
  expect(readFileSync(join(folder, 'shot.png')).subarray(1, 4).toString()).toBe('PNG')
  const out = join(folder, 'other.png')
  const flags = ['--theme', 'light', '--cols', '20', '--rows', '3', '--out', out]
  expect(command('render', file, ...flags, '--font', 'JetBrains Mono')).toMatchObject({ status: 0, stdout: `${out}\n` })
  expect(command('render-text', file, '--rows', '2')).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'shot.txt'), 'utf8')).toBe('green\nplain\n')
  expect(command('render', '/no/such.ansi.txt')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/no/such'),
  })
  expect(command('render', file, '--theme', 'pink')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('pink'),
  })
})

test('a server without a folder is refused with what it needs', () => {
  expect(command('server')).toMatchObject({ status: 2, stderr: expect.stringContaining('--artifact-dir') })
})

describe('replays', () => {
  let recording: string
  beforeAll(async () => {
    recording = join(folder, 'film.jsonl')
    const frames = Array.from({ length: 8 }, (_, index) => ({
      timestampMicros: 1_000_000 * (index + 1),
      direction: index % 4 === 0 ? 'frame' : 'frame-delta',
      line: index % 4 === 0 ? `screen ${index}\nsecond` : JSON.stringify([[0, `screen ${index}`]]),
    }))
    const request = { jsonrpc: '2.0', id: 1, method: 'sendKey', params: { key: 'x' } }
    const asked = { timestampMicros: 2_500_000, direction: 'request', line: JSON.stringify(request) }
    const entries = [...frames, asked].sort((a, b) => a.timestampMicros - b.timestampMicros)
    writeFileSync(recording, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  })

  test('stream when piped', () => {
    const { status, stdout } = command('replay', recording)
    expect([status, stdout.match(/screen \d/g)]).toEqual([0, [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `screen ${n}`)])
    expect(stdout).toMatch(/second\nReplayed 8 frames\n$/)
    expect(command('replay', recording, '--show-input', '--speed', '1000').stdout).toMatch(
      /screen 1\nsecond\n> sendKey \{"key":"x"\}\n--- frame 3/,
    )
  })

  test('what could act on the terminal that shows them is left out', () => {
    const forged = '\x1b]52;c;aGk=\x07\x1b[?1000h\u009d2;x\u009c'
    const entries = [
      ['frame', `one${forged}\ntwo`],
      ['request', JSON.stringify({ method: `sendKey${forged}`, params: { key: forged } })],
      ['frame-delta', JSON.stringify([[0, `three${forged}`]])],
    ].map(([direction, line], index) => ({ timestampMicros: index + 1, direction, line }))
    const file = join(folder, 'forged.jsonl')
    writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    const { status, stdout } = command('replay', file, '--show-input')
    expect([status, stdout.match(/one|> sendKey|three/g)]).toEqual([0, ['one', '> sendKey', 'three']])
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u)
  })

  test('without frames count the requests', () => {
    const file = join(folder, 'requests.jsonl')
    writeFileSync(file, `${JSON.stringify({ timestampMicros: 1, direction: 'request', line: '{"method":"x"}' })}\n`)
    expect(command('replay', file).stdout).toBe('Replayed 1 request messages\n')
  })

  test('what is not a recording is reported by its line', () => {
    const file = join(folder, 'broken.jsonl')
    writeFileSync(file, '{"timestampMicros":1}\n')
    expect(command('replay', file)).toMatchObject({ status: 2, stderr: expect.stringContaining('line 1') })
    expect(command('replay', recording, '--speed', 'warp')).toMatchObject({ status: 2 })
    expect(command('replay', '/no/film')).toMatchObject({ status: 1 })
  })

  test('play in a terminal, with keys to pause, step, leap, restart and quit', async () => {
    const session = await newRegistry().create({
      program: process.execPath,
      args: [bin, 'tuispec', 'replay', recording, '--speed', '0.01', '--show-input'],
      cols: 100,
      rows: 6,
    })
    await see(session, '▶ frame 1/8')
    expect(session.snapshot()).toMatchObject({ alternateScreen: true, cursor: { visible: false } })
    for (const [key, status] of [
      [' ', '⏸ frame 1/8'],
      ['ArrowRight', '⏸ frame 2/8'],
      ['ArrowRight', '⏸ frame 3/8  2.0 s  > sendKey {"key":"x"}'],
      ['ArrowUp', '⏸ frame 8/8'],
      ['ArrowDown', '⏸ frame 3/8'],
      ['ArrowLeft', '⏸ frame 2/8'],
      ['r', '▶ frame 1/8'],
    ] as const) {
      await session.press(key)
      await see(session, status)
    }
    expect(session.snapshot().text()).toContain('screen 0\nsecond\n')
    await session.press('q')
    await see(session, { type: 'exited' })
    expect(session.exit).toEqual({ code: 0, signal: null })
    expect(session.snapshot()).toMatchObject({ alternateScreen: false, cursor: { visible: true } })
    expect(session.snapshot().text()).toContain('Replayed 8 frames')
  })

  test('what the server recorded is played by the command and done again by the server', async () => {
    const path = join(folder, 'own.jsonl')
    const server = new TuispecProcess(join(folder, 'own'), '--cols', '30', '--rows', '5')
    await server.start("printf 'Ready\\n'; exec cat")
    await server.call('recording.start', { path, frameIntervalMs: 1 })
    await server.call('sendLine', { text: 'hey', expectAfter: { type: 'regex', pattern: 'hey.*hey' } })
    await server.call('recording.stop')
    const directions = parseFrameLog(readFileSync(path, 'utf8')).map(({ direction }) => direction)
    expect(directions.slice(0, 3)).toEqual(['response', 'frame', 'request'])
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0].line).toContain('"frameIntervalMs":1')
    expect(lines.findLast(({ direction }) => direction === 'request').line).toContain('recording.stop')
    await server.launch("printf 'Ready\\n'; exec cat")
    expect(await server.call('replay', { path, speed: 'real-time' })).toEqual({
      ok: true,
      replayedRequests: 2,
      path,
      speed: 'real-time',
    })
    await server.call('expectVisible', { selector: { type: 'regex', pattern: 'hey.*hey' } })
    expect(command('replay', path).stdout).toMatch(/Ready\nhey\nhey\n/)
  })
})
