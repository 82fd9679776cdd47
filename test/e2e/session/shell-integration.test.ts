import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deferred } from '../../../src/base/deferred.js'
import type { Session, ShellMark } from '../../../src/session/index.js'
import { newRegistry, see } from './with-registry.js'

/** The core's tests need no package beyond Node; a shell that is missing is named, not tested. */
const shells = ['bash', 'zsh', 'fish'].filter((name) => {
  const found = spawnSync(name, ['-c', 'exit 0']).status === 0
  if (!found) console.warn(`${name} is not installed, so its integration is not tested: apt-get install ${name}`)
  return found
})

/** Listens to a session's marks; `prompts(n)` resolves when the n-th prompt stands ready for input. */
function listen(session: Session) {
  const marks: ShellMark[] = []
  const ready = [1, 2, 3, 4].map(() => deferred<void>())
  session.onEvent.on((event) => {
    if (event.type !== 'promptMark') return
    marks.push(event)
    if (event.mark === 'commandStart') ready[of('commandStart').length - 1]?.resolve()
  })
  const of = (mark: ShellMark['mark']) => marks.filter((entry) => entry.mark === mark)
  return { of, prompts: (count: number) => ready[count - 1].promise }
}

/** A home folder whose start files leave a trace, to see that they are still read. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'polytty-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  writeFileSync(join(home, '.bashrc'), 'mine=bashrc; PROMPT_COMMAND="true"; PS1="> "\n')
  writeFileSync(join(home, '.bash_profile'), 'mine=profile; PS1="> "\n')
  writeFileSync(join(home, '.zshenv'), 'mine=env\n')
  writeFileSync(join(home, '.zshrc'), 'mine=$mine-rc; PS1="> "\n')
  return home
}

describe('shells tell their prompts, commands and directory', () => {
  const cases: [program: string, args: string[], mine: string][] = [
    ['bash', [], 'bashrc'],
    ['bash', ['--login'], 'profile'],
    ['zsh', [], 'env-rc'],
    ['fish', [], ''],
  ]
  test.each(cases.filter(([program]) => shells.includes(program)))('%s %j', async (program, args, mine) => {
    const home = newHome()
    const env = { HOME: home, ZDOTDIR: null, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') }
    const session = await newRegistry().create({ program, args, shellIntegration: true, env, cwd: '/usr' })
    const { of, prompts } = listen(session)
    await prompts(1)
    await session.write('echo "<$mine>"; false\r')
    await prompts(2)
    await session.write('\r')
    await prompts(3)
    await session.write('cd "/usr/local"\r')
    await prompts(4)
    expect(of('outputStart').map(({ command }) => command)).toEqual(['echo "<$mine>"; false', 'cd "/usr/local"'])
    expect(of('commandFinished').map(({ exitCode, command }) => [exitCode, command])).toEqual([
      [1, 'echo "<$mine>"; false'],
      [0, 'cd "/usr/local"'],
    ])
    expect(session.currentCwd).toBe('/usr/local')
    expect(session.transcript.read()).toContain(`<${mine}>\r\n`)
  })

  test('a directory with blanks and other letters', async () => {
    const home = newHome()
    const cwd = mkdtempSync(join(home, 'ein Verzeichnis für % '))
    for (const program of shells) {
      const session = await newRegistry().create({
        program,
        shellIntegration: true,
        env: { HOME: home, ZDOTDIR: null },
        cwd,
      })
      const { prompts } = listen(session)
      await prompts(1)
      await session.write('cd .\r')
      await prompts(2)
      expect(session.currentCwd, program).toBe(cwd)
    }
  })

  test('a shell that runs a command is left alone', async () => {
    const session = await newRegistry().create({ program: 'bash', args: ['-c', 'echo done'], shellIntegration: true })
    await see(session, { type: 'exited' })
    expect(session.transcript.read()).toBe('done\r\n')
  })
})
