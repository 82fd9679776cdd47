/** A session's life by the verbs at the top, from an empty home and without a server. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'

test('new, type, look, screenshot, kill', async () => {
  const { run, home } = newUser()
  expect(await run('new', '-n', 'demo', '--', 'cat')).toEqual({
    code: 0,
    stdout: 'demo\n',
    stderr: 'polytty: started a server in the background; polytty stop ends it\n',
  })
  expect(await run('type', 'demo', 'hello')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await run('look', 'demo', '--plain')).toEqual({ code: 0, stdout: 'hello\n', stderr: '' })
  expect((await run('look', 'demo')).stdout).toMatch(/^demo #\d+ .+\nhello▏\n$/)
  expect(await run('screenshot', 'demo')).toEqual({ code: 0, stdout: 'demo.png\n', stderr: '' })
  expect(readFileSync(join(home, 'demo.png')).subarray(1, 4).toString()).toBe('PNG')
  expect(await run('kill', 'demo')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await run('sessions')).stdout).toMatch(/^no sessions at http:/)
})

test('keys, and the screen that answers them', needs('vim'), async () => {
  const { run, home } = newUser({ TERM: 'xterm-256color' })
  await run('new', '-n', 'editor', '--', 'vim', '-u', 'NONE', '-n', 'notes.txt')
  const { code } = await run('wrightty', 'wait-for', 'notes.txt')
  expect(code).toBe(0)
  await run('do', 'editor', 'iHello <lt>world><Esc>:wq<Enter>', '--quiet')
  const client = await connect(join(home, 'run/polytty/server.sock'))
  onTestFinished(() => client.close())
  expect(
    await new Promise((resolve) => {
      void client.subscribe('editor', ['Session.exited'], ({ data }) => resolve(data.exitCode))
    }),
  ).toBe(0)
  expect((await run('sessions')).stdout).toContain('exited 0')
  expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe('Hello <world>\n')
})

test('an unknown key types nothing', async () => {
  const { run } = newUser()
  await run('new', '-n', 'c', '--', 'cat')
  const wrong = await run('do', 'abc<Entr>')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean <Enter>?') })
  expect((await run('look', '--plain')).stdout.trim()).toBe('')
})

test('what changed, in the words that agents get', async () => {
  const { run } = newUser()
  await run('new', '-n', 'c', '--', 'sh', '-c', 'printf "a\\nb\\nc\\nd\\n"; exec cat')
  await run('do', 'c', '', '--until', 'd', '--timeout', '0')
  expect((await run('do', 'c', 'x<Enter>', '--until', '/^x\\nx/')).stdout).toMatch(/^c #\d+ .+\n4: x \(×2\)\n▏\n$/)
  expect((await run('do', 'c', '', '--screen')).stdout).toMatch(/\na\nb\nc\nd\nx \(×2\)/)
  expect((await run('look', 'c', '--find', 'x')).stdout).toContain('4: x\n5: x')
  expect((await run('look', 'c', '--lines', '1-2')).stdout).toContain('b\nc')
  expect((await run('look', 'c', '--outline')).stdout).toContain('no elements found')
  expect(await run('do', 'c', '<Click "OK">')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nothing is labelled "OK"'),
  })
})

test('a session that was handed to a person says so until it is given back', async () => {
  const { run } = newUser()
  await run('new', '-n', 'c', '--', 'cat')
  await run('wsh', 'tag', 'c', '--add', 'handed-over')
  expect((await run('sessions')).stdout).toMatch(/^c .*handed to a person: polytty give-back returns it$/m)
  await run('give-back', 'c')
  expect((await run('sessions')).stdout).not.toContain('handed')
})

test('a command in few words, with its exit code', needs('bash'), async () => {
  const { run } = newUser()
  const many = await run('run', '--max', '50', 'seq 1 3000; false')
  expect(many).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/ done exit=1 .*\n1\n2\n[\s\S]*lines cut\n[\s\S]*\n3000\n$/),
  })
  expect((await run('sessions')).stdout).toMatch(/^no sessions/)
})

test('the skill is printed, or installed', async () => {
  const { run, home } = newUser()
  const { stdout } = await run('skill')
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  expect(await run('skill', 'skills')).toMatchObject({ code: 0, stdout: 'skills/polytty/SKILL.md\n' })
  expect(readFileSync(join(home, 'skills/polytty/SKILL.md'), 'utf8')).toBe(stdout)
})

test('pictures in every format, framed, with a title', async () => {
  const { run, home } = newUser()
  await run('new', '-n', 'p', '--', 'sh', '-c', 'printf "\\033[1;31mred\\033[m plain"; cat')
  await run('wrightty', 'wait-for', 'plain')
  const starts = { png: '\x89PNG', svg: '<svg', html: '<', ansi: '\x1b', txt: 'red plain', json: '{' }
  for (const [ending, start] of Object.entries(starts)) {
    const file = `shot.${ending}`
    expect(await run('screenshot', 'p', '-o', file, '--frame', '--title', 'A title', '--scale', '1')).toMatchObject({
      code: 0,
      stdout: `${file}\n`,
    })
    expect(readFileSync(join(home, file), 'latin1').slice(0, start.length)).toBe(start)
  }
  expect(readFileSync(join(home, 'shot.svg'), 'utf8')).toContain('A title')
  const piped = await run('screenshot', '-o', '-', '--theme', 'dracula')
  expect(piped.stdout.slice(1, 4)).toBe('PNG')
  expect(await run('screenshot', 'p', '-o', 'shot.doc')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the extension must be one of .png, .svg, .html, .ansi, .txt, .json'),
  })
})

test('a command to its end, with its output and its exit code', async () => {
  const { run } = newUser()
  expect(await run('run', 'echo one; echo two >&2; exit 3')).toMatchObject({ code: 3, stdout: 'one\ntwo\n' })
  expect(await run('run', '--', 'printf', '%s|', 'a b', 'c')).toMatchObject({ code: 0, stdout: 'a b|c|' })
  expect(await run('run', 'seq 1 300')).toMatchObject({
    code: 0,
    stdout: `${Array.from({ length: 300 }, (_, index) => index + 1).join('\n')}\n`,
  })
  expect((await run('sessions')).stdout).toMatch(/^no sessions/)
  const late = await run('run', '--timeout', '0.3', 'echo begun; exec sleep 1000')
  expect(late).toMatchObject({
    code: 124,
    stdout: 'begun\n',
    stderr: expect.stringMatching(/still running after 0.3 s, as session \w+/),
  })
})

test('a command in the shell of a session', async () => {
  const { run } = newUser()
  await run('new', '-n', 'shell', '-e', 'PS1=$ ', '--', '/bin/sh')
  expect(await run('run', '-s', 'shell', 'cd /; pwd')).toMatchObject({ code: 0, stdout: '/\n' })
  expect(await run('run', '-s', 'shell', 'pwd; false')).toMatchObject({ code: 1, stdout: '/\n' })
})

test('a program runs here, in this environment, without the secrets of servers', async () => {
  const { run, home } = newUser({ COLOUR: 'green', POLYTTY_TOKEN: 'secret-of-a-server' })
  const { stdout } = await run('run', 'pwd; echo "$COLOUR [$POLYTTY_TOKEN]"')
  expect(stdout).toBe(`${home}\ngreen []\n`)
  // The server is there already; its own environment is another one.
  const later = newUser({ XDG_RUNTIME_DIR: join(home, 'run'), COLOUR: 'blue' })
  expect((await later.run('run', 'pwd; echo "$COLOUR"')).stdout).toBe(`${later.home}\nblue\n`)
  await later.run('new', '-n', 'later', '--', 'sh', '-c', 'echo "$COLOUR"; cat')
  expect(await later.run('wrightty', 'wait-for', 'blue')).toMatchObject({ code: 0 })
})

test('waiting by name types nothing, and ends with 124 at the timeout', async () => {
  const { run } = newUser()
  await run('new', '-n', 'web', '--', 'cat')
  await run('new', '-n', 'other', '--', 'cat')
  expect(await run('do', 'web', '--until', 'listening', '--timeout', '0.2')).toMatchObject({
    code: 124,
    stdout: expect.stringContaining('timed out waiting for "listening"'),
  })
  await run('type', 'web', 'listening')
  expect(await run('do', 'web', '--until', 'listening')).toMatchObject({ code: 0 })
  expect((await run('look', 'web', '--plain')).stdout.trim()).toBe('listening')
})

test('which session is meant', async () => {
  const { run } = newUser()
  await run('new', '-n', 'one', '--', 'cat')
  expect(await run('look')).toMatchObject({ code: 0 })
  await run('new', '-n', 'two', '--', 'cat')
  expect(await run('look')).toMatchObject({ code: 1, stderr: 'polytty: which session? Available: one, two\n' })
  expect(await run('look', 'three')).toMatchObject({
    code: 1,
    stderr: 'polytty: no session "three"; available: one, two\n',
  })
  await run('kill', 'one')
  await run('kill', 'two')
  expect(await run('type', 'x')).toMatchObject({
    code: 1,
    stderr: 'polytty: no session is running\n  Start a program with: polytty new -- COMMAND\n',
  })
})

test('settings hold from the user, the project and the environment, and say where they are from', async () => {
  const { run, home } = newUser()
  writeFileSync(join(home, 'polytty.config.toml'), '[session]\ncols = 100\nrows = 30\n')
  await run('new', '-n', 'wide', '--', 'cat')
  expect((await run('sessions')).stdout).toContain('100x30')
  expect((await run('config')).stdout).toMatch(/session\.cols +100 +.*polytty\.config\.toml/)
  writeFileSync(join(home, 'polytty.config.toml'), '[session]\ncols = 100\n[server]\ntoken = "x"\n')
  expect(await run('new')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/polytty\.config\.toml:3: a project's file cannot set \[server\]/),
  })
})

test('the doctor finds nothing broken, and says so in JSON too', async () => {
  const { run } = newUser()
  const { code, stdout } = await run('doctor')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ Node/)])
  const findings = JSON.parse((await run('doctor', '--json')).stdout) as { name: string; state: string }[]
  expect(findings.map(({ name }) => name)).toContain('PTY')
  expect(findings.filter(({ state }) => state === 'broken')).toEqual([])
})

test('a home that is missing', async () => {
  for (const HOME of ['/no/such/home', undefined, '']) {
    const { run } = newUser({ HOME })
    expect(await run('run', 'echo still here')).toMatchObject({ code: 0, stdout: 'still here\n' })
    expect(await run('config')).toMatchObject({ code: 0 })
    expect(await run('doctor')).toMatchObject({ code: 0 })
  }
  expect(existsSync('/no/such/home')).toBe(false)
})

/** /proc takes no files, not even from root. */
test('a folder that cannot be written to', async () => {
  const { run, home } = newUser()
  await run('new', '-n', 'c', '--', 'cat')
  writeFileSync(join(home, 'some.cast'), '{"version":2,"width":10,"height":2}\n[0,"o","hi"]\n')
  for (const words of [
    ['screenshot', 'c', '-o', '/proc/a.png'],
    ['render', 'some.cast', '-o', '/proc/a.gif'],
    ['record', '/proc/a.cast', '--', 'true'],
    ['shims', '/proc/a'],
    ['serve', '--socket', '/proc/a.sock'],
    ['skill', '/proc/a'],
  ])
    expect(await run(...words), words.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^polytty: .*\/proc\/a(?!.*POLYTTY_DEBUG)/),
    })
  const { run: homeless } = newUser({ XDG_RUNTIME_DIR: '/proc/none' })
  expect(await homeless('new', '--', 'cat')).toMatchObject({ code: 1, stderr: expect.stringContaining('/proc/none') })
})
