/** The shim `ptywright`, as scripts that were written for the original call it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

let folder: string
let shim: string
let env: NodeJS.ProcessEnv
beforeAll(() => {
  folder = newFolder()
  spawnSync(process.execPath, [bin, 'shims', join(folder, 'bin')])
  shim = join(folder, 'bin', 'ptywright')
  const { COMPLETE: _, ...rest } = process.env
  env = { ...rest, PTYWRIGHT_HOME: join(folder, 'home'), PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
})

function run(args: readonly string[], more: { input?: string; env?: NodeJS.ProcessEnv } = {}) {
  const options = { encoding: 'utf8', input: more.input ?? '', env: { ...env, ...more.env }, timeout: 120_000 } as const
  return spawnSync(shim, args, options)
}

test('without arguments it prints its usage', () => {
  const { status, stdout } = run([])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: ptywright /)
  expect(stdout).toContain('--version')
})

test('run passes input and output, and writes a log', () => {
  const home = join(folder, 'run-home')
  const command = ['run', '--', '/bin/sh', '-lc', 'read line; printf got:$line; exit 4']
  const { status, stdout, stderr } = run(command, { input: 'hello\n', env: { PTYWRIGHT_HOME: home } })
  expect([status, stderr]).toEqual([4, ''])
  expect(stdout).toContain('got:hello')
  const [name] = readdirSync(join(home, 'logs'))
  expect(name).toMatch(/^ptywright\.\d{4}-\d\d-\d\d\.log$/)
  expect(readFileSync(join(home, 'logs', name!), 'utf8')).toMatch(/ run \/bin\/sh\n.* run \/bin\/sh: ended with 4\n$/)
})

test('completion as scripts for the original ask for it', () => {
  const ask = (index: number, ...words: string[]): string[] => {
    const asked = { COMPLETE: 'bash', _CLAP_COMPLETE_INDEX: String(index) }
    return run(['--', ...words], { env: asked }).stdout.split('\n')
  }
  expect(ask(1, 'ptywright', '')).toEqual(expect.arrayContaining(['run', 'serve', 'logs']))
  expect(ask(2, 'ptywright', 'run', '--')).toEqual(expect.arrayContaining(['--rows', '--cols']))
  expect(ask(3, 'ptywright', 'serve', '--framing')).toEqual(['ndjson', 'lsp'])
  expect(run([], { env: { COMPLETE: 'zsh' } }).stdout).toMatch(/^#compdef ptywright\n/)
})

test.each(['bash', 'zsh', 'fish', 'elvish', 'powershell'])('a completion script for %s', (shell) => {
  const { status, stdout } = run(['completions', shell])
  expect(status).toBe(0)
  expect(stdout).toContain('ptywright complete')
  expect(stdout).not.toContain('polytty')
  if (shell === 'zsh') expect(stdout).toMatch(/^#compdef ptywright\n_clap_dynamic_completer_ptywright/)
})

test('no completion script for a shell that no one knows', () => {
  const { status, stderr } = run(['completions', 'tcsh'])
  expect(status).toBe(1)
  expect(stderr).toContain("unknown shell 'tcsh'")
})

const completing = {
  bash: [
    'source <(ptywright completions bash); COMP_WORDS=(ptywright ser); COMP_CWORD=1',
    'complete -p ptywright >/dev/null && _clap_dynamic_completer_ptywright && echo $COMPREPLY',
  ],
  fish: ['ptywright completions fish | source', 'complete -C "ptywright ser"'],
}

for (const [shell, script] of Object.entries(completing))
  test(`${shell} completes the name`, needs(shell), () => {
    const options = { encoding: 'utf8', env, timeout: 120_000 } as const
    expect(spawnSync(shell, ['-c', script.join('; ')], options).stdout).toMatch(/^serve(?:\t.*)?\n$/)
  })

test('logs shows the end of the newest file and follows it', async () => {
  const home = join(folder, 'logs-home')
  mkdirSync(join(home, 'logs'), { recursive: true })
  const path = join(home, 'logs', 'ptywright.2026-05-18.log')
  writeFileSync(path, 'line one\nline two\n')
  const child = spawn(shim, ['logs', '--filter', 'line'], { env: { ...env, PTYWRIGHT_HOME: home } })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await shown(child, 'two\n')).toBe(`==> tailing ${path} <==\nline one\nline two\n`)
  appendFileSync(path, 'other\nline three\n')
  expect(await shown(child, 'three\n')).toBe('line three\n')
  writeFileSync(join(home, 'logs', 'ptywright.2026-05-19.log'), 'line of the next day\n')
  expect(await shown(child, 'day\n')).toBe('line of the next day\n')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
})

/** What a program prints from now on until a text has come. */
async function shown({ stdout }: ChildProcess, end: string): Promise<string> {
  let text = ''
  while (!text.endsWith(end)) text += String((await once(stdout!, 'data'))[0])
  return text
}

test('logs fails where there are none', () => {
  const { status, stderr } = run(['logs'], { env: { PTYWRIGHT_HOME: join(folder, 'empty') } })
  expect(status).toBe(1)
  expect(stderr).toContain('no ptywright log files')
})
