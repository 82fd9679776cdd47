/** Typing into a program that does not read: reported after a bounded time, and nothing of it is lost. */
import { expect, test } from 'vitest'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { SessionRegistry } from '../../../packages/polytty/src/session/index.js'

test('whoever types is notified after five seconds', async () => {
  const clock = new ManualClock()
  const sessions = new SessionRegistry({ clock })
  const session = await sessions.create({
    program: '/bin/sh',
    args: ['-c', 'stty raw -echo; printf ready; exec sleep 1000'],
  })
  const ready = session.wait({ type: 'text', text: 'ready' })
  await ready
  const typing = session.write('x'.repeat(200_000))
  clock.advance(5000)
  await expect(typing).rejects.toThrow('does not read its input')
  await sessions.dispose({ graceMs: 0 })
})
