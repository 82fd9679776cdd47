/** Shells under test: commands with their output and exit code, prompts, the output of each command. */
import { expect as kitExpect } from '@polytty/test'
import { describe, expect, test } from '@polytty/test/vitest'
import { needs } from '../../support/needs.js'
import { failureOf } from './canvas.js'

describe('bash', needs('bash'), () => {
  test('run gives output and exit code', async ({ terminal }) => {
    const shell = await terminal.shell()
    expect(await shell.run('echo one; echo two')).toEqual({ output: 'one\ntwo', exitCode: 0 })
    expect(await shell.run('(exit 3)')).toEqual({ output: '', exitCode: 3 })
    await kitExpect(terminal).toHaveExitCode(3)
    expect((await shell.run('seq 100')).output.split('\n')).toHaveLength(100)
  })

  test('locators of the prompt and of what commands printed', async ({ terminal }) => {
    const shell = await terminal.shell()
    await shell.run('echo first')
    await shell.run('printf "a\\nb\\n"')
    await kitExpect(terminal.output()).toHaveText('a\nb')
    await kitExpect(terminal.output(0)).toHaveText('first')
    await kitExpect(terminal.prompt()).toContainText(/[$#]/)
    expect(await terminal.prompt().bounds()).toMatchObject({ row: terminal.snapshot().cursor.row, col: 0 })
  })

  test('the folder follows cd', async ({ launch }) => {
    const terminal = await launch('bash', { files: { 'sub/file': '' } })
    await (await terminal.shell()).run('cd sub')
    await kitExpect(terminal).toHaveCwd('sub')
  })

  test('what waits for input, or takes too long, is an error with the screen', async ({ terminal }) => {
    const shell = await terminal.shell()
    const waits = await failureOf(() => shell.run('read -p "name? " name'))
    expect(waits).toContain('it waits for input: type it with terminal.type')
    expect(waits).toContain('name?')
    await terminal.type('x\n')
    expect(await failureOf(() => shell.run('sleep 100', { timeoutMs: 100 }))).toContain('has not ended within 100 ms')
  })
})

test('the prompt of a program that is no shell is what stands before the cursor', async ({ launch }) => {
  const terminal = await launch(['sh', '-c', 'printf "name? "; read name'])
  await kitExpect(terminal.prompt()).toHaveText('name?')
})
