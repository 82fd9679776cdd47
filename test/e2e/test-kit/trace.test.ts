/** The place where a trace attaches: it is notified of everything a test does, in its order. */
import { Kit, expect as kitExpect, type Trace } from '@polytty/test'
import { expect, test } from 'vitest'
import { failureOf } from './canvas.js'

test('starts, actions, expectations, notes and ends', async () => {
  const seen: string[] = []
  const trace: Trace = {
    started: (session) => seen.push(`started ${session.program}`),
    actionBegan: (_, name, detail) => seen.push(`began ${name} ${detail}`),
    actionEnded: (_, { name, verdict }) => seen.push(`ended ${name}: ${verdict?.state}`),
    asserted: (_, { title, passed, soft, message }) =>
      seen.push(
        `${title} ${passed ? 'passed' : 'failed'}${soft ? ' softly' : ''}${message === null ? '' : ' with a message'}`,
      ),
    noted: (_, text) => seen.push(`noted ${text}`),
    ended: () => seen.push('ended'),
  }
  const kit = new Kit(
    { file: null, title: 'traced', outputDir: null, trace },
    { program: ['sh', '-c', 'read x; echo got $x; read y'] },
  )
  const terminal = await kit.open()
  await terminal.type('a\n')
  await kitExpect(terminal.getByText('got a')).toBeVisible()
  await failureOf(() => kitExpect(terminal).toHaveTitle('none', { timeoutMs: 0 }))
  await kitExpect.soft(terminal.row(0)).not.toHaveText('a', { timeoutMs: 0 })
  terminal.note('a word')
  await kit.end(false)
  expect(seen).toEqual([
    ...['started sh', 'ended launch: line-input', 'began type "a\\n"', 'ended type: line-input'],
    'expect(getByText("got a")).toBeVisible() passed',
    'expect(terminal).toHaveTitle() failed with a message',
    'expect(row(0)).not.toHaveText() failed softly with a message',
    ...['noted a word', 'ended'],
  ])
})
