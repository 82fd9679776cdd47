/** Panes of a real tmux as sessions. */
import { describe, expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { see } from '../session/with-registry.js'
import { bridgeTo, newTmux } from './with-tmux.js'

describe('panes of tmux', needs('tmux'), () => {
  test('are sessions, with what they show and what follows', async () => {
    const tmux = newTmux('sh')
    const { registry, bridges, source } = bridgeTo(tmux)
    await bridges.follow(source, '')
    const session = registry.get('%0')
    expect(session.name).toBe('main:0.0')
    await see(session, '$ ')
    await session.write('echo he""llo\r')
    await see(session, 'hello')
    expect(tmux.run('capture-pane', '-p', '-t', '%0').trimEnd()).toBe(session.snapshot().text().trimEnd())
  })
})
