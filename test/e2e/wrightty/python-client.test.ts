/** The published Python client against our server, as it is. Its set-up is in scripts/setup.mjs. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Client, connect } from '@polytty/client'
import { expect, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { pythonClient } from '../../../scripts/programs.mjs'
import { needsPythonClient, pythonInterpreter } from '../../support/needs.js'

const env = { ...process.env, PYTHONPATH: pythonClient }

const script = `
import json, sys
from wrightty import Terminal
term = Terminal.spawn(server_url=sys.argv[1])
report = {'run': term.run('echo hello; sh -c "exit 0"'), 'size': term.get_size()}
term.resize(100, 30)
recording, actions = term.start_session_recording(True), term.start_action_recording('python')
term.send_text('echo recorded\\n')
term.wait_for('recorded')
term.send_keys('Ctrl+l')
report['script'] = term.stop_action_recording(actions)['data']
report['cast'] = term.stop_session_recording(recording)['data']
report['png'] = len(term.screenshot('png')) > 1000
report['resized'] = term.get_size()
term.close()
print(json.dumps(report))
`

test('runs commands, records, resizes and takes pictures', needsPythonClient('bash'), async () => {
  const server = await startServer({ port: 0, shell: 'bash' })
  const args = ['-c', script, server.url]
  const python = spawn(pythonInterpreter(), args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  for await (const chunk of python.stdout) chunks.push(chunk as Buffer)
  const report = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  expect(report).toMatchObject({ run: 'hello', size: [120, 40], resized: [100, 30], png: true })
  expect(report.script).toContain("term.send_text('echo recorded\\n')")
  expect(report.cast).toMatch(/^\{"version":2,"width":100,"height":30/)
  await server.stop()
})

const connecting = `
import sys
from wrightty import Terminal
term = Terminal.connect(sys.argv[1])
term.wait_for_prompt()
print(term.run('echo here; sh -c "exit 0"'))
term.close()
`

test(
  'connects to a session that runs, not to one that has ended, and to "0" where none does',
  needsPythonClient('bash'),
  async () => {
    const server = await startServer({ port: 0, shell: 'bash' })
    const connect = async (): Promise<string> => {
      const python = spawn(pythonInterpreter(), ['-c', connecting, server.url], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const chunks: Buffer[] = []
      for await (const chunk of python.stdout) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    }
    const ended = await server.sessions.create({ program: 'true' })
    await ended.wait({ type: 'exited' })
    const live = await server.sessions.create({ program: 'bash', args: ['--norc'], env: { PS1: '$ ' } })
    expect(await connect()).toBe('here\n')
    expect(live.snapshot().text()).toContain('here')
    await server.sessions.remove(live)
    expect(await connect()).toBe('here\n')
    expect(server.sessions.find('0')?.exited).toBe(false)
    await server.stop()
  },
)

/** Points the script's own `Terminal.connect()` at the test's server instead of the first port that answers. */
const replayer = `
import sys
from wrightty import Terminal
Terminal.discover = classmethod(lambda cls: [{'url': sys.argv[1]}])
exec(sys.stdin.read())
`

/** Whoever replays is given the address and the script; resolves with the exit code. */
type Replayer = (url: string, script: string) => Promise<unknown>

const inPython: Replayer = (url, script) => {
  const python = spawn(pythonInterpreter(), ['-c', replayer, url], { env, stdio: ['pipe', 'inherit', 'inherit'] })
  python.stdin.end(script)
  return new Promise((resolve) => python.once('exit', resolve))
}

const inShell: Replayer = (url, script) => {
  const bin = join(import.meta.dirname, '../../../bin/polytty')
  const functions = `wrightty() { '${process.execPath}' '${bin}' wrightty "$@"; }\n`
  const sh = spawn('sh', ['-e', '-s'], {
    env: { ...process.env, WRIGHTTY_SOCKET: url },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  sh.stdin.end(functions + script)
  return new Promise((resolve) => sh.once('exit', resolve))
}

test('a script that was recorded as Python does the same again', needsPythonClient(), () =>
  expectSame('python', inPython),
)

test('a script that was recorded as commands does the same again', () => expectSame('cli', inShell))

async function expectSame(format: 'python' | 'cli', replay: Replayer): Promise<void> {
  const program = {
    shell: '/bin/sh',
    args: ['-c', 'printf "\\033[?1000h\\033[?1006h"; while read line; do echo "got $line"; done'],
  }
  const drive = async (use: (client: Client, sessionId: string, url: string) => Promise<void>): Promise<string> => {
    const server = await startServer({ port: 0 })
    const client = await connect(server.url)
    const { sessionId } = await client.call('Session.create', program)
    await use(client, sessionId, server.url)
    const { text } = await client.call('Screen.getText', { sessionId })
    const { palette } = await client.call('Terminal.getColorPalette', {
      sessionId,
    })
    client.close()
    await server.stop()
    return `${text}\n${JSON.stringify(palette[1])}`
  }
  let script = ''
  const original = await drive(async (client, sessionId) => {
    const { recordingId } = await client.call('Recording.startActions', {
      sessionId,
      format,
    })
    await client.call('Input.sendText', { sessionId, text: `it's "quoted" \\ and é\n` })
    await client.call('Screen.waitForText', { sessionId, pattern: 'got it' })
    await client.call('Input.sendKeys', { sessionId, keys: ['x', { key: 'Char', char: 'y' }, 'Enter'] })
    await client.call('Screen.waitForText', { sessionId, pattern: '^got x.$', isRegex: true, timeout: 60_000 })
    await client.call('Screen.waitForText', { sessionId, pattern: '^[[:alpha:]]+ xy$', isRegex: true })
    const region = { top: 0, left: 0, bottom: 9, right: 79 }
    await client.call('Screen.waitForText', { sessionId, pattern: 'got', region })
    await client.call('Terminal.resize', { sessionId, cols: 60, rows: 10 })
    await client.call('Input.sendMouse', { sessionId, event: 'press', button: 'left', row: 1, col: 2 })
    await client.call('Screen.waitForCursor', { sessionId, col: 10 })
    await client.call('Terminal.setColorPalette', { sessionId, palette: { 1: { r: 1, g: 2, b: 3 } } })
    await client.call('Screen.waitForText', { sessionId, pattern: 'never', timeout: 0 })
    await expect(client.call('Input.sendKeys', { sessionId, keys: ['NoSuchKey'] })).rejects.toThrow()
    script = String((await client.call('Recording.stopActions', { recordingId })).data)
  })
  const replayed = await drive(async (_client, _sessionId, url) => {
    expect(await replay(url, script)).toBe(0)
  })
  expect(replayed).toBe(original)
  expect(original).toContain('{"r":1,"g":2,"b":3}')
  expect(script).toMatch(/# failed: .*\n# .*never/)
  expect(script).toMatch(/# failed: .*NoSuchKey/)
}
