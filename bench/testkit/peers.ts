/** Other kits to compare with, in folders of their own, each with the same test of the to-do program. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.peers/testkit')
const python = join(folder, 'python-packages')

/** A command that runs the test `count` times, each with a program of its own. */
export interface Contestant {
  readonly name: string
  readonly cwd: string
  readonly variables?: Readonly<Record<string, string>>
  command(count: number): readonly [string, ...string[]]
}

/** What can be run here; what is missing is said and left out. */
export function contestants(counts: readonly number[]): Contestant[] {
  return [ours(counts), ...[microsoftNode(counts), ...pythonKits()].filter((one) => one !== null)]
}

function project(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  cpSync(join(root, 'examples/test-kit/todo.mjs'), join(path, 'todo.mjs'))
  return path
}

function ours(counts: readonly number[]): Contestant {
  const cwd = project('ours')
  const scope = join(cwd, 'node_modules/@polytty')
  mkdirSync(scope, { recursive: true })
  if (!existsSync(join(scope, 'test'))) symlinkSync(join(root, 'packages/test'), join(scope, 'test'))
  for (const count of counts) {
    const test = `import { expect, test } from '@polytty/test/runner'
test.use({ program: ['node', 'todo.mjs'], size: '60x14' })
for (let n = 0; n < ${count}; n++) test('ticks an item ' + n, async ({ terminal }) => {
  await expect(terminal.getByText('1/3 done')).toBeVisible()
  await terminal.press('Down', 'Space')
  await expect(terminal.getByText('[x] call mum')).toBeVisible()
  await expect(terminal.getByText('2/3 done')).toBeVisible()
  await terminal.press('q')
  await expect(terminal).toHaveExited(0)
})\n`
    writeFileSync(join(cwd, `${count}.polytty.mjs`), test)
  }
  const bin = join(root, 'bin/polytty')
  return { name: '@polytty/test', cwd, command: (count) => [process.execPath, bin, 'test', `${count}.polytty.mjs`] }
}

/** Without its exit code: it does not report that of a program. */
function microsoftNode(counts: readonly number[]): Contestant | null {
  const cwd = project('node')
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  const kit = '@microsoft/tui-test'
  if (!existsSync(join(cwd, 'node_modules', kit)) && !npm(cwd, 'install', `${kit}@0.0.2`)) return missing(kit)
  for (const count of counts) {
    const test = `import { expect, test } from '${kit}'
test.use({ program: { file: 'node', args: ['todo.mjs'] }, rows: 14, columns: 60 })
for (let n = 0; n < ${count}; n++) test('ticks an item ' + n, async ({ terminal }) => {
  await expect(terminal.getByText('1/3 done')).toBeVisible()
  terminal.keyDown()
  terminal.write(' ')
  await expect(terminal.getByText('[x] call mum')).toBeVisible()
  await expect(terminal.getByText('2/3 done')).toBeVisible()
  terminal.write('q')
})\n`
    writeFileSync(join(cwd, `t${count}.test.js`), test)
  }
  const bin = join(cwd, 'node_modules/.bin/tui-test')
  return { name: '@microsoft/tui-test 0.0.2 (npm)', cwd, command: (count) => [bin, `t${count}.test.js`] }
}

function pythonKits(): (Contestant | null)[] {
  const cwd = project('python')
  const install = ['-m', 'pip', 'install', '--quiet', '--target', python, 'pexpect==4.9.0', 'tui-test==0.1.1']
  const has = existsSync(join(python, 'pexpect')) || spawnSync('python3', install, { stdio: 'ignore' }).status === 0
  if (!has) return [missing('pexpect and tui-test of PyPI')]
  writeFileSync(join(cwd, 'with_pexpect.py'), pexpectTest)
  writeFileSync(join(cwd, 'with_tui_test.py'), tuiTest)
  const variables = { PYTHONPATH: python }
  const of = (name: string, file: string): Contestant => ({
    ...{ name, cwd, variables },
    command: (count) => ['python3', file, String(count)],
  })
  return [of('tui-test 0.1.1 (PyPI)', 'with_tui_test.py'), of('pexpect 4.9.0 (PyPI)', 'with_pexpect.py')]
}

const pexpectTest = `import sys, pexpect
for n in range(int(sys.argv[1])):
    child = pexpect.spawn('node', ['todo.mjs'], dimensions=(14, 60), encoding='utf8', timeout=5)
    child.expect('1/3 done')
    child.send('\\x1b[B')
    child.send(' ')
    child.expect('call mum')
    child.expect('2/3 done')
    child.send('q')
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
`

const tuiTest = `import asyncio, sys
from tui_test import TuiTest

async def main():
    for n in range(int(sys.argv[1])):
        async with TuiTest.ephemeral() as terminal:
            await terminal.run('node', 'todo.mjs', cols=60, rows=14)
            await terminal.get_by_text('1/3 done').expect()
            await terminal.press('Down')
            await terminal.press('Space')
            await terminal.get_by_text('[x] call mum').expect()
            await terminal.get_by_text('2/3 done').expect()
            await terminal.press('q')
            await terminal.wait_exit()

asyncio.run(main())
`

function npm(cwd: string, ...args: readonly string[]): boolean {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', [...args, ...quiet], { cwd, stdio: 'ignore' }).status === 0
}

function missing(what: string): null {
  process.stderr.write(`left out, since it could not be installed: ${what}\n`)
  return null
}
