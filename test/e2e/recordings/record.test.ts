/** `polytty record`, without a terminal and in one of ours. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { deferred } from '../../../packages/polytty/src/base/deferred.js'
import { castScreen, parseCast } from '../../../packages/polytty/src/record/index.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { newRegistry, see, shell } from '../session/with-registry.js'

let folder: string
beforeAll(() => {
  folder = newFolder()
})

function events(file: string, ...codes: string[]): string[] {
  return parseCast(readFileSync(file, 'utf8'))
    .events.filter(({ code }) => codes.includes(code))
    .map(({ code, data }) => code + data)
}

/** Until the event is in the file, which may be a moment after the terminal has its new size. */
async function recorded(file: string, event: string): Promise<void> {
  const { promise, resolve } = deferred<void>()
  const look = (): void => void (events(file, event[0]!).includes(event) && resolve())
  const watcher = watch(file, look)
  look()
  await promise
  watcher.close()
}

test('a program is shown, recorded with its size and exit, and ends the command as it ended', () => {
  const file = join(folder, 'plain.cast')
  const run = () =>
    spawnSync(process.execPath, [bin, 'record', file, '--cast-version', '3', '--', 'sh', '-c', 'echo hello; exit 3'], {
      encoding: 'utf8',
    })
  expect(run()).toMatchObject({
    status: 3,
    stdout: 'hello\r\n',
    stderr: expect.stringMatching(/^recorded [\d.]+ s in/),
  })
  expect(events(file, 'o', 'x')).toEqual(['ohello\r\n', 'x3'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('--overwrite') })
})

test('what cannot be started leaves no file; what is redacted is so from the first line on', () => {
  const none = join(folder, 'none.cast')
  const failed = spawnSync(process.execPath, [bin, 'record', none, '--', '/no/such/program'], { encoding: 'utf8' })
  expect([failed.status, existsSync(none)]).toEqual([1, false])
  const file = join(folder, 'redacted.cast')
  const command = ['sh', '-c', 'echo token=abcdef']
  spawnSync(process.execPath, [bin, 'record', file, '--redact', '--title', 'token=abcdef', '--', ...command])
  expect(readFileSync(file, 'utf8')).not.toContain('abcdef')
})

test('a signal is reported as shells do', () => {
  const file = join(folder, 'signal.cast')
  const { status } = spawnSync(process.execPath, [
    bin,
    'record',
    file,
    '--cast-version',
    '3',
    '--',
    'sh',
    '-c',
    'kill -9 $$',
  ])
  expect(status).toBe(137)
  expect(events(file, 'x')).toEqual(['x137'])
})

test('in a terminal: typing, a marker, a new size, queries answered once, and what was recorded before a crash', async () => {
  const registry = newRegistry()
  const file = join(folder, 'terminal.cast')
  const ask = `stty raw -echo; printf "\\033[6n"; dd bs=1 count=6 2>/dev/null | od -c | head -1; stty sane; cat`
  const session = await shell(
    registry,
    `exec ${process.execPath} ${bin} record ${file} --input --marks -- sh -c '${ask}'`,
  )
  await see(session, '033')
  await session.write('typed\r')
  await see(session, 'typed')
  await session.write('\x1b[24~')
  session.resize(100, 30)
  await session.write('after\r')
  await see(session, 'after')
  await recorded(file, 'r100x30')
  // Nothing was closed in good order: the file has it all the same.
  process.kill(session.pid, 'SIGKILL')
  await see(session, { type: 'exited' })
  const cast = parseCast(readFileSync(file, 'utf8'))
  expect(castScreen(cast).text()).toContain('after')
  expect(events(file, 'm', 'r').sort()).toEqual(['m', 'r100x30'])
  expect(events(file, 'i').join('')).not.toContain('[24~')
  // One answer to the query: the real terminal's.
  expect(events(file, 'i').filter((data) => /\x1b\[\d+;\d+R/.test(data))).toHaveLength(1)
})

test('a long rendering shows a bar on a terminal, and takes it away', async () => {
  const file = join(folder, 'long.cast')
  const lines = Array.from({ length: 200 }, (_, index) => JSON.stringify([index / 10, 'o', `line ${index}\r\n`]))
  writeFileSync(file, `{"version":2,"width":40,"height":10}\n${lines.join('\n')}\n`)
  const session = await shell(
    newRegistry(),
    `${process.execPath} ${bin} render ${file} -o ${folder}/long.gif; echo done`,
  )
  let output = ''
  session.onOutput.on(({ bytes }) => {
    output += Buffer.from(bytes).toString()
  })
  await see(session, 'done')
  expect(output).toMatch(/rendering ▕ +▏ {3}0%/)
  expect(output).toMatch(/rendering ▕█+▏ 100% {2}\d+ frames/)
  expect(session.snapshot().text().trimEnd()).toBe('done')
})

test('a terminal that does not know its size counts as one of 80×24', async () => {
  const file = join(folder, 'nowhere.cast')
  const inner = `'${process.execPath}' '${bin}' record '${file}' -- sh -c 'stty size; echo done'`
  const session = await shell(newRegistry(), `stty cols 0 rows 0; ${inner}`)
  await session.wait({ type: 'exited' })
  expect(parseCast(readFileSync(file, 'utf8')).header).toMatchObject({ cols: 80, rows: 24 })
  expect(events(file, 'o').join('')).toContain('24 80')
})
