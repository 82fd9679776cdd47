/** The published Python client against our server, as it is. Its set-up is in scripts/setup.mjs. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RpcClient } from '../../../src/sdk/rpc-client.js'
import { startServer } from '../../../src/server/server.js'

const library = join(import.meta.dirname, '../../../.setup/python')

const script = `
import json, sys
from wrightty import Terminal
term = Terminal.spawn(server_url=sys.argv[1])
said = {'run': term.run('echo hello; sh -c "exit 0"'), 'size': term.get_size()}
term.resize(100, 30)
recording, actions = term.start_session_recording(True), term.start_action_recording('python')
term.send_text('echo recorded\\n')
term.wait_for('recorded')
term.send_keys('Ctrl+l')
said['script'] = term.stop_action_recording(actions)['data']
said['cast'] = term.stop_session_recording(recording)['data']
said['png'] = len(term.screenshot('png')) > 1000
said['resized'] = term.get_size()
term.close()
print(json.dumps(said))
`

test.runIf(existsSync(library))('runs commands, records, resizes and takes pictures', async () => {
  const server = await startServer({ port: 0, shell: '/bin/bash' })
  const python = spawn('python3', ['-c', script, server.url], {
    env: { ...process.env, PYTHONPATH: library },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  for await (const chunk of python.stdout) chunks.push(chunk as Buffer)
  const said = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  expect(said).toMatchObject({ run: 'hello', size: [120, 40], resized: [100, 30], png: true })
  expect(said.script).toContain("term.send_text('echo recorded\\n')")
  expect(said.cast).toMatch(/^\{"version":2,"width":100,"height":30/)
  await server.stop()
})

/** Points the script's own `Terminal.connect()` at the test's server instead of the first port that answers. */
const replayer = `
import sys
from wrightty import Terminal
Terminal.discover = classmethod(lambda cls: [{'url': sys.argv[1]}])
exec(sys.stdin.read())
`

test.runIf(existsSync(library))('a script that was recorded does the same again', async () => {
  const program = { shell: '/bin/sh', args: ['-c', 'while read line; do echo "got $line"; done'] }
  const drive = async (use: (client: RpcClient, sessionId: string, url: string) => Promise<void>): Promise<string> => {
    const server = await startServer({ port: 0 })
    const client = await RpcClient.connect({ url: server.url })
    const { sessionId } = await client.call<{ sessionId: string }>('Session.create', program)
    await use(client, sessionId, server.url)
    const { text } = await client.call<{ text: string }>('Screen.getText', { sessionId })
    client.close()
    await server.stop()
    return text
  }
  let script = ''
  const original = await drive(async (client, sessionId) => {
    const { recordingId } = await client.call<{ recordingId: string }>('Recording.startActions', {
      sessionId,
      format: 'python',
    })
    await client.call('Input.sendText', { sessionId, text: `it's "quoted" \\ and é\n` })
    await client.call('Screen.waitForText', { sessionId, pattern: 'got it' })
    await client.call('Input.sendKeys', { sessionId, keys: ['x', { key: 'Char', char: 'y' }, 'Enter'] })
    await client.call('Screen.waitForText', { sessionId, pattern: 'got x.', isRegex: true })
    await client.call('Terminal.resize', { sessionId, cols: 60, rows: 10 })
    script = (await client.call<{ data: string }>('Recording.stopActions', { recordingId })).data
  })
  const replayed = await drive(async (_client, _sessionId, url) => {
    const python = spawn('python3', ['-c', replayer, url], {
      env: { ...process.env, PYTHONPATH: library },
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    python.stdin.end(script)
    expect(await new Promise((resolve) => python.once('exit', resolve))).toBe(0)
  })
  expect(replayed).toBe(original)
})
