/** Recordings of a session whose server is killed go on: everything is in them once, in order, at its time. */
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { newUser } from '../../support/polytty.js'
import { kill, serve } from './serve.js'

/** What a cast holds of output, and whether its times never go back. */
function readCast(text: string): { output: string; isOrdered: boolean } {
  const [, ...events] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [number, string, string])
  const times = events.map(([time]) => time)
  return {
    output: events.flatMap(([, code, data]) => (code === 'o' ? [data] : [])).join(''),
    isOrdered: times.every((time, index) => index === 0 || time >= times[index - 1]),
  }
}

test('a recording of each protocol goes on with the next server', async () => {
  const user = newUser()
  let served = await serve(user, '--name', 'recorded')
  const client = await connect(served.url)
  onTestFinished(() => client.close())
  const { sessionId } = await client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', 'stty -echo; echo up; exec cat'],
    name: 'kept',
  })
  await client.call('Screen.waitForText', { sessionId, pattern: 'up' })
  const { recordingId } = await client.call('Recording.startSession', { sessionId })
  const http = (path: string, method = 'POST') =>
    fetch(`${served.url.replace('ws', 'http')}${path}`, { method }).then((response) => response.text())
  const { id } = JSON.parse(await http('/sessions/kept/recording')) as { id: string }
  const port = Number(new URL(served.url).port)
  let expected = ''
  // Enough that what was recorded is in a file, too.
  const line = '漢字 and words '.repeat(200)
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < 10; count++) {
      const text = `${round}.${count} ${line}\n`
      await client.call('Input.sendText', { sessionId, text })
      expected += text.replaceAll('\n', '\r\n')
    }
    await client.call('Screen.waitForText', { sessionId, pattern: `${round}.9` })
    await kill(served)
    served = await serve(user, '--name', 'recorded', '--port', String(port))
  }
  await client.call('Input.sendText', { sessionId, text: 'the end\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'the end' })
  expected += 'the end\r\n'
  const { data } = await client.call('Recording.stopSession', { recordingId })
  const other = await http(`/recordings/${id}/cast`, 'GET')
  for (const cast of [data, other]) {
    const { output, isOrdered } = readCast(cast)
    // It begins with the screen as it was then.
    const at = output.indexOf('0.0 ')
    expect(output.length - at).toBe(expected.length)
    expect(output.slice(at) === expected).toBe(true)
    expect(isOrdered).toBe(true)
  }
})
