/** The tools of the wrightty package's MCP server, as a host that was configured for it starts and calls them. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { bin, newUser } from '../../support/polytty.js'

const names = [
  ...['run_command', 'read_terminal', 'send_keys', 'send_text', 'screenshot', 'wait_for_text', 'terminal_info'],
  ...['start_recording', 'stop_recording', 'capture_screen_frame'],
]

test('are there, and do what they say', needs('bash'), async () => {
  const server = await startServer({ port: 0, shell: '/bin/bash' })
  onTestFinished(() => server.stop())
  const env = { ...newUser().env, WRIGHTTY_SOCKET: server.url }
  const child = spawn(process.execPath, [bin, 'wrightty', 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    const { value } = (await lines.next()) as { value: string }
    return (JSON.parse(value) as { result: Record<string, unknown> }).result
  }
  const call = async (name: string, args: object = {}): Promise<string> => {
    const { content } = (await ask('tools/call', { name, arguments: args })) as { content: { text: string }[] }
    return content[0]?.text ?? ''
  }
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  expect(await ask('initialize', client)).toMatchObject({ serverInfo: { name: 'wrightty' } })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  const { tools } = (await ask('tools/list', {})) as { tools: { name: string; inputSchema: { required?: string[] } }[] }
  expect(tools.map(({ name }) => name)).toEqual(names)
  expect(tools[0]?.inputSchema.required).toEqual(['command'])
  const recording = JSON.parse(await call('start_recording')) as Record<string, string>
  expect(await call('run_command', { command: 'echo one; echo two' })).toBe('one\ntwo')
  expect(await call('send_text', { text: 'echo typed\n' })).toContain('typed')
  expect(await call('wait_for_text', { pattern: 'ty[p]ed', regex: true })).toContain('typed')
  expect(await call('wait_for_text', { pattern: 'never', timeout: 0.1 })).toBe("Timeout: 'never' not found after 0.1s")
  expect(await call('send_keys', { keys: ['Ctrl+l'] })).not.toContain('typed')
  expect(await call('screenshot')).toMatch(/^<svg/)
  expect(await call('capture_screen_frame', { format: 'text' })).toMatch(/[$#]/)
  expect(JSON.parse(await call('terminal_info'))).toMatchObject({ version: '0.1.0', size: { cols: 80, rows: 24 } })
  const stopped = JSON.parse(
    await call('stop_recording', {
      session_recording_id: recording.sessionRecordingId,
      action_recording_id: recording.actionRecordingId,
    }),
  ) as { session: { file: string }; actions: { script: string } }
  expect(readFileSync(stopped.session.file, 'utf8')).toContain('one')
  expect(stopped.actions.script).toContain('term.send_text')
  expect(await call('send_keys', { keys: [] })).toContain('error')
})

test('the skill is printed, or put where agents look', async () => {
  const user = newUser()
  const { stdout } = await user.run('wrightty', 'skill')
  expect(stdout).toMatch(/^---\nname: wrightty\n/)
  for (const name of names) expect(stdout).toContain(name)
  const folder = newFolder()
  expect((await user.run('wrightty', 'skill', folder)).stdout).toBe(`${folder}/wrightty/SKILL.md\n`)
})
