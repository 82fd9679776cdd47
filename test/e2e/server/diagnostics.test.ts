/** What a server reports about itself: its log at every serving command, and its figures at /metrics. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { connect } from '@polytty/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { bin, newUser } from '../../support/polytty.js'

const SECRET = 'kept-from-every-log'

/** `polytty serve`, used as a client would, and what it wrote on standard error. */
async function logOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const user = newUser(env)
  const command = [bin, 'serve', '--port', '0', '--token', SECRET, '--redact-literal', SECRET, ...args]
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env: user.env })
  const log = text(server.stderr)
  const url = await new Promise<string>((resolve) =>
    createInterface(server.stdout).on('line', (line) => {
      const found = /ws:\/\/\S+/.exec(line)
      if (found) resolve(found[0])
    }),
  )
  await fetch(url.replace(/^ws/, 'http'), { headers: { origin: 'https://evil.test' } })
  const client = await connect(url, { token: SECRET })
  const print = `printf "\\033[?9999h%s" ready; read x; exit 3`
  const { sessionId } = await client.call('Session.create', { shell: '/bin/sh', args: ['-c', print] })
  await client.call('Screen.waitForText', { sessionId, pattern: 'ready' })
  await expect(client.call('Session.create', { shell: `/${SECRET}` })).rejects.toThrow()
  await client.call('Input.sendText', { sessionId, text: `${SECRET}\n` })
  client.close()
  server.kill()
  await once(server, 'exit')
  return log
}

describe('the log', () => {
  test('shows a whole session with --log-level debug, and no secret', async () => {
    const log = await logOf(['--log-level', 'debug'])
    for (const line of [
      /info listening url=ws:/,
      /debug protocol connected connection=\d+ peer=127\.0\.0\.1:\d+/,
      /debug protocol refused peer=\S+ status=403 reason="origin \\"https:\/\/evil\.test\\" is not allowed/,
      /debug protocol request connection=\d+ protocol=wrightty method=Session\.create outcome=ok ms=/,
      /debug protocol request connection=\d+ protocol=wrightty method=Session\.create outcome=spawn-failed ms=/,
      /debug pty program started session=\S+ program=\/bin\/sh pid=\d+ cols=\d+ rows=\d+/,
      /debug pty program not started program=/,
      /debug pty program ended session=\S+ pid=\d+/,
      /debug wait wait started session=\S+ type=text timeoutMs=\d+/,
      /debug wait wait ended session=\S+ type=text outcome=matched/,
      /debug engine unknown sequence session=\S+ sequence="mode \?9999"/,
      /debug protocol disconnected connection=\d+/,
      /info stopping/,
    ])
      expect(log).toMatch(line)
    expect(log).not.toContain(SECRET)
  })

  test('is JSON lines with --log-format json; POLYTTY_DEBUG chooses areas', async () => {
    const log = await logOf(['--log-format', 'json'], { POLYTTY_DEBUG: 'pty,wait' })
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(new Set(lines.map(({ area }) => area))).toEqual(new Set(['pty', 'wait']))
    expect(lines[0]).toMatchObject({ level: 'debug', message: 'program started', time: expect.any(String) })
  })

  test('says nothing by default', async () => expect(await logOf([])).toBe(''))

  test('a wrong area is an error that lists them', async () => {
    const { code, stderr } = await newUser({ POLYTTY_DEBUG: 'everything' }).run('serve', '--port', '0')
    expect([code, stderr]).toEqual([2, expect.stringContaining('protocol, pty, wait, engine')])
  })

  test.each([
    ['ptywright', 'serve', '--stdio'],
    ['tuispec', 'server', '--artifact-dir', 'artifacts'],
    ['termwright', 'daemon', '--', 'true'],
  ])('%s %s logs alike', async (...args) => {
    const { stderr } = await newUser({ POLYTTY_DEBUG: 'protocol,pty' }).run(...args)
    expect(stderr).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} debug (protocol connected connection=1 peer=stdio|pty program started)/m,
    )
  })
})

describe('/metrics', () => {
  test('counts sessions, bytes, requests, waits, queues and the delay of the event loop; names no session', async () => {
    const server = await startServer({ port: 0, token: SECRET })
    onTestFinished(() => server.stop())
    const client = await connect(server.url, { token: SECRET })
    const { sessionId } = await client.call('Session.create', { shell: '/bin/echo', args: ['ready'] })
    await client.call('Screen.waitForText', { sessionId, pattern: 'ready' })
    await expect(client.call('Screen.getText', { sessionId: 'missing' })).rejects.toThrow()
    const metrics = `${server.url.replace(/^ws/, 'http')}/metrics`
    expect((await fetch(metrics)).status).toBe(401)
    const answer = await fetch(metrics, { headers: { authorization: `Bearer ${SECRET}` } })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const body = await answer.text()
    for (const line of [
      /^polytty_sessions_started_total 1$/m,
      /^polytty_session_output_bytes_total [1-9]\d*$/m,
      /^polytty_clients\{protocol="wrightty"\} 1$/m,
      /^polytty_request_seconds_count\{protocol="wrightty",outcome="ok"\} [1-9]/m,
      /^polytty_request_seconds_count\{protocol="wrightty",outcome="error"\} 1$/m,
      /^polytty_wait_seconds_count\{outcome="matched"\} 1$/m,
      /^polytty_queue_bytes\{queue="outbox"\} 0$/m,
      /^polytty_event_loop_delay_seconds\{quantile="0\.99"\} \d/m,
    ])
      expect(body).toMatch(line)
    expect(body).not.toContain(sessionId)
    for (const line of body.trim().split('\n')) expect(line).toMatch(/^(#|[a-z_]+(\{[^}]*\})? [\d.e+-]+$)/)
  })
})
