/** The published Python client against our server, as it is. Its set-up is in scripts/setup.mjs. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
