import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deferred } from '../../../packages/polytty/src/base/deferred.js'
import type { Session, ShellMark } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see } from './with-registry.js'

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
  const home = newFolder()
  writeFileSync(join(home, '.bashrc'), 'mine=bashrc; PROMPT_COMMAND="true"; PS1="> "\n')
  writeFileSync(join(home, '.bash_profile'), 'mine=profile; PS1="> "\n')
  writeFileSync(join(home, '.zshenv'), 'mine=env\n')
  writeFileSync(join(home, '.zshrc'), 'mine=$mine-rc; PS1="> "\n')
  return home
}

describe('shells report their prompts, commands and directory', () => {
  const cases: [program: string, args: string[], mine: string][] = [
    ['bash', [], 'bashrc'],
    ['bash', ['--login'], 'profile'],
    ['zsh', [], 'env-rc'],
    ['fish', [], ''],
  ]
  for (const [program, args, mine] of cases)
    test([program, ...args].join(' '), needs(program), () => marks(program, args, mine))

  async function marks(program: string, args: string[], mine: string): Promise<void> {
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
  }

  for (const program of ['bash', 'zsh', 'fish'])
    test(`a directory with blanks and other letters in ${program}`, needs(program), async () => {
      const home = newHome()
      const cwd = mkdtempSync(join(home, 'ein Verzeichnis für % '))
      const env = { HOME: home, ZDOTDIR: null }
      const session = await newRegistry().create({ program, shellIntegration: true, env, cwd })
      const { prompts } = listen(session)
      await prompts(1)
      await session.write('cd .\r')
      await prompts(2)
      expect(session.currentCwd).toBe(cwd)
    })

  test('a shell that runs a command is left alone', needs('bash'), async () => {
    const session = await newRegistry().create({ program: 'bash', args: ['-c', 'echo done'], shellIntegration: true })
    await see(session, { type: 'exited' })
    expect(session.transcript.read()).toBe('done\r\n')
  })
})
