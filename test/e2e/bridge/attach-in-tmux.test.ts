/** `polytty attach` inside tmux: what the program copies reaches the terminal around tmux, if its user wants that. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'

const copying = (text: string): string => `\\033]52;c;${Buffer.from(text).toString('base64')}\\007`

test.each([
  ['passed through', 'attach inner --clipboard', 'set -g allow-passthrough on', ['copied']],
  ['by way of its own clipboard', 'attach inner --clipboard', 'set -g set-clipboard on', ['copied']],
  ['of wsh', 'wsh attach inner --clipboard', 'set -g allow-passthrough on', ['copied']],
  ['of a new session', 'new -a --clipboard --', 'set -g allow-passthrough on', ['copied']],
  ['not unasked', 'attach inner', 'set -g allow-passthrough on\nset -g set-clipboard on', []],
])('the clipboard: %s', needs('tmux'), async (_, command, setting, expected) => {
  const user = newUser()
  const script = join(user.home, 'copies')
  writeFileSync(script, `stty -echo; printf ready; read x; printf '${copying('copied')}done'; cat`)
  const isNew = command.startsWith('new')
  if (!isNew) expect(await user.run('new', '-n', 'inner', '--', 'sh', script)).toMatchObject({ code: 0 })
  const config = join(user.home, 'tmux.conf')
  writeFileSync(config, `${setting}\n`)
  const attach = `${process.execPath} ${bin} ${command} ${isNew ? `sh ${script}` : ''}`
  const outer = await newRegistry().create({
    program: 'tmux',
    args: ['-S', join(user.home, 'tmux'), '-f', config, 'new', attach],
    env: { ...user.env, TMUX: null } as Record<string, string | null>,
  })
  const copied: string[] = []
  outer.onEvent.on((event) => event.type === 'clipboard' && copied.push(event.text))
  await see(outer, 'ready')
  await outer.write('\r')
  await see(outer, 'done')
  expect(copied).toEqual(expected)
  await outer.write('\x1c\x1c')
  await see(outer, { type: 'regex', pattern: '\\[exited\\]|detached' })
})
