/** Scripts written for the original termwright, through its shim: the released shape unless a client shows otherwise. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../../packages/polytty/src/protocols/termwright/cli/daemon-client.js'
import { type DaemonOptions, startDaemon } from '../../../packages/polytty/src/protocols/termwright/endpoint/daemon.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

let folder: string
beforeAll(() => {
  folder = newFolder()
  spawnSync(process.execPath, [bin, 'shims', join(folder, 'bin')])
})

function sh(script: string, env: Record<string, string> = {}) {
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, PATH, ...env },
  })
  return { status, stdout, stderr }
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a daemon and its requests, one connection each', () => {
  const { status, stdout } = sh(`
    SOCK=$(termwright daemon --background -- cat)
    tw() { termwright exec --socket "$SOCK" --method "$1" --params "\${2:-null}" || true; }
    tw screenshot
    tw screen '{"format":"json"}'
    tw wait_for_text '{"text":"never","timeout_ms":10}'
    tw hotkey '{"ctrl":true,"ch":"l"}'
    termwright exec --socket "$SOCK" --method close
  `)
  expect(status).toBe(0)
  const [shot, screen, late, hotkey, closed] = lines(stdout)
  expect(shot).toEqual({ id: 1, result: { png_base64: expect.stringMatching(/^iVBOR/) } })
  expect(screen).toMatchObject({ result: { cells: expect.any(Array) } })
  const [cell] = (screen!.result as { cells: object[][] }).cells[0]!
  expect(cell).toMatchObject({ fg: { type: 'Default' }, attrs: { bold: false } })
  expect(late).toMatchObject({ error: { code: 'error' } })
  expect(hotkey).toMatchObject({ result: null })
  expect(closed).toMatchObject({ error: { code: 'closing' } })
})

test('run --format json is in the released shape, and a daemon of polytty itself in the document’s', () => {
  const shimmed = JSON.parse(sh('termwright run --format json -- printf hi').stdout)
  expect(shimmed.cells[0][0]).toMatchObject({ char: 'h', fg: { type: 'Default' }, attrs: { bold: false } })
  const own = spawnSync(process.execPath, [bin, 'termwright', 'run', '--format', 'json', '--', 'printf', 'hi'], {
    encoding: 'utf8',
  })
  expect(JSON.parse(own.stdout).cells[0][0]).toMatchObject({ char: 'h', fg: { type: 'default' } })
})

test('hub daemons, and how programs are started, said before or after the command', needs('sed'), () => {
  const { stdout } = sh(
    `termwright --no-default-env hub start -- sh -c 'echo "<$TERM|$NO_COLOR>"; cat' > hub.json
     SOCK=$(sed -n 's/.*"socket": "\\(.*\\)".*/\\1/p' hub.json)
     termwright exec --socket "$SOCK" --method wait_for_text --params '{"text":">"}'
     termwright exec --socket "$SOCK" --method screen
     termwright exec --socket "$SOCK" --method screenshot
     termwright hub stop --input hub.json >&2
     termwright run --no-default-env --format json-compact -- sh -c 'echo "<$TERM|$NO_COLOR>"'
     termwright run --format json-compact -- sh -c 'echo "<$TERM|$NO_COLOR>"'`,
    { TERM: 'dumb', NO_COLOR: '1' },
  )
  const [, screen, shot, bare, usual] = lines(stdout)
  expect(screen!.result).toMatch(/^<dumb\|1>/)
  expect(shot).toMatchObject({ result: { png_base64: expect.any(String) } })
  expect((bare as { lines: string[] }).lines[0]).toBe('<dumb|1>')
  expect((usual as { lines: string[] }).lines[0]).toBe('<xterm-256color|>')
})

describe('step files', () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }

  test('a hotkey, then screenshots: unnamed, and with blanks in the name; a command as a list', () => {
    write(
      'docs.yaml',
      `session:
  command: ["sh", "-c", "read line; echo \\"got $line\\"; cat"]
  args: [this, says, nothing]
  env: {LINE: x}
steps:
  - hotkey: {alt: true, ch: x}
  - screenshot: {}
  - type: {text: hello}
  - press: {key: Enter}
  - expectPattern: {pattern: "got .*hello"}
  - screenshot: {name: "after the greeting"}
  - hotkey: {modifier: ctrl, key: l}
  - screenshot: {name: "  "}
  - waitForIdle: {idleMs: 20}
artifacts: {mode: always, dir: docs}
`,
    )
    const { status, stdout } = sh('termwright run-steps --trace docs.yaml')
    expect([status, stdout]).toEqual([0, expect.stringContaining('9 steps passed')])
    const [run] = readdirSync(join(folder, 'docs'))
    expect(readdirSync(join(folder, 'docs', run!))).toEqual(
      expect.arrayContaining([
        'step-002-screenshot.png',
        'after the greeting.png',
        'step-008-screenshot.png',
        'trace.json',
      ]),
    )
    const screen = readFileSync(join(folder, 'docs', run!, 'step-001-screen.json'), 'utf8')
    expect(JSON.parse(screen).cells[0][0]).toMatchObject({ fg: { type: 'Default' } })
  })

  test('expectations wait for what is on its way', () => {
    const file = write(
      'late.yaml',
      'session: {command: sh, args: ["-c", "sleep 0.5; echo late; cat"]}\nsteps:\n  - expectText: late\n',
    )
    expect(sh(`termwright run-steps ${file}`).status).toBe(0)
  })

  test('noDefaultEnv and noOscEmulation', () => {
    const query = (session: string, wanted: string) =>
      write(
        'query.yaml',
        `session:
  command: ["sh", "-c", "stty raw -echo; printf '\\\\033]11;?\\\\007\\\\033[6n'; head -c 6 | tr '\\\\033' '#'; echo \\" $TERM\\"; sleep 5"]
${session}
steps:
  - expectText: {text: ${JSON.stringify(wanted)}, timeoutMs: 60000}
`,
      )
    query('', '#]11;r xterm-256color')
    expect(sh('termwright run-steps query.yaml', { TERM: 'dumb' })).toMatchObject({ status: 0 })
    query('  noOscEmulation: true\n  noDefaultEnv: true', '#[1;1R dumb')
    expect(sh('termwright run-steps query.yaml', { TERM: 'dumb' })).toMatchObject({ status: 0 })
  })

  test.each(['document', 'released', 'auto', 'auto-released'] as const)(
    '--connect to a daemon on wire %s',
    async (wire) => {
      const options: DaemonOptions = { program: 'cat', socket: join(folder, `${wire}.sock`), wire }
      const daemon = await startDaemon(options)
      onTestFinished(() => daemon.stop())
      write(
        'connect.yaml',
        'steps:\n  - hotkey: {alt: true, ch: x}\n  - screenshot: shot\n  - type: hi\n  - expectText: hi\nartifacts: {dir: connected}\n',
      )
      // In another process, which this one must go on answering.
      const { spawn } = await import('node:child_process')
      const child = spawn(
        process.execPath,
        [bin, 'termwright', 'run-steps', 'connect.yaml', '--connect', options.socket],
        {
          cwd: folder,
          stdio: 'ignore',
        },
      )
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
      const client = await connectDaemon(options.socket)
      expect(await client.call('status')).toMatchObject({ exited: false })
      client.close()
    },
  )
})
