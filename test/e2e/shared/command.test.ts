/** The commands that look at a server from outside, the joins, and the shims: real processes, a real terminal. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { version } from '../../../packages/polytty/src/base/package.js'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'

const run = promisify(execFile)
let folder: string
let server: Server

beforeAll(async () => {
  folder = newFolder()
  server = await startServer({ port: 0, socket: join(folder, 'socket'), token: 'open sesame' })
})
afterAll(async () => {
  await server.stop()
})

async function polytty(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, [bin, ...args], { cwd: folder })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

async function session(name: string, program = '/bin/cat', args: string[] = []) {
  const made = await server.sessions.create({ program, args, name, cols: 60, rows: 10 })
  onTestFinished(() => void server.sessions.remove(made))
  return made
}

describe('sessions and kill', () => {
  test('by socket, without a token; by address, with one', async () => {
    const listed = await session('listed', '/bin/sh', ['-c', 'read a\nread b'])
    await listed.settled()
    const { stdout } = await polytty('sessions', '--server', server.socket!)
    expect(stdout).toMatch(/^NAME +STATE +AGE +ACTIVE +SIZE +CLIENTS +PROGRAM +WHY *\n/)
    expect(stdout).toMatch(
      /\nlisted +(?:line-input|quiet) +\d s +\d s ago +60x10 +- +\/bin\/sh -c read a read b +\S.*\n/,
    )
    const url = server.url.replace('ws', 'http')
    const json = await polytty('sessions', '--server', url, '--token', 'open sesame', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'listed', cols: 60, rows: 10, exit: null, clients: {} }])
    expect(await polytty('sessions', '--server', url)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/token/i),
    })
  })

  test('kill ends one, by name or the beginning of its id, and says what there is', async () => {
    const one = await session('one')
    const two = await session('two')
    const kill = (name: string) => polytty('kill', name, '--server', server.socket!)
    expect(await kill('on')).toMatchObject({ code: 1, stderr: expect.stringContaining('available: one, two') })
    expect(await kill('one')).toMatchObject({ code: 0, stderr: '' })
    expect(await kill(two.id.slice(0, 8))).toMatchObject({ code: 0, stderr: '' })
    expect([one.exited, two.exited]).toEqual([true, true])
    expect(await polytty('sessions', '--server', server.socket!)).toMatchObject({
      stdout: expect.stringContaining('no sessions'),
    })
  })

  test('no one there is a line with what to do', async () => {
    const { code, stderr } = await polytty('sessions', '--server', join(folder, 'nothing'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no server answers at .*\n.*polytty serve --socket/)])
  })
})

test('watch shows a session live in a smaller terminal, types nothing into it, and gives the terminal back', async () => {
  const watched = await session('watched', '/bin/sh', [
    '-c',
    'printf "\\033[32mgreen\\033[m\\n"; read a; seq 5; read a; seq 20; read a',
  ])
  const outer = await newRegistry().create({
    program: '/bin/sh',
    args: [
      '-c',
      `printf 'before\\n'; ${process.execPath} ${bin} watch watched --server ${server.socket}; echo after $?; read x`,
    ],
    cols: 40,
    rows: 8,
  })
  await see(outer, 'green')
  await see(outer, 'watching watched · 60x10 · q leaves')
  expect(outer.snapshot().cell(0, 0).fg).toBe(2)
  await outer.write('this is not typed')
  await watched.write('\r')
  await see(outer, '5')
  await watched.write('\r')
  // The bottom is where the cursor is.
  await see(outer, '20')
  expect(watched.snapshot().text()).not.toContain('typed')
  expect([watched.cols, watched.rows]).toEqual([60, 10])
  await outer.write('q')
  await see(outer, 'after 0')
  expect(outer.snapshot().text()).toMatch(/before\n\[no longer watching watched\]\nafter 0/)
  expect(outer.snapshot().alternateScreen).toBe(false)
})

test('a terminal is not attached to the session that it is in', async () => {
  const attach = `${process.execPath} ${bin} wsh --server ${server.url.replace('ws', 'http')} --token 'open sesame' attach self; read x`
  await see(await session('self', '/bin/sh', ['-c', attach]), 'it would show itself')
})

test('the default session is made again where its program has ended', async () => {
  const target = ['--url', server.url, '--password', 'open sesame']
  expect((await polytty('wrightty', 'run', ...target, 'exit 3')).code).toBe(3)
  expect(await polytty('wrightty', 'run', ...target, 'echo back')).toMatchObject({ code: 0, stdout: 'back\n' })
  await server.sessions.remove(server.sessions.get('0'))
})

describe('joining', () => {
  test('needs a socket, and says so when it is given an address', async () => {
    const { code, stderr } = await polytty('termwright', 'daemon', '--server', 'http://127.0.0.1:9420', '--', 'cat')
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs the path of the server's socket")])
  })

  test('a termwright daemon runs its program on the server, in the caller’s folder, and both end together', async () => {
    writeFileSync(join(folder, 'here.txt'), '')
    const daemon = spawn(
      process.execPath,
      [bin, 'termwright', 'daemon', '--server', server.socket!, '--', 'sh', '-c', 'ls; cat'],
      { cwd: folder },
    )
    const [socket] = await new Promise<[string]>((resolve) =>
      createInterface(daemon.stdout).once('line', (line) => resolve([line])),
    )
    const exec = (method: string, params = 'null') =>
      polytty('termwright', 'exec', '--socket', socket, '--method', method, '--params', params)
    expect((await exec('wait_for_text', '{"text": "here.txt"}')).stdout).toContain('"found":true')
    expect(server.sessions.find('sh')).toBeDefined()
    const gone = new Promise((resolve) => server.sessions.onDestroyed.on(({ name }) => name === 'sh' && resolve(name)))
    const over = new Promise((resolve) => daemon.once('exit', resolve))
    daemon.kill('SIGTERM')
    expect(await over).toBe(0)
    expect(await gone).toBe('sh')
  })

  test('a daemon that only stands before a session ends without it', async () => {
    const driven = await session('driven')
    const { stdout } = await polytty(
      'termwright',
      'daemon',
      '--background',
      '--server',
      server.socket!,
      '--session',
      'driven',
    )
    const exec = (method: string) => polytty('termwright', 'exec', '--socket', stdout.trim(), '--method', method)
    expect((await exec('close')).code).toBe(0)
    expect(driven.exited).toBe(false)
    const gone = await exec('status')
    expect(gone.code).not.toBe(0)
  })

  test('the daemon ends with its program', async () => {
    const { stdout } = await polytty('termwright', 'daemon', '--server', server.socket!, '--', 'true')
    expect(stdout).toMatch(/termwright-\d+\.sock\n$/)
  })

  test('a tuispec server launches on the server', async () => {
    const input = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"name":"joined"}}',
      '{"jsonrpc":"2.0","id":2,"method":"launch","params":{"command":"sh","args":["-c","pwd; cat"]}}',
      `{"jsonrpc":"2.0","id":3,"method":"waitForText","params":{"selector":{"type":"exact","text":"${basename(folder)}"}}}`,
    ]
    const seen = new Promise<string>((resolve) => server.sessions.onCreated.on(({ name }) => resolve(name)))
    const { stdout, status } = await new Promise<{ stdout: string; status: number | null }>((resolve) => {
      const child = spawn(
        process.execPath,
        [bin, 'tuispec', 'server', '--artifact-dir', 'art', '--server', server.socket!],
        { cwd: folder },
      )
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString()
      })
      child.once('close', (status) => resolve({ stdout, status }))
      child.stdin.end(`${input.join('\n')}\n`)
    })
    expect(await seen).toBe('joined')
    expect(status).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { id: 1, result: { artifactRoot: join(folder, 'art/sessions/joined') } },
      { id: 2, result: { ok: true } },
      { id: 3, result: { ok: true } },
    ])
  })
})

describe('shims', () => {
  test('each prints its version and its usage under its own name', async () => {
    const shims = join(folder, 'versions')
    await polytty('shims', shims)
    const originals = { wrightty: '0.2.5', termwright: '0.2.0', ptywright: '0.3.0', wsh: '0.1.0', tuispec: version }
    for (const [name, original] of Object.entries(originals)) {
      const { stdout, stderr } = await run(join(shims, name), ['--version'])
      expect([stdout, stderr]).toEqual([`${name} ${original}\n`, `polytty ${version}, in place of ${name}\n`])
      expect((await run(join(shims, name), ['--help'])).stdout).toContain(`Usage: ${name} `)
    }
    const bare = await run(join(shims, 'ptywright'))
    expect(bare.stdout).toMatch(/^Usage: ptywright (?:.*\n)+.*--version/)
    expect((await polytty('ptywright')).stdout).toMatch(/^Usage: polytty ptywright /)
  })

  test('scripts written for the originals run unchanged', async () => {
    const shims = join(folder, "with space and 'quote'")
    const { stdout } = await polytty('shims', shims)
    expect(stdout.trim().split('\n')).toEqual(
      [
        'wrightty',
        ...['tmux', 'kitty', 'wezterm', 'zellij', 'ghostty'].map((kind) => `wrightty-bridge-${kind}`),
        ...['ptywright', 'termwright', 'wsh', 'tuispec'],
      ].map((name) => join(shims, name)),
    )
    const env = { ...process.env, PATH: `${shims}${delimiter}${process.env.PATH}` }
    const script = `termwright run --wait-for there -- sh -c 'echo there; cat' | head -1
echo '{"jsonrpc":"2.0","id":1,"method":"session.list"}' | ptywright serve --stdio
echo '{"jsonrpc":"2.0","id":1,"method":"server.ping"}' | tuispec server --artifact-dir art
wrightty --help | head -1; wsh --help | head -1`
    const done = spawnSync('sh', ['-c', script], { encoding: 'utf8', env, cwd: folder })
    expect(done.stdout.split('\n')).toEqual([
      'there',
      '{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}',
      expect.stringContaining('"pong":true'),
      expect.stringContaining('wrightty'),
      expect.stringContaining('wsh'),
      '',
    ])
    // Again is fine: they are ours.
    expect(await polytty('shims', shims)).toMatchObject({ code: 0 })
  })

  test('what is not ours is left alone, all of it', async () => {
    const place = mkdtempSync(join(folder, 'own-'))
    writeFileSync(join(place, 'wsh'), 'mine')
    expect(await polytty('shims', place)).toMatchObject({ code: 1, stderr: expect.stringContaining('left alone') })
    expect(readFileSync(join(place, 'wsh'), 'utf8')).toBe('mine')
    expect(spawnSync('ls', [place], { encoding: 'utf8' }).stdout).toBe('wsh\n')
  })
})
