/** Bridges from the command line, and the published Python client on a pane of tmux. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { connect } from '@polytty/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pythonClient } from '../../../scripts/programs.mjs'
import { needs, needsPythonClient, pythonInterpreter } from '../../support/needs.js'
import { bin, newUser, type User } from '../../support/polytty.js'
import { newTmux } from './with-tmux.js'

/** A server in the foreground; the address that it prints. */
async function serve(user: User, ...args: readonly string[]): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [bin, ...args], { env: user.env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (ws:\S+)|wrightty\s+(ws:\S+)/.exec(line)
    if (url) return { url: url[1] ?? url[2] ?? '', process: child }
  }
  throw new Error('the server said nothing')
}

describe('on the command line', needs('tmux'), () => {
  test('a pane is adopted, used and released', async () => {
    const tmux = newTmux('sh')
    const user = newUser({ TMUX: `${tmux.socket},1,0` })
    expect((await user.run('adopt')).stdout).toMatch(/%0\s+main:0\.0\s+80x24\s+sh/)
    expect(await user.run('adopt', '%0')).toMatchObject({ code: 0, stdout: 'main:0.0\n' })
    expect((await user.run('run', '-s', '%0', 'echo from the pane')).stdout).toBe('from the pane\n')
    expect((await user.run('look', '%0')).stdout).toContain('from the pane')
    expect((await user.run('sessions')).stdout).toMatch(/main:0\.0/)
    expect((await user.run('release', '%0')).code).toBe(0)
    expect((await user.run('look', '%0')).code).not.toBe(0)
    expect(tmux.run('capture-pane', '-p')).toContain('from the pane')
    const wrong = await user.run('adopt', '%9')
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tmux has no pane %9; it has %0 (main:0.0)'),
    })
  })

  test('a server has all panes, and a bridge is listed where wrightty looks', async () => {
    const tmux = newTmux('sh')
    const user = newUser()
    const { url } = await serve(user, 'serve', '--port', '0', '--bridge', `tmux:${tmux.socket}`)
    const client = await connect(url)
    const { sessions } = await client.call('Session.list', {})
    expect(sessions).toMatchObject([{ sessionId: '%0', name: 'main:0.0', bridge: { kind: 'tmux', grade: 'bytes' } }])
    client.close()
    const bridge = await serve(user, 'bridge', 'tmux', '--socket', tmux.socket, '--port', '0')
    const other = await connect(bridge.url)
    const { implementation, capabilities } = await other.call('Wrightty.getInfo', {})
    expect(implementation).toBe('polytty-bridge-tmux')
    expect(capabilities.bridges).toMatchObject([{ kind: 'tmux', grade: 'bytes', polled: false }])
    const { sessionId } = await other.call('Session.create', { shell: '/bin/cat' })
    expect(tmux.run('list-panes', '-aF', '#{pane_current_command}')).toContain('cat')
    expect(await other.call('Session.destroy', { sessionId })).toEqual({ exitCode: null })
    other.close()
    // It ends with the terminal that it is a bridge to.
    const ended = once(bridge.process, 'exit')
    tmux.run('kill-server')
    await ended
  })

  test('says what is missing', async () => {
    const user = newUser()
    const none = await user.run('bridge', 'tmux', '--socket', '/no/such/socket')
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('tmux is not running') })
    expect(none.stderr).toContain('tmux new-session -d -s main')
    expect((await user.run('serve', '--port', '0', '--bridge', 'nosuch')).stderr).toContain('no bridge to "nosuch"')
  })
})

const driving = `
import json, sys
from wrightty import Terminal
term = Terminal.connect(sys.argv[1])
term.wait_for_prompt()
report = {'run': term.run('echo hello; sh -c "exit 0"'), 'size': term.get_size()}
term.send_text('echo typed\\n')
report['seen'] = 'typed' in term.wait_for('typed')
term.send_keys('Ctrl+l')
report['svg'] = term.screenshot('svg')[:4]
recording = term.start_session_recording(False)
term.run('echo recorded')
report['cast'] = 'recorded' in term.stop_session_recording(recording)['data']
print(json.dumps(report))
`

test('the published Python client drives a pane', needsPythonClient('tmux', 'bash'), async () => {
  const tmux = newTmux('env PS1="$ " bash --norc', { cols: 100, rows: 30 })
  const user = newUser()
  const { url } = await serve(user, 'bridge', 'tmux', '--socket', tmux.socket, '--port', '0')
  const env = { ...process.env, PYTHONPATH: pythonClient }
  const python = spawn(pythonInterpreter(), ['-c', driving, url], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  for await (const chunk of python.stdout) chunks.push(chunk as Buffer)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
    ...{ run: 'hello', size: [100, 30], seen: true, svg: '<svg', cast: true },
  })
  expect(tmux.run('capture-pane', '-p')).toContain('recorded')
})
