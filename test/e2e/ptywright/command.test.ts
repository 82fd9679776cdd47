/** `polytty ptywright …` from outside: transports, flags, exit codes, logs, the repl. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { connectPtywright } from './client.js'

const echo = join(
  import.meta.dirname,
  '../../../packages/polytty/src/protocols/ptywright/conformance/plugins/echo/manifest.toml',
)

let home: string
let env: NodeJS.ProcessEnv
beforeAll(() => {
  home = newFolder()
  env = { ...process.env, PTYWRIGHT_HOME: home }
})

function run(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [bin, 'ptywright', ...args], { encoding: 'utf8', input, env, timeout: 120_000 })
}

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The next line of stderr or stdout that contains a text. */
async function printsLine(child: ChildProcess, text: string): Promise<string> {
  for (const stream of [child.stderr!, child.stdout!])
    createInterface(stream).on('line', (line) => line.includes(text) && child.emit('printed', line))
  return ((await once(child, 'printed')) as [string])[0]
}

function request(id: number, method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

test('stdio: answers in order, nothing else on stdout, exit 0 at the end of input', () => {
  const lines = [
    request(1, 'adapter.start', { plugin: 'shell' }),
    request(2, 'adapter.turn', { adapter: 'e1', send: { intent: 'run', params: { command: 'echo out' } } }),
    request(3, 'adapter.inspect', { adapter: 'e1' }),
  ]
  const { status, stdout, stderr } = run(['serve', '--stdio'], `${lines.join('\n')}\n`)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: { plain_text?: string } })
  expect([status, stderr]).toEqual([0, ''])
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(answers[2]!.result.plain_text).toMatch(/^out$/m)
})

test('stdio with Content-Length frames', () => {
  const body = request(1, 'session.list')
  const { status, stdout } = run(
    ['serve', '--stdio', '--framing', 'lsp'],
    `content-length: ${body.length}\r\n\r\n${body}`,
  )
  const answer = '{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}'
  expect([status, stdout]).toEqual([0, `Content-Length: ${answer.length}\r\n\r\n${answer}`])
})

test('a socket: its owner alone, several clients, gone after a signal', async () => {
  const server = start('ptywright', 'serve')
  const path = join(home, 'socket')
  expect(await printsLine(server, 'listening')).toBe(`ptywright listening on ${path}`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const [one, two] = [await connectPtywright(path), await connectPtywright(path)]
  await one.call('adapter.start', { plugin: 'shell' })
  expect(await two.call('adapter.live')).toMatchObject({
    adapters: [{ adapter: 'e1', plugin: 'shell', finished: false }],
  })
  server.kill('SIGTERM')
  expect((await once(server, 'exit'))[0]).toBe(143)
  expect(existsSync(path)).toBe(false)
})

test.each([
  [['serve', '--stdio', '--socket', 'x'], 'polytty: --stdio and --socket cannot be combined: choose one\n'],
  [['serve', '--server', 'x'], 'polytty: --server needs --stdio: other clients use its socket directly\n'],
  [['serve', '--socket', '/etc/passwd'], 'polytty: refusing to replace non-socket path: /etc/passwd\n'],
  [['serve', '--plugin', '/no/token=secret'], 'polytty: cannot load the plugin /no/token=[REDACTED] ENOENT\n'],
  [['serve', '--stdio', '--server', '/no/such'], 'polytty: no server answers at /no/such: ENOENT\n'],
  [
    ['repl', '--socket', '/no/such'],
    'polytty: no server answers at /no/such (ENOENT): start polytty ptywright serve first\n',
  ],
  [['completions', 'tcsh'], "polytty: unknown shell 'tcsh', expected one of: bash, zsh, fish, elvish, powershell\n"],
  [['run', '--', '/no/such'], 'polytty: '],
])('%j fails with a line and exit 1', (args, line) => {
  const { status, stdout, stderr } = run(args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(line)
  expect(stderr.split('\n')).toHaveLength(2)
})

test('completions', () => {
  expect(run(['completions', 'bash'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('complete -F _polytty polytty'),
  })
})

test('run ends as its program does', () => {
  expect(run(['run', '--', '/bin/sh', '-c', 'printf hi; exit 5'])).toMatchObject({ status: 5, stdout: 'hi' })
})

test('plugins from the command line, and what they print in the log', () => {
  const folder = mkdtempSync(join(home, 'plugin-'))
  const manifest = join(folder, 'manifest.toml')
  const permissions = '["session.spawn", "screen.read"]'
  const target = '[default_target]\nprogram = "/bin/cat"\n'
  const about = 'name = "noisy"\nkind = "adapter"\nversion = "1"\nruntime = "lua"\nentrypoint = "main.lua"\n'
  writeFileSync(manifest, `${about}permissions = ${permissions}\n${target}`)
  const source = 'return { classify = function() print("password=hunter2", "seen") return { state = "noisy" } end }'
  writeFileSync(join(folder, 'main.lua'), source)
  const lines = [
    request(1, 'adapter.start', { plugin: 'noisy' }),
    request(2, 'plugin.load', { manifest_path: echo }),
    request(3, 'adapter.list'),
  ]
  const args = ['serve', '--stdio', '--plugin', manifest, '--allow-plugin-load']
  const { status, stdout } = run(args, `${lines.join('\n')}\n`)
  expect(status).toBe(0)
  const [started, loaded, listed] = stdout.split('\n')
  expect(started).toContain('"state":"noisy"')
  expect(loaded).toBe('{"jsonrpc":"2.0","id":2,"result":{"plugin":"echo"}}')
  expect(listed).toMatch(/"noisy".*"echo"/)

  const logs = join(home, 'logs')
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).mode & 0o777).toBe(0o600)
  const reported = run(['logs', '--no-follow', '--filter', 'noisy/main.lua'])
  expect(reported.status).toBe(0)
  expect(reported.stdout).toMatch(
    /^==> tailing \S+ <==\n\d{4}-\S+Z \d+ plugin noisy\/main.lua: password=\[REDACTED\] seen\n$/,
  )
  expect(run(['logs', '--no-follow', '--lines', '1']).stdout.split('\n')).toHaveLength(3)
  expect(run(['logs', '--no-follow', '--filter', 'no such thing']).stdout.split('\n')).toHaveLength(2)
})

test('a plugin that hangs in a C function costs its own call', async () => {
  const folder = mkdtempSync(join(home, 'plugin-'))
  const manifest = join(folder, 'manifest.toml')
  writeFileSync(manifest, readFileSync(echo, 'utf8').replace('"echo"', '"hangs"'))
  const source = `local n = 0
    return {
      classify = function() n = n + 1 return { state = 'here', evidence = tostring(n) } end,
      hang = function() return string.rep('', 1e15) end,
    }`
  writeFileSync(join(folder, 'main.lua'), source)
  const server = start('ptywright', 'serve', '--socket', join(folder, 'socket'), '--plugin', manifest)
  await printsLine(server, 'listening')
  const [one, two] = [await connectPtywright(join(folder, 'socket')), await connectPtywright(join(folder, 'socket'))]
  await one.call('adapter.start', { plugin: 'hangs' })
  await one.call('adapter.start', { plugin: 'hangs' })
  const hanging = expect(one.call('adapter.send', { adapter: 'e1', intent: 'hang' })).rejects.toMatchObject({
    code: -32603,
    message: 'plugin hangs failed in hang: took longer than 5000 ms',
  })
  // Everyone else is answered meanwhile, and the other copy of the plugin forgets nothing.
  await two.call('adapter.state', { adapter: 'e2' })
  await two.call('adapter.start', { plugin: 'shell' })
  await hanging
  expect(await two.call('adapter.state', { adapter: 'e1' })).toMatchObject({ state: { evidence: '1' } })
  expect(await two.call('adapter.state', { adapter: 'e2' })).toMatchObject({ state: { evidence: '3' } })
})

test('stdio in front of a running server shares its sessions', async () => {
  const socket = join(home, 'shared')
  const server = start('serve', '--port', '0', '--socket', socket, '--plugin', echo)
  await printsLine(server, 'is listening')
  const direct = await connectPtywright(socket)
  await direct.call('session.create', { program: '/bin/cat' })
  expect(await direct.call('plugin.describe', { plugin: 'echo' })).toMatchObject({ plugin: 'echo' })
  for (const framing of ['ndjson', 'lsp']) {
    const ask = request(1, 'session.list')
    const input = framing === 'lsp' ? `Content-Length: ${ask.length}\r\n\r\n${ask}` : `{\n${ask}\n`
    const { status, stdout } = run(['serve', '--stdio', '--framing', framing, '--server', socket], input)
    expect(status).toBe(0)
    expect(stdout).toContain('{"jsonrpc":"2.0","id":1,"result":{"sessions":["s1"]}}')
    if (framing === 'ndjson') expect(stdout).toContain('"code":-32700')
  }
})

test('the repl from a pipe', () => {
  const good = ['# a comment', 'help', 'session.create program=/bin/echo args=["two words"]', 'session.list', 'quit']
  const { status, stdout, stderr } = run(['repl', '--stdio'], good.join('\n'))
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('{"session":"s1"}\n{"sessions":["s1"]}\n')
  const bad = run(
    ['repl', '--stdio', '--', process.execPath, bin, 'ptywright', 'serve', '--stdio'],
    'session.nope\nx y\n',
  )
  expect(bad).toMatchObject({ status: 1, stdout: '' })
  expect(bad.stderr).toBe('-32601 unknown method: session.nope\nexpected name=value or a JSON object, not y\n')
  expect(run(['repl', '--stdio', '--', '/bin/false'], 'session.list\n')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the server closed the connection'),
  })
})

test('the repl brings a server where none is, which ends with it', () => {
  const socket = join(home, 'socket')
  const { status, stdout, stderr } = run(['repl'], 'session.create program=/bin/cat\nsession.list\n')
  expect([status, stdout]).toEqual([0, '{"session":"s1"}\n{"sessions":["s1"]}\n'])
  expect(stderr).toBe(`polytty: no server at ${socket}: starting one that ends with this repl\n`)
  expect(existsSync(socket)).toBe(false)
})

test('the repl finds the server that is there, and leaves it', async () => {
  const server = start('ptywright', 'serve')
  await printsLine(server, 'listening')
  expect(run(['repl'], 'session.list\n')).toMatchObject({ status: 0, stdout: '{"sessions":[]}\n', stderr: '' })
  expect(run(['repl'], 'session.list\n')).toMatchObject({ status: 0, stderr: '' })
})

test("the repl's own commands", () => {
  const lines = [
    ':rpc server.capabilities',
    ':notifications on adapters=e1,e2 sessions=s1',
    ':notifications off',
    ':live',
    ':attach all',
    ':tabs',
    'adapter.start plugin=shell program=/bin/cat',
    ':attach all',
    'adapter.close',
    ':rpc adapter.start {"plugin":"nothing"}',
    ':attach e9',
    ':focus e9',
    ':notifications perhaps',
    ':dance',
    ':q',
  ]
  const { status, stdout, stderr } = run(['repl', '--stdio'], `${lines.join('\n')}\n`)
  expect(status).toBe(1)
  const [capabilities, on, off, live, none, tabs, started, attached, closed] = stdout.split('\n')
  expect(JSON.parse(capabilities!)).toMatchObject({ name: 'ptywright' })
  expect(JSON.parse(on!)).toEqual({ enabled: true, adapters: ['e1', 'e2'], sessions: ['s1'] })
  expect(JSON.parse(off!)).toMatchObject({ enabled: false })
  expect(live).toBe('{"adapters":[]}')
  expect([none, tabs]).toEqual(['no live adapters', 'no adapters are attached'])
  expect(started).toContain('"adapter":"e1"')
  expect([attached, closed]).toEqual(['attached: *e1:shell', '{"closed":true}'])
  const [plugin, unknown, focus, notifications, dance] = stderr.split('\n')
  expect(plugin).toContain('-32602 unknown plugin: nothing')
  expect([unknown, focus]).toEqual(['unknown adapter: e9', 'unknown adapter: e9; :attach it first'])
  expect(notifications).toContain(':notifications on|off')
  expect(dance).toContain('unknown command :dance')
})

test('the repl at a terminal completes methods, plugins and intents', async () => {
  const sessions = new SessionRegistry({ baseEnv: env })
  onTestFinished(() => sessions.dispose())
  const args = [bin, 'ptywright', 'repl', '--stdio']
  const repl = await sessions.create({ program: process.execPath, args, cols: 120, rows: 40 })
  const shows = async (text: string): Promise<void> => {
    const { kind, snapshot } = await repl.wait({ type: 'text', text }, { timeoutMs: 60_000 })
    expect(kind, snapshot.text()).toBe('matched')
  }
  await shows('ptywright>')
  await repl.write('adapter.star\t')
  await shows('adapter.start')
  await repl.write('\x15adapter.start plug\t')
  await shows('adapter.start plugin=')
  await repl.write('she\t')
  await shows('adapter.start plugin=shell')
  await repl.write('\r')
  await shows("adapter: 'e1'")
  await repl.write('adapter.send adapter=\t')
  await shows('adapter.send adapter=e1')
  await repl.write('intent=int\t')
  await shows('intent=interrupt')
  await repl.write('\x15adapter.wait adapter=e1 intent=wait_e\t')
  await shows('intent=wait_exit_matcher')
  await repl.write('\x15server.set_notifications enabled=true\r')
  await shows('enabled: true')
  await repl.write('adapter.send adapter=e1 intent=run params.command="echo reported"\r')
  await shows("method: 'session.output'")
  // Ctrl+C forgets what was typed, and nothing else.
  await repl.write('session.list and more\x1b[D\x1b[D\x03server.capabilities\r')
  await shows("implementation: 'polytty'")
  await repl.write('\x03quit\r')
  expect((await repl.wait({ type: 'exited' })).kind).toBe('matched')
  expect(repl.exit).toMatchObject({ code: 0 })
})
