/** A server that is there and does not answer: said in words, and not replaced by another. */
import { expect, onTestFinished, test } from 'vitest'
import { newUser } from '../../support/polytty.js'

test('a stopped server', async () => {
  const user = newUser()
  await user.run('new', '-n', 'demo', '--', 'cat')
  const { pid } = JSON.parse((await user.run('status', '--json')).stdout) as { pid: number }
  process.kill(pid, 'SIGSTOP')
  onTestFinished(async () => {
    process.kill(pid, 'SIGCONT')
    await user.run('stop')
  })
  const answers = await Promise.all([user.run('status'), user.run('sessions'), user.run('new', '--', 'cat')])
  for (const { code, stderr } of answers)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^polytty: the server at .* does not answer.*\n {2}Choose another/),
    ])
})

test('the port of a server that was started for us asks for a token', async () => {
  const user = newUser()
  await user.run('new', '-n', 'demo', '--', 'cat')
  onTestFinished(async () => void (await user.run('stop')))
  const { url, token } = JSON.parse((await user.run('status', '--json')).stdout) as { url: string; token: string }
  const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${url}/sessions`, { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200)
})
