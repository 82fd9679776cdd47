/** Commands in terminals that do not know their size, where NO_COLOR is set, and with readers that go away. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { bin, newUser, type User } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'

/** A shell of the user's on a terminal, in which `polytty` is a function. */
function terminal({ env, home }: User, script: string): Promise<Session> {
  const command = `polytty() { '${process.execPath}' '${bin}' "$@"; }; ${script}`
  const inherit = env as Record<string, string>
  return newRegistry().create({ program: '/bin/sh', args: ['-c', command], cwd: home, inherit, cols: 80, rows: 24 })
}

test('a terminal of 0×0 counts as one of 80×24', async () => {
  const user = newUser()
  await user.run('new', '-n', 'there', '--', 'cat')
  const listing = await terminal(user, 'stty cols 0 rows 0; polytty sessions; read x')
  await see(listing, { type: 'regex', pattern: '^there +[a-z]+.* cat ' })
  const watching = await terminal(user, 'stty cols 0 rows 0; polytty watch there; read x')
  await see(watching, 'watching there · 80x24 · q leaves')
  const attaching = await terminal(
    user,
    'stty cols 0 rows 0; polytty new -n inner -a -- sh -c "stty size; cat"; read x',
  )
  await see(attaching, '24 80')
  await attaching.write('\x1c\x1c')
  await see(attaching, '[detached from inner]')
})

test('NO_COLOR takes every colour away', async () => {
  const file = 'session: {command: cat}\nsteps: [{type: hello}]\n'
  const colours = async (more: NodeJS.ProcessEnv, command: string): Promise<boolean> => {
    const user = newUser(more)
    writeFileSync(join(user.home, 'steps.yaml'), file)
    const session = await terminal(user, `${command}; printf 'the %s' end; read x`)
    let output = ''
    session.onOutput.on(({ bytes }) => {
      output += Buffer.from(bytes).toString()
    })
    await see(session, 'the end')
    return /\x1b\[[\d;]*m/.test(output)
  }
  for (const command of ['polytty doctor', 'polytty termwright run-steps steps.yaml', 'polytty serve --linger 0']) {
    expect(await colours({}, command), command).toBe(true)
    expect(await colours({ NO_COLOR: '1' }, command), command).toBe(false)
  }
})

test('a reader that goes away ends a command quietly', async () => {
  const user = newUser()
  const session = await terminal(
    user,
    '{ polytty --help; echo "code $?" >&2; } | head -1; polytty config --all | true; read x',
  )
  await see(session, 'code 0')
  expect(session.snapshot().text()).not.toContain('EPIPE')
})
