/** How long `polytty mcp` lives: as long as its client, whatever becomes of the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { bin, newUser } from '../../support/polytty.js'

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

test.each([
  ['a client that says nothing', [], ''],
  ['one that says nothing, alone', ['--alone'], ''],
  ['one that begins', [], `${initialize}\n`],
  ['one that begins, alone', ['--alone'], `${initialize}\n`],
])('it ends with %s', async (_, flags, input) => {
  const { env, home, run } = newUser()
  const child = spawn(process.execPath, [bin, 'mcp', ...flags], { env, cwd: home, stdio: ['pipe', 'pipe', 'ignore'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  child.stdin.end(input)
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(input === '' ? [] : [1])
  await run('stop')
})

test('when its server goes, what was asked fails, and the next one is asked', async () => {
  const { env, home, run } = newUser()
  const clean = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]))
  const client = new Client({ name: 'test', version: '1' })
  const transport = { command: process.execPath, args: [bin, 'mcp'], env: clean, cwd: home, stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport(transport))
  onTestFinished(async () => {
    await client.close()
    await run('stop')
  })
  await client.callTool({ name: 'open', arguments: { command: 'cat', name: 'kept' } })
  const waiting = client.callTool({ name: 'act', arguments: { until: 'never', timeout: 600 } })
  const { pid } = JSON.parse((await run('status', '--json')).stdout) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await expect(waiting).rejects.toThrow('the server has gone: ask again')
  const { content } = (await client.callTool({ name: 'sessions', arguments: {} })) as { content: { text: string }[] }
  // The program has survived it.
  expect(content[0]!.text).toMatch(/^kept .*cat in /)
})

test('what must be approved needs a server that others reach', async () => {
  const { stderr, code } = await newUser().run('mcp', '--approve', 'rm')
  expect([code, stderr]).toEqual([2, expect.stringContaining('polytty serve --approve REGEX')])
})
