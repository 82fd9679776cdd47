/** Input that comes before a shell's first prompt waits for it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { FirstLook } from '../../../packages/polytty/src/protocols/first-look.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry, see, shell } from './with-registry.js'

function home(files: Readonly<Record<string, string>>): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Gives no shell up that is slow to start on a busy machine. */
const patientClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic(),
  after: (ms, callback) => systemClock.after(ms < 1000 ? ms : ms * 60, callback),
}

const shells: [string, string[], Record<string, string>, boolean][] = [
  ['bash', [], { '.bashrc': 'echo welcome; sleep 0.2; PS1="ready> "\n' }, true],
  ['zsh', [], { '.zshrc': 'echo welcome; sleep 0.2; PS1="ready> "\n' }, true],
  ['bash', ['--norc'], {}, false],
]
for (const [program, args, files, shellIntegration] of shells)
  test(`what is typed at once stands behind the prompt: ${program} ${args.join(' ')}`, needs(program), async () => {
    const env = { HOME: home(files), ZDOTDIR: null, PS1: 'ready> ' }
    const session = await newRegistry({ clock: patientClock }).create({ program, args, env, shellIntegration })
    // One line: what is typed while a command runs is echoed by the kernel too.
    await Promise.all([session.write('echo o'), session.write('ne; echo t'), session.write('wo\r')])
    await see(session, { type: 'regex', pattern: '^two' })
    const lines = session.snapshot().text().split('\n')
    expect(lines.filter((line) => line.includes('echo'))).toEqual(['ready> echo one; echo two'])
  })

test('other programs get their input at once', async () => {
  const session = await shell(newRegistry(), 'read line; echo "got $line"')
  await session.write('early\r')
  await see(session, 'got early')
})

test('a shell that asks for nothing gets its input after a second', needs('bash'), async () => {
  const env = { HOME: home({ '.bashrc': 'read line; echo "got $line"; exit 3\n' }) }
  const session = await newRegistry().create({ program: 'bash', env, shellIntegration: true })
  await session.write('late\r')
  await see(session, 'got late')
})

test('a look right after such input shows the answer, not just the prompt', needs('bash'), async () => {
  const registry = newRegistry({ clock: patientClock })
  const env = { HOME: home({ '.bashrc': 'sleep 0.2; PS1="ready> "\n' }) }
  const session = await registry.create({ program: 'bash', env, shellIntegration: true })
  const look = new FirstLook(patientClock, 60_000)
  look.noteInput(session)
  await session.write('echo one\r')
  await look.untilAnswered(session, new AbortController().signal)
  expect(session.snapshot().text()).toContain('ready> echo one')
})
