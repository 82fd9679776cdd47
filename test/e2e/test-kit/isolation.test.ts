/** What keeps tests apart: folders, environments, processes; and what a failure leaves behind. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Kit, expect as kitExpect, type LaunchOptions, type Profile, profileNames, profiles } from '@polytty/test'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.js'
import { newFolder } from '../../support/new-folder.js'
import { failureOf } from './canvas.js'

/** Runs something in a kit, as a runner does. */
async function withKit<T>(
  options: LaunchOptions,
  run: (kit: Kit) => Promise<T>,
  { failed = false, outputDir = newFolder() } = {},
): Promise<T> {
  const kit = new Kit({ file: join(outputDir, 'some.test.ts'), title: 'a title', outputDir }, options)
  try {
    return await run(kit)
  } finally {
    await kit.end(failed)
  }
}

/** Where a failure of such a kit, whose test is outside of the project, leaves a file. */
function leftPath(outputDir: string, name: string): string {
  const place = relative(process.cwd(), join(outputDir, 'some.test.ts')).replaceAll('..', '_')
  return join(outputDir, place, 'a-title', name)
}

describe('the folder', () => {
  test('is new, has the files of the test, and is gone after it', async () => {
    const options = { program: ['sh', '-c', 'pwd; cat a/b.txt; read x'], files: { 'a/b.txt': 'content' } }
    const folder = await withKit(options, async (kit) => {
      const terminal = await kit.open()
      await kitExpect(terminal).toContainText('content')
      expect(terminal.screen()).toContain(terminal.session.cwd)
      return terminal.session.cwd
    })
    expect(existsSync(folder)).toBe(false)
  })

  test('files outside of it are refused', async () => {
    const files = { '../x': '' }
    expect(await failureOf(() => withKit({ program: 'true', files }, (kit) => kit.open()))).toContain('is outside')
  })

  test('words that name a file beside the test are found from it', async () => {
    const outputDir = newFolder()
    writeFileSync(join(outputDir, 'hello.mjs'), 'console.log("hello from beside")')
    const run = async (kit: Kit): Promise<void> => {
      const terminal = await kit.open()
      await kitExpect(terminal).toContainText('hello from beside')
    }
    await withKit({ program: ['node', 'hello.mjs'] }, run, { outputDir })
  })
})

test('an option that is none is an error with the nearest one', async () => {
  const wrong = { sise: '10x10' } as object
  const message = 'no option "sise": did you mean "size"?'
  expect(await failureOf(() => withKit({}, (kit) => kit.launch('true', wrong)))).toBe(message)
  expect(await failureOf(() => withKit(wrong, (kit) => kit.open()))).toBe(message)
})

test.each([
  ['exit 3', 'exit code 3'],
  ['kill -TERM $$', 'SIGTERM'],
])('an error says how the program has ended: %s', async (command, end) => {
  const message = await failureOf(() =>
    withKit({ program: ['sh', '-c', command] }, async (kit) => kitExpect(await kit.open()).toContainText('never')),
  )
  expect(message).toContain(`; now the program has ended with ${end}\n`)
})

describe('the environment', () => {
  test('is small and the same everywhere', async () => {
    process.env.SECRET_OF_MINE = 'x'
    process.env.WANTED = 'yes'
    const options = {
      program: ['sh', '-c', 'env | cut -d= -f1 | sort | tr "\\n" " "; echo; echo $WANTED $LANG $TZ $TERM $A'],
    }
    await withKit({ ...options, inherit: ['WANTED'], env: { A: 'b' }, size: '200x5' }, async (kit) => {
      const terminal = await kit.open()
      const [names, values] = terminal.screen().split('\n')
      expect(names!.split(' ').filter(Boolean)).toEqual(
        [
          ...['A', 'COLORTERM', 'HOME', 'LANG', 'LC_ALL', 'PATH', 'POLYTTY_OWNER', 'POLYTTY_SESSION', 'PWD', 'SHELL'],
          ...['TERM', 'TMPDIR', 'TZ', 'USER', 'WANTED'],
        ].sort(),
      )
      expect(values).toBe('yes C.UTF-8 UTC xterm-256color b')
    })
  })
})

describe('processes', () => {
  test('none is left, whatever the program started', async () => {
    const script = 'sleep 1000 & (setsid sleep 1000 &) ; trap "" TERM HUP; echo $$; read x; sleep 1000'
    const pids = await withKit({ program: ['sh', '-c', script], endMs: 20 }, async (kit) => {
      const terminal = await kit.open()
      await terminal.press('Enter')
      return [terminal.session.pid]
    })
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
  })
})

describe('a failure leaves', () => {
  test('the screen as text and picture, the transcript and a cast; a pass leaves nothing', async () => {
    const outputDir = newFolder()
    const options = { program: ['sh', '-c', 'echo hello; read x'] }
    await withKit(options, (kit) => kit.open(), { outputDir })
    expect(readdirSync(outputDir)).toEqual([])
    await withKit(options, (kit) => kit.open(), { outputDir, failed: true })
    const left = (name: string): Buffer => readFileSync(leftPath(outputDir, name))
    expect(left('screen.txt').toString()).toContain('hello')
    expect(left('screen.png').subarray(1, 4).toString()).toBe('PNG')
    expect(left('transcript.txt').toString()).toContain('hello\r\n')
    expect(left('session.cast').toString()).toMatch(/^\{"version":2.*\n\[.*"hello/)
  })

  test('the screen of the failure, not of the end', async () => {
    const outputDir = newFolder()
    const run = async (kit: Kit): Promise<void> => {
      const terminal = await kit.open()
      await failureOf(() => kitExpect(terminal.getByText('nothing')).toBeVisible({ timeoutMs: 0 }))
      await terminal.type('later\n')
    }
    await withKit({ program: ['sh', '-c', 'echo first; read x; clear; echo $x'] }, run, { outputDir, failed: true })
    const text = readFileSync(leftPath(outputDir, 'screen.txt'), 'utf8')
    expect(text).toContain('first')
    expect(text).not.toContain('later')
  })

  const program = ['sh', '-c', 'echo token=hunter22; read x; echo $x']
  const secrets = ['hunter22']
  test.each([
    { name: 'of the test', options: { program, secrets }, open: (kit: Kit) => kit.open() },
    { name: 'of a launch', options: {}, open: (kit: Kit) => kit.launch(program, { secrets }) },
  ])('no secret $name in any of it', async ({ options, open }) => {
    const outputDir = newFolder()
    const run = async (kit: Kit): Promise<string> => {
      const terminal = await open(kit)
      await terminal.type('hunter22\n')
      return failureOf(() => kitExpect(terminal.getByText('nothing')).toBeVisible({ timeoutMs: 0 }))
    }
    const message = await withKit(options, run, { outputDir, failed: true })
    const files = ['screen.txt', 'transcript.txt', 'session.cast'].map((name) =>
      readFileSync(leftPath(outputDir, name), 'utf8'),
    )
    for (const text of [message, ...files]) {
      expect(text).toContain('token=')
      expect(text).not.toContain('hunter22')
    }
  })
})

test('soft expectations fail when the test has ended, all of them', async () => {
  const kit = new Kit({ file: null, title: 'soft', outputDir: null }, { program: ['sh', '-c', 'read x'] })
  const terminal = await kit.open()
  for (const text of ['one', 'two']) await kitExpect.soft(terminal.getByText(text)).toBeVisible({ timeoutMs: 0 })
  const { failures } = await kit.end(false)
  expect(failures.map(({ message }) => message.split('\n')[0])).toEqual([
    'expect(getByText("one")).toBeVisible()',
    'expect(getByText("two")).toBeVisible()',
  ])
})

describe('profiles', () => {
  const ask = 'stty raw -echo; printf "$TERM $COLORTERM "; printf "\\033[c\\033[>q\\033[?u"; exec cat -v'

  test.each(profileNames)('%s answers as it would', async (profile) => {
    const { term, identity, ...rest }: Profile = profiles[profile]
    await withKit({ program: ['sh', '-c', ask], profile, size: '200x5' }, async (kit) => {
      const terminal = await kit.open()
      const version = identity?.version ? `^[P>|${identity.version}^[\\` : ''
      const keys = identity?.kittyKeyboard ? '^[[?0u' : ''
      const answers = identity ? `^[[?${identity.primary}c${version}${keys}` : ''
      await kitExpect(terminal.row(0)).toContainText(`${term} ${rest.env.COLORTERM ?? ''} ${answers}`)
    })
  })

  test('widths are those of the profile', async () => {
    const width = (profile: 'xterm' | 'kitty'): Promise<number> =>
      withKit({ program: ['sh', '-c', 'printf "👩‍👩‍👧"; read x'], profile }, async (kit) => {
        const terminal = await kit.open()
        return terminal.snapshot().cursor.col
      })
    expect(await width('kitty')).toBe(2)
    expect(await width('xterm')).toBe(6)
  })

  test('an unknown one is refused with those there are', async () => {
    const options = { program: 'true', profile: 'vt52' } as unknown as LaunchOptions
    expect(await failureOf(() => withKit(options, (kit) => kit.open()))).toContain('one of polytty, xterm, kitty')
  })
})

describe('chaos', () => {
  const program = ['node', join(import.meta.dirname, '../../../examples/test-kit/todo.mjs')]

  test.each([1, 2, 3])('a program that reads its keys well passes, seed %i', async (seed) => {
    await withKit({ program, size: '60x14', chaos: { seed } }, async (kit) => {
      const terminal = await kit.open()
      await terminal.press('Down', 'Space')
      await kitExpect(terminal.getByText('2/3 done')).toBeVisible()
      await kitExpect(terminal.getByText('call mum').row()).toContainText('[x]')
      await terminal.press('q')
      await kitExpect(terminal).toHaveExited(0)
    })
  })

  test('one that takes every read for a key does not, and the error has the seed', async () => {
    const careless = `process.stdin.setRawMode(true).on('data', (key) => console.log(String(key) === '\\x1b[A' ? 'up' : 'what?'))`
    const options = { program: ['node', 'careless.mjs'], files: { 'careless.mjs': careless }, chaos: { seed: 7 } }
    await withKit(options, async (kit) => {
      const terminal = await kit.open()
      await terminal.press('Up')
      await kitExpect(terminal.getByText('what?').first()).toBeVisible()
      const message = await failureOf(() => kitExpect(terminal.getByText('up')).toBeVisible({ timeoutMs: 0 }))
      expect(message).toContain('chaos, seed 7: POLYTTY_CHAOS=7 does the same again')
    })
  })
})
