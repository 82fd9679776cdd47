/** The published Python library of MCP with our tools, over HTTP and over standard input and output. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { pythonMcp } from '../../../scripts/programs.mjs'
import { needsPythonMcp, pythonInterpreter } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'

const use = `
import asyncio, json, os, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

async def talk(read, write):
    async with ClientSession(read, write) as session:
        await session.initialize()
        said = {'tools': [tool.name for tool in (await session.list_tools()).tools]}
        async def call(tool, **params):
            result = await session.call_tool(tool, params)
            said[tool] = result.content[0].text
        await call('run', command='echo hello; (exit 3)')
        await call('open', command='cat', name='c')
        await call('act', keys='typed')
        await call('look', session='c')
        await call('sessions')
        print(json.dumps(said))

async def main():
    if sys.argv[1].startswith('http'):
        async with streamable_http_client(sys.argv[1]) as streams:
            await talk(streams[0], streams[1])
    else:
        server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ))
        async with stdio_client(server) as (read, write):
            await talk(read, write)

asyncio.run(main())
`

async function python(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<unknown> {
  const options = { env: { ...env, PYTHONPATH: pythonMcp } }
  const { stdout } = await promisify(execFile)(pythonInterpreter(), ['-c', use, ...args], options)
  return JSON.parse(stdout)
}

const expected = {
  tools: ['open', 'run', 'act', 'look', 'sessions'],
  run: expect.stringMatching(/ exit=3 [^\n]*\nhello$/),
  act: expect.stringContaining('typed▏'),
  look: expect.stringContaining('\ntyped▏'),
  sessions: expect.stringMatching(/^s1 .*\nc /),
}

test('over HTTP', needsPythonMcp('bash'), async () => {
  const server = await startServer({ port: 0, shell: '/bin/bash' })
  onTestFinished(() => server.stop())
  expect(await python(process.env, `http://127.0.0.1:${server.port}/mcp`)).toMatchObject(expected)
})

test('over standard input and output', needsPythonMcp('bash'), async () => {
  const { env } = newUser()
  expect(await python(env, process.execPath, bin, 'mcp', '--alone')).toMatchObject(expected)
})
