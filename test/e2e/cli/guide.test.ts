/** docs/command-line.md, run as it stands there. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'

const root = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'docs/command-line.md'), 'utf8')
const [session] = blocks('sh')
const completion = blocks('sh').find((block) => block.includes('polytty completion'))
const [project] = blocks('toml')

function blocks(language: string): string[] {
  return [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((match) => match[1]!)
}

/** A shell in which the command is on the PATH. */
function inShell(script: string): { output: string; home: string } {
  const { home, env } = newUser()
  mkdirSync(join(home, 'bin'))
  symlinkSync(bin, join(home, 'bin/polytty'))
  const path = `${join(home, 'bin')}:${process.env.PATH}`
  const output = execFileSync('bash', ['-ec', script], { cwd: home, env: { ...env, PATH: path }, encoding: 'utf8' })
  return { output, home }
}

test('a session in five commands', needs('bash'), () => {
  const { output, home } = inShell(session!)
  expect(output).toMatch(/^demo\ndemo #\d+ .+\nHello from another process▏\ndemo\.png\n$/)
  expect(readFileSync(join(home, 'demo.png')).length).toBeGreaterThan(1000)
})

test('completion', needs('bash'), () => {
  expect(inShell(`${completion!}\ncomplete -p polytty`).output).toContain('_polytty')
})

test('a project file', async () => {
  const { run, home } = newUser()
  writeFileSync(join(home, 'polytty.config.toml'), project!)
  const { stdout } = await run('config')
  expect(stdout).toContain('"dracula"')
  expect(stdout).toMatch(/session\.cols +100/)
})

test('manual pages read well', needs('man'), () => {
  const page = join(root, 'packages/polytty/man/polytty-new.1')
  const env = { ...process.env, MANWIDTH: '80', MANROFFOPT: '-ww' }
  const text = execFileSync('man', ['--warnings', '-l', page], { encoding: 'utf8', env })
  expect(text).toContain('Start a program on a new session')
})
