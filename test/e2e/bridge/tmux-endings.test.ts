/** How programs in panes of a real tmux ended: which is known, and which tmux itself forgets. */
import { describe, expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { bridgeTo, followed, newTmux, type Tmux } from './with-tmux.js'

const closed = { code: null, signal: null, reason: 'the pane was closed' }

function ending(session: Session): Promise<unknown> {
  return new Promise((resolve) => session.onExit.on(resolve))
}

function keeping(tmux: Tmux, which: string): Tmux {
  tmux.run('set-option', '-g', 'remain-on-exit', which)
  return tmux
}

describe('the end of a program in a pane', needs('tmux'), () => {
  test.each([
    ['on', 'exit 3', { code: 3, signal: null }],
    ['on', 'exit 0', { code: 0, signal: null }],
    ['on', 'kill -KILL $$', { code: null, signal: 'SIGKILL' }],
    ['failed', 'exit 3', { code: 3, signal: null }],
    ['failed', 'exit 0', closed],
    ['off', 'exit 3', closed],
  ])('with remain-on-exit %s: %s', async (which, end, expected) => {
    const tmux = keeping(newTmux('cat'), which)
    tmux.run('new-window', '-d', 'sh', '-c', `read x; ${end}`)
    const session = (await followed(tmux)).registry.get('%1')
    const ended = ending(session)
    await session.write('\r')
    expect(await ended).toEqual(expected)
  })

  test('is known of each of many that end at once', async () => {
    const tmux = keeping(newTmux('cat'), 'on')
    const codes = Array.from({ length: 20 }, (_, index) => index + 1)
    for (const code of codes) tmux.run('new-window', '-d', 'sh', '-c', `tmux wait-for go; exit ${code}`)
    const { registry } = await followed(tmux)
    const ended = Promise.all(codes.map((index) => ending(registry.get(`%${index}`))))
    tmux.run('wait-for', '-S', 'go')
    expect(await ended).toEqual(codes.map((code) => ({ code, signal: null })))
  })

  test('is known of one that was started through the bridge, however soon it ends', async () => {
    const { registry, bridges, spec } = bridgeTo(newTmux('cat'))
    Object.assign(registry, { launcher: bridges.launcher(spec) })
    for (let round = 0; round < 40; round++) {
      const session = await registry.create({ program: 'sh', args: ['-c', `exit ${round}`] })
      expect(session.exit ?? (await ending(session))).toEqual({ code: round, signal: null })
    }
  })

  test('is known of one that closed its terminal long before', async () => {
    const tmux = keeping(newTmux('cat'), 'on')
    tmux.run(
      'new-window',
      '-d',
      'sh',
      '-c',
      'trap "" HUP; read x; exec <&- >&- 2>&-; tmux wait-for -S closed; tmux wait-for go; exit 4',
    )
    const session = (await followed(tmux)).registry.get('%1')
    const ended = ending(session)
    await session.write('\r')
    tmux.run('wait-for', 'closed')
    expect(session.exit).toBeNull()
    tmux.run('wait-for', '-S', 'go')
    expect(await ended).toEqual({ code: 4, signal: null })
  })

  test('is known of one that was there before anyone looked', async () => {
    const tmux = keeping(newTmux('cat'), 'on')
    const { bridges, spec } = bridgeTo(tmux)
    tmux.run('new-window', '-d', 'sh', '-c', 'echo; echo last words; exit 5')
    await expect.poll(() => tmux.run('display-message', '-p', '-t', '%1', '#{pane_dead}').trim()).toBe('1')
    const session = await bridges.adopt(spec, '%1')
    expect(session.exit ?? (await ending(session))).toEqual({ code: 5, signal: null })
    expect(session.snapshot().text()).toContain('last words')
  })
})
