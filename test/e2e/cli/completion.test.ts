/** Completion in the real shells: what Tab makes of what was typed. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { bin, newUser } from '../../support/polytty.js'
import { newRegistry, see } from '../session/with-registry.js'

/** How each shell is started without the user's files, finds our command, and loads its completion. */
const shells = {
  bash: { args: ['--norc', '--noprofile', '-i'], load: 'source <(polytty completion bash)', prompt: "PS1='$ '" },
  zsh: {
    args: ['-f', '-i'],
    load: 'autoload -U compinit; compinit -u; eval "$(polytty completion zsh)"',
    prompt: "PS1='$ '",
  },
  fish: {
    args: ['--no-config', '-i'],
    load: 'polytty completion fish | source',
    prompt: 'function fish_prompt; echo "\\$ "; end',
  },
} as const

describe.each(Object.entries(shells))('%s', (name, { args, load, prompt }) => {
  test('commands, options, sessions, themes and files, with descriptions', needs(name), async () => {
    const user = newUser()
    const folder = join(user.home, 'bin')
    await user.run('new', '-n', 'editor', '--', 'cat')
    writeFileSync(join(user.home, 'demo.cast'), '')
    const registry = newRegistry()
    const env = { ...user.env, PATH: `${folder}:${process.env.POLYTTY_WHOLE_PATH ?? process.env.PATH}` }
    await user.run('shims', folder)
    symlinkSync(bin, join(folder, 'polytty'))
    const inherit = env as Record<string, string>
    const session = await registry.create({ program: name, args, cwd: user.home, cols: 100, inherit })
    // A shell that answers has read its files and is at its prompt.
    await session.write(`${prompt}; ${load}; echo loa''ded\r`)
    await see(session, 'loaded')
    const completed = async (typed: string, expected: string): Promise<void> => {
      await session.write(`${typed}\t`)
      await see(session, expected)
      // The line is taken back, and the next begins on a clear screen.
      await session.write('\x15\x0c')
      await session.wait({ type: 'gone', matcher: { type: 'text', text: expected } }, { timeoutMs: 60_000 })
    }
    await completed('polytty atta', 'polytty attach ')
    await completed('polytty look ed', 'polytty look editor ')
    await completed('polytty screenshot --theme drac', '--theme dracula ')
    await completed('polytty new --no-s', 'polytty new --no-start ')
    await completed('polytty play dem', 'polytty play demo.cast ')
    // Where there is a choice, what it means is shown beside it; bash lists at the second Tab.
    await completed(name === 'bash' ? 'polytty st\t' : 'polytty st', 'End every session, and the server')
    expect(session.exited).toBe(false)
  })
})
