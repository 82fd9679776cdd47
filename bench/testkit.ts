/**
 * What the test kit costs: each test beyond the start of its program, a thousand tests on two cores, and the same test of
 * the to-do program beside other kits, interleaved. `ROUNDS` changes how often.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, Kit } from '@polytty/test'
import { SessionRegistry } from 'polytty/sessions'
import { median, printTable } from './table.js'
import { contestants } from './testkit/peers.js'

const rounds = Number(process.env.ROUNDS ?? 7)
const root = join(import.meta.dirname, '..')
/** The same for everyone: variables of Node's own make it start more slowly. */
const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8' }

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

interface Subject {
  readonly program: readonly [string, ...string[]]
  /** What it shows when it has started. */
  readonly text: string
}

const programs: Readonly<Record<string, Subject>> = {
  sh: { program: ['sh', '-c', 'echo ready; read x'], text: 'ready' },
  'node, the to-do program': { program: ['node', join(root, 'examples/test-kit/todo.mjs')], text: 'Quit' },
}

/** From the start of the program until it shows something, with nothing around it; its end is not counted. */
async function ownStart({ program: [program, ...args], text }: Subject): Promise<number> {
  const sessions = new SessionRegistry()
  const took = await timed(async () => {
    const session = await sessions.create({ program, args, inherit: env })
    await session.wait({ type: 'text', text })
  })
  await sessions.dispose({ graceMs: 0 })
  return took
}

/** A whole test in which nothing is done. */
async function wholeTest({ program, text }: Subject): Promise<number> {
  return timed(async () => {
    const kit = new Kit({ file: null, title: 'empty', outputDir: null }, { program })
    const terminal = await kit.open()
    await expect(terminal.getByText(text)).toBeVisible()
    await kit.end(false)
  })
}

async function overhead(): Promise<void> {
  const rows: (string | number)[][] = []
  for (const [name, subject] of Object.entries(programs)) {
    const own: number[] = []
    const whole: number[] = []
    for (let round = 0; round < rounds * 10; round++) {
      own.push(await ownStart(subject))
      whole.push(await wholeTest(subject))
    }
    const more = whole.map((time, index) => time - own[index]!)
    rows.push([name, median(own), median(whole), median(more), Math.min(...more), Math.max(...more)])
  }
  printTable(
    `Each test beyond the start of its program, ms, ${rounds * 10} times`,
    ['program', 'own start', 'whole test', 'overhead', 'least', 'most'],
    rows,
  )
}

/** Fifty files of twenty tests with three actions each, in two workers. */
function thousandTests(): void {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-thousand-'))
  mkdirSync(join(folder, 'node_modules/@polytty'), { recursive: true })
  symlinkSync(join(root, 'packages/test'), join(folder, 'node_modules/@polytty/test'))
  const test = `import { expect, test } from '@polytty/test/runner'
test.use({ program: ['sh', '-c', 'stty raw -echo; exec cat -v'] })
for (let n = 0; n < 20; n++) test('three actions ' + n, async ({ terminal }) => {
  await terminal.press('a')
  await terminal.press('Up')
  await terminal.type('done')
  await expect(terminal.row(0)).toHaveText('a^[[Adone')
})\n`
  for (let file = 0; file < 50; file++) writeFileSync(join(folder, `${file}.polytty.mjs`), test)
  const startedAt = performance.now()
  const args = [join(root, 'bin/polytty'), 'test', '--workers', '2']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  rmSync(folder, { recursive: true })
  printTable(
    'A thousand tests of three actions, two workers',
    ['result', 'seconds'],
    [[stdout.trim().split('\n').at(-1)!, seconds]],
  )
}

function compare(): void {
  const [one, many] = [1, 6] as const
  const all = contestants([one, many]).map((contestant) => ({
    ...contestant,
    first: [] as number[],
    more: [] as number[],
  }))
  for (let round = 0; round < rounds; round++) {
    for (const { name, cwd, variables, command, first, more } of all) {
      for (const count of [one, many]) {
        const [program, ...args] = command(count)
        const startedAt = performance.now()
        const { status, stdout, stderr } = spawnSync(program, args, {
          cwd,
          env: { ...env, ...variables },
          encoding: 'utf8',
        })
        const took = performance.now() - startedAt
        if (status !== 0) throw new Error(`${name} failed:\n${stdout}${stderr}`)
        ;(count === one ? first : more).push(took)
      }
    }
  }
  const each = ({ first, more }: (typeof all)[number]): number[] =>
    more.map((time, index) => (time - first[index]!) / (many - one))
  const fastest = median(each(all[0]!))
  const rows = all.map((contestant) => {
    const times = each(contestant)
    return [
      contestant.name,
      median(contestant.first),
      median(times),
      Math.min(...times),
      Math.max(...times),
      median(times) / fastest,
    ]
  })
  printTable(
    `The same test of the to-do program, ms, ${rounds} rounds`,
    ['kit', 'command with one test', 'each further test', 'least', 'most', 'ratio'],
    rows,
  )
}

await overhead()
thousandTests()
compare()
