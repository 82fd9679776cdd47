/**
 * Real full-screen programs on real PTYs. Each is brought to a screen that is the same every time and compared with the
 * one in screens/, which a person has read; `∗` there stands for a row that may be anything. With POLYTTY_RECORD=1 the
 * screens are written again, for review.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import type { Matcher } from '../../../packages/polytty/src/wait/index.js'
import type { Snapshot } from '../../../packages/terminal/src/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see } from '../session/with-registry.js'

const anyRow = '∗'
const esc = '\x1b'

/** A step: wait for something, then type. */
type Step = readonly [wait: Matcher | string, type: string]

interface Case {
  readonly program: string
  readonly args: readonly string[]
  readonly steps: readonly Step[]
  /** What shows that the screen to compare is complete. */
  readonly until: Matcher | string
  /** Rows that differ from run to run. */
  readonly mask?: (row: string, index: number) => boolean
}

const at = (row: number, col: number): Matcher => ({ type: 'cursor', row, col })
const poem = `${['Roses are red', '\tindented by a tab', '日本語 and émigrés 👩‍💻', 'a'.repeat(100), 'last line'].join('\n')}\n`

const cases: readonly Case[] = [
  {
    program: 'vim',
    args: ['-u', 'NONE', '-N', '-n', '-i', 'NONE', '--cmd', 'set ruler showmode noshowcmd', 'poem.txt'],
    steps: [
      ['Roses', 'ohello from vim'],
      ['hello from vim', `${esc}ggJ`],
    ],
    until: 'Roses are red hello',
  },
  { program: 'less', args: ['-S', 'poem.txt'], steps: [['Roses', '/last\n']], until: at(23, 5) },
  {
    program: 'nano',
    args: ['-I', 'poem.txt'],
    steps: [['Roses', 'typed in nano. ']],
    until: 'typed in nano. Roses',
    mask: (row) => row.includes('GNU nano') || row.includes('[ '),
  },
  {
    program: 'htop',
    args: ['-d', '50'],
    steps: [],
    until: {
      type: 'all',
      of: [
        { type: 'text', text: 'F10Quit' },
        { type: 'text', text: 'Load average' },
      ],
    },
    mask: (row) => !/F10Quit|PID/.test(row),
  },
  {
    program: 'mc',
    args: ['-u', '-x', '-S', 'default', '.', '.'],
    steps: [],
    until: {
      type: 'all',
      of: [
        { type: 'text', text: '10Quit' },
        { type: 'text', text: 'Left     File     Command     Options     Right' },
        { type: 'regex', pattern: 'poem.txt.*poem.txt' },
        { type: 'regex', pattern: 'UP--DIR.*UP--DIR' },
      ],
    },
    mask: (row) => /^Hint|\d\d:\d\d|#|\/ \d|\(\d+%\)|^\S*\$/.test(row),
  },
  {
    program: 'tmux',
    args: ['-L', 'polytty-test', '-f', '/dev/null', 'new-session', 'PS1="> " exec sh -i'],
    steps: [
      ['>', 'clear; tmux split-window -h "echo pane two; cat"\n'],
      ['│pane two', 'typed\n'],
    ],
    until: { type: 'regex', pattern: '(?s)│typed.*│typed' },
    mask: (row) => row.startsWith('['),
  },
]

async function run({ program, args, steps, until }: Case): Promise<Session> {
  const home = newFolder()
  writeFileSync(join(home, 'poem.txt'), poem)
  onTestFinished(() => {
    if (program === 'tmux')
      spawnSync('tmux', ['-L', 'polytty-test', 'kill-server'], { env: { ...process.env, TMUX_TMPDIR: home } })
  })
  const session = await newRegistry().create({
    program,
    args: [...args],
    cwd: home,
    cols: 80,
    rows: 24,
    env: {
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      LESS: '',
      SHELL: '/bin/sh',
      TMUX_TMPDIR: home,
    },
  })
  for (const [wait, text] of steps) {
    await see(session, wait)
    await session.write(text)
  }
  await see(session, until)
  return session
}

function masked({ mask }: Case, snapshot: Snapshot): string {
  const rows = snapshot.text().split('\n')
  return `${rows.map((row, index) => (mask?.(row, index) ? anyRow : row)).join('\n')}\n`
}

for (const example of cases) test(example.program, needs(example.program), () => arrives(example))

async function arrives(example: Case): Promise<void> {
  const session = await run(example)
  const file = join(import.meta.dirname, 'screens', `${example.program}.txt`)
  if (process.env.POLYTTY_RECORD) {
    await see(session, { type: 'stable', ms: 500 })
    writeFileSync(file, masked(example, session.snapshot()))
  }
  const expected = readFileSync(file, 'utf8')
  // A program may draw in several steps: what counts is that it arrives at this screen.
  const isThere: Matcher = {
    type: 'check',
    test: () => (masked(example, session.snapshot()) === expected ? {} : null),
  }
  await session.wait(isThere, { timeoutMs: 60_000 })
  expect(masked(example, session.snapshot())).toBe(expected)
  expect(session.snapshot().alternateScreen).toBe(true)
}
