import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ManualClock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see, shell } from './with-registry.js'

/** Process ids of everything whose command line contains the text. */
function processesWith(text: string): number[] {
  const isMatch = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text)
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMatch(name))
    .map(Number)
}

describe('running programs', () => {
  test('the screen, the transcript and the status stay readable after the exit', async () => {
    const session = await shell(newRegistry(), 'printf "hello\\nworld"; exit 37')
    await see(session, { type: 'exited' })
    expect(session.exit).toEqual({ code: 37, signal: null })
    expect(session.snapshot().text().trimEnd()).toBe('hello\nworld')
    expect(session.transcript.read()).toBe('hello\r\nworld')
    await expect(session.write('x')).rejects.toMatchObject({ code: 'session-exited' })
    expect(() => session.signal('SIGINT')).toThrow(expect.objectContaining({ code: 'session-exited' }))
  })

  test('a program reads its screen back where the session allows that', async () => {
    const registry = newRegistry()
    const ask = 'stty raw -echo; printf "A\\033[1;1;1;1;1;1*y\\033[5n"; head -c 4 | od -An -c'
    const answers = async (allowChecksum: boolean) => {
      const session = await registry.create({ program: 'sh', args: ['-c', ask], terminal: { allowChecksum } })
      await see(session, { type: 'exited' })
      return session.snapshot().text()
    }
    expect(await answers(true)).toContain('P   1   !')
    expect(await answers(false)).toContain('[   0   n')
  })

  test('a shell is listed with the arguments it was asked for', needs('bash'), async () => {
    const session = await newRegistry().create({ program: 'bash', args: ['-i'], shellIntegration: true })
    expect(session.args).toEqual(['-i'])
  })

  test('ages do not depend on the time of day', async () => {
    let jump = 0
    const clock = { ...systemClock, now: () => systemClock.now() + jump }
    const session = await shell(newRegistry({ clock }), 'exec cat')
    jump = -86_400_000
    expect(session.ageMs).toBeGreaterThanOrEqual(0)
    jump = 86_400_000
    expect(session.ageMs).toBeLessThan(86_400_000)
  })

  test('the environment: merged, set, unset, with the terminal named', async () => {
    const registry = newRegistry({
      baseEnv: { PATH: process.env.PATH, KEPT: 'kept', GONE: 'gone', TERM: 'dumb', TMUX: 'x' },
    })
    const session = await registry.create({
      program: 'sh',
      args: ['-c', 'echo "$TERM $COLORTERM $KEPT <$GONE$TMUX> $NEW"; pwd'],
      env: { GONE: null, NEW: 'new' },
      cwd: '/usr',
    })
    await see(session, { type: 'exited' })
    expect(session.transcript.read()).toBe('xterm-256color truecolor kept <> new\r\n/usr\r\n')
  })

  test('a UTF-8 character split across reads is whole in transcript and screen', async () => {
    const script = 'stty -echo; printf "1\\303"; read go; printf "\\2512\\360\\237"; read go; printf "\\230\\200!"'
    const session = await shell(newRegistry(), script)
    for (const seen of ['1', '2']) {
      await see(session, { type: 'text', text: seen, source: 'transcript' })
      await session.write('\n')
    }
    await see(session, { type: 'exited' })
    expect(session.transcript.read()).toBe('1é2😀!')
    expect(session.snapshot().text().trimEnd()).toBe('1é2😀!')
  })

  test('a frame that the program keeps open is reported when it is whole', async () => {
    const script = 'stty -echo; printf "\\033[?2026hhalf"; read go; printf " whole\\033[?2026l"; read go'
    const session = await shell(newRegistry({ clock: new ManualClock() }), script)
    const seen: string[] = []
    session.onChange.on(() => seen.push(session.snapshot().text().trimEnd()))
    await see(session, { type: 'text', text: 'half', source: 'transcript' })
    await session.write('\n')
    await see(session, 'half whole')
    expect(seen).toEqual(['half whole'])
  })

  test('input reaches the program in the encoding it asked for', async () => {
    const script = 'stty raw -echo; printf "\\033[?1h\\033[?1000h\\033[?1006h\\033[?2004h\\033[?1004hready"; cat -v'
    const session = await shell(newRegistry(), script)
    await see(session, 'ready')
    await session.press('Up')
    await session.mouse({ type: 'press', button: 'left', row: 2, col: 3 })
    await session.paste('text')
    await session.focus(true)
    await see(session, '^[OA^[[<0;4;3M^[[200~text^[[201~^[[I')
    await expect(session.mouse({ type: 'move', row: 0, col: 0 })).rejects.toMatchObject({ code: 'mouse-not-enabled' })
  })

  test('a resize reaches program and screen in one step', async () => {
    const session = await shell(newRegistry(), 'trap "stty size" WINCH; echo ready; while :; do sleep 0.01; done')
    await see(session, 'ready')
    session.resize(100, 30)
    expect(session.snapshot()).toMatchObject({ cols: 100, rows: 30 })
    await see(session, '30 100')
    expect(() => session.resize(0, 30)).toThrow(/cols must be a whole number from 1 to 1000/)
    expect(() => session.resize(80, 1001)).toThrow(/rows/)
  })

  test('queries of the program are answered', async () => {
    const session = await shell(newRegistry(), 'stty raw -echo; printf "\\033[6n"; head -c 6 | cat -v')
    await see(session, '^[[1;1R')
  })

  test('a held session is not read; releasing it gives everything', async () => {
    const session = await shell(newRegistry(), 'read go; head -c 300000 /dev/zero | tr "\\0" x; echo end')
    let bytes = 0
    session.onOutput.on((chunk) => {
      bytes += chunk.bytes.length
    })
    const holds = [session.hold(), session.hold()]
    await session.write('\n')
    holds[0].dispose()
    expect(bytes).toBe(0)
    holds[1].dispose()
    await see(session, { type: 'exited' })
    expect(bytes).toBeGreaterThanOrEqual(300_000)
  })

  test('a signal reaches the job in the foreground', needs('bash'), async () => {
    const session = await newRegistry().create({ program: 'bash', args: ['--norc', '-i'], env: { PS1: 'prompt> ' } })
    await see(session, 'prompt> ')
    await session.write(`sh -c 'trap "echo caught; exit" INT; echo waiting; while :; do sleep 0.05; done'\n`)
    await see(session, { type: 'regex', pattern: '^waiting' })
    session.signal('SIGINT')
    await see(session, { type: 'regex', pattern: '^caught' })
    expect(() => session.signal('SIGNONSENSE')).toThrow(/unknown signal/)
  })
})

describe('what cannot be started', () => {
  test.each([
    [{ program: 'no-such-program-here' }, 'program-missing', /no such program on the PATH/],
    [{ program: '/no/such/program' }, 'program-missing', /does not exist/],
    [{ program: '/etc/passwd' }, 'program-not-executable', /not executable/],
    [{ program: '/usr' }, 'program-not-a-file', /not a file/],
    [{ program: 'sh', cwd: '/no/such/folder' }, 'cwd-missing', /working directory \/no\/such\/folder does not exist/],
    [{ program: 'sh', cwd: '/etc/passwd' }, 'cwd-not-a-directory', /not a directory/],
    [{ program: '' }, 'empty-program', /empty/],
    [{ program: 'sh', args: ['a\0b'] }, 'nul-byte', /NUL/],
    [{ program: 'sh', args: ['x'.repeat(200_000)] }, 'too-long', /longer than/],
    [{ program: 'sh', env: { 'A=B': 'c' } }, 'bad-environment', /name of an environment variable/],
  ])('%o', async (options, reason, message) => {
    const registry = newRegistry()
    const failure = registry.create(options)
    await expect(failure).rejects.toMatchObject({ code: 'spawn-failed', data: { reason } })
    await expect(failure).rejects.toThrow(message)
    expect(registry.list()).toEqual([])
  })

  test('sizes and counts out of bounds', async () => {
    const registry = newRegistry()
    for (const bad of [{ cols: 0 }, { rows: 1001 }, { cols: 1.5 }, { scrollback: -1 }, { name: '' }, { tags: [''] }])
      await expect(registry.create({ program: 'sh', ...bad })).rejects.toMatchObject({ code: 'invalid-params' })
  })
})

describe('ending programs', () => {
  test.each([
    ['a program that obeys', 'echo ready; exec sleep 1000', 20_000, { code: null, signal: 'SIGTERM' }],
    [
      'one that puts its things away first',
      "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done",
      20_000,
      { code: 7, signal: null },
    ],
    [
      'one that ignores both',
      'trap "" HUP TERM; echo ready; while :; do sleep 1; done',
      200,
      { code: null, signal: 'SIGKILL' },
    ],
  ] as const)('%s', async (_, script, graceMs, status) => {
    const session = await shell(newRegistry(), script)
    await see(session, 'ready')
    expect(await session.kill({ graceMs })).toEqual(status)
    expect(session.exit).toEqual(status)
  })

  const idle: [string, string[]][] = [
    ['bash', ['--norc', '-i']],
    ['bash', []],
    ['zsh', ['-f']],
    ['fish', ['--no-config']],
    ['dash', []],
  ]
  for (const [program, args] of idle)
    test(
      `an idle ${program} ${args.join(' ')} goes at once, though shells ignore SIGTERM`,
      needs(program),
      async () => {
        const session = await newRegistry().create({ program, args, shellIntegration: true, env: { PS1: 'prompt> ' } })
        await see(session, { type: 'regex', pattern: '[$#>%]\\s*$' })
        expect(await session.kill({ graceMs: 60_000 })).not.toMatchObject({ signal: 'SIGKILL' })
      },
    )

  test(
    'nothing that the program started survives: jobs, daemons, those that ignore signals',
    needs('bash', 'setsid'),
    async () => {
      const mark = '98765.4321'
      const registry = newRegistry()
      const session = await registry.create({ program: 'bash', args: ['--norc', '-i'], env: { PS1: 'prompt> ' } })
      await see(session, 'prompt> ')
      await session.write(`sleep ${mark} &\n`)
      await session.write(`setsid sleep ${mark} >/dev/null 2>&1 </dev/null &\n`)
      await session.write(`nohup sleep ${mark} >/dev/null 2>&1 </dev/null &\n`)
      await session.write(`(trap '' HUP TERM INT; sleep ${mark}; sleep ${mark}) &\n`)
      await session.write(`sh -c "sh -c 'trap \\"\\" HUP TERM; echo up; sleep ${mark}' & exit"\n`)
      await see(session, { type: 'regex', pattern: '^up|> up' })
      await session.wait({ type: 'idle', ms: 100 })
      expect(processesWith(mark).length).toBeGreaterThanOrEqual(5)
      await registry.remove(session, { graceMs: 200 })
      expect(processesWith(mark)).toEqual([])
      expect(registry.list()).toEqual([])
    },
  )

  test('what an exited program left behind goes when its session is removed', needs('setsid'), async () => {
    const registry = newRegistry()
    const session = await shell(registry, 'setsid sleep 98765.1234 >/dev/null 2>&1 </dev/null & echo started; exit 0')
    await see(session, { type: 'exited' })
    await registry.remove(session)
    expect(processesWith('98765.1234')).toEqual([])
  })

  test('a shell that noted the hang-up but does not look at its note is woken', async () => {
    const bash = join(newFolder(), 'bash')
    const script =
      "trap 'noted=1' HUP; trap '' TERM; trap '[ $noted ] && exit 3' WINCH; echo ready; while :; do read x; done"
    writeFileSync(bash, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const session = await newRegistry().create({ program: bash })
    await see(session, 'ready')
    expect(await session.kill({ graceMs: 60_000 })).toEqual({ code: 3, signal: null })
  })

  test('of two who end a session, the one with less patience counts', async () => {
    const session = await shell(newRegistry(), 'trap "" HUP TERM; echo ready; while :; do sleep 1; done')
    await see(session, 'ready')
    const patient = session.kill({ graceMs: 600_000 })
    await expect(session.kill({ graceMs: -1 })).rejects.toMatchObject({ code: 'invalid-params' })
    expect(await session.kill({ graceMs: 50 })).toEqual({ code: null, signal: 'SIGKILL' })
    expect(await patient).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('killing twice, and after the exit, gives the same status', async () => {
    const session = await shell(newRegistry(), 'echo ready; exec sleep 1000')
    await see(session, 'ready')
    const [first, second] = await Promise.all([session.kill(), session.kill()])
    expect(second).toEqual(first)
    expect(await session.kill()).toEqual(first)
  })
})

describe('the registry', () => {
  test('ids, names, tags and events', async () => {
    const registry = newRegistry()
    const log: string[] = []
    registry.onCreated.on((session) => log.push(`created ${session.name}`))
    registry.onRenamed.on(({ session, previous }) => log.push(`renamed ${previous} ${session.name}`))
    registry.onTags.on(({ added, removed }) => log.push(`tags +${added} -${removed}`))
    registry.onExited.on(({ session }) => log.push(`exited ${session.name}`))
    registry.onDestroyed.on((session) => log.push(`destroyed ${session.name}`))
    const session = await registry.create({ program: 'cat', name: 'one', tags: ['a'] })
    expect(registry.get('one')).toBe(session)
    expect(registry.get(session.id)).toBe(session)
    await expect(registry.create({ program: 'cat', name: 'one' })).rejects.toMatchObject({ code: 'session-exists' })
    registry.rename(session, 'two')
    expect(registry.find('one')).toBeUndefined()
    expect(() => registry.get('one')).toThrow(expect.objectContaining({ code: 'session-not-found' }))
    session.setTags(['b'], ['a', 'zzz'])
    expect([...session.tags]).toEqual(['b'])
    await registry.remove(session)
    expect(log).toEqual(['created one', 'renamed one two', 'tags +b -a', 'exited two', 'destroyed two'])
  })

  test('limits: running sessions, and exited ones that are kept', async () => {
    const registry = newRegistry({ maxSessions: 2, maxExited: 2 })
    const first = await registry.create({ program: 'cat' })
    await registry.create({ program: 'cat' })
    await expect(registry.create({ program: 'cat' })).rejects.toMatchObject({ code: 'session-limit' })
    await registry.remove(first)
    const exited: string[] = []
    for (let run = 0; run < 4; run++) {
      const session = await registry.create({ program: 'true' })
      await see(session, { type: 'exited' })
      await session.kill()
      exited.push(session.id)
    }
    expect(
      registry
        .list()
        .map(({ id }) => id)
        .slice(1),
    ).toEqual(exited.slice(2))
  })
})

test('text can be found with the revision that wrote it, and new text only', async () => {
  const session = await shell(newRegistry(), 'stty -echo; printf "ready\\n"; read line; printf "ready\\n"; read line')
  await see(session, 'ready')
  const [first] = session.find('ready')
  expect(first).toMatchObject({ row: 0, col: 0, text: 'ready' })
  const { revision } = session
  expect(session.find('ready', { freshSince: revision })).toEqual([])
  await session.write('\n')
  await session.wait({ type: 'text', text: 'ready', freshSince: revision })
  expect(session.find({ regex: 'rea.y' }, { freshSince: revision }).map(({ row }) => row)).toEqual([1])
  expect(session.find('ready')).toHaveLength(2)
})
