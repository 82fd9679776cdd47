/**
 * A server in a process that a test can kill, with its programs in a host. The test asks over the channel of its parent
 * what no protocol shows: digests of the whole terminal and of all that was printed.
 */
import { createHash } from 'node:crypto'
import { startServer } from '../../../packages/polytty/dist/server/server.js'

const [hostSocket, keepSeconds = '20'] = process.argv.slice(2)
const startedAt = performance.now()
const server = await startServer({ port: 0, hostSocket, keepSeconds: Number(keepSeconds), maxSessions: 500 })
const { sessions } = server

const sha = (data) => createHash('sha256').update(data).digest('hex')

function describe(id) {
  const session = sessions.get(id)
  const { terminal, transcript, exit, name, tags, pid, cols, rows } = session
  return {
    ...{ name, tags: [...tags], pid, cols, rows, exit, revision: session.revision },
    dump: sha(terminal.dump()),
    firstLine: terminal.firstLine,
    transcript: sha(transcript.read()),
    printed: transcript.end,
    text: session.snapshot().text(),
  }
}

const actions = {
  url: () => server.url,
  create: async (options) => (await sessions.create(options)).id,
  list: () => sessions.list().map(({ id }) => id),
  describe: (id) => describe(id),
  dumpText: (id) => Buffer.from(sessions.get(id).terminal.dump()).toString(),
  transcript: (id) => sessions.get(id).transcript.read(),
  write: (id, text, key) => sessions.get(id).write(text, { key }),
  resize: (id, cols, rows) => sessions.get(id).resize(cols, rows),
  palette: (id, index, color) => sessions.get(id).setPalette({ colors: new Map([[index, color]]) }),
  scheme: (id, scheme) => sessions.get(id).setColorScheme(scheme),
  rename: (id, name) => sessions.rename(sessions.get(id), name),
  tag: (id, tags) => sessions.get(id).setTags(tags),
  wait: async (id, text) => {
    const matcher = { type: 'text', source: 'transcript', text }
    return (await sessions.get(id).wait(matcher, { timeoutMs: 120_000 })).kind
  },
  untilPrinted: (id, chars) =>
    new Promise((resolve) => {
      const session = sessions.get(id)
      const look = () => {
        if (session.transcript.end < chars) return
        watch.dispose()
        resolve(session.transcript.end)
      }
      const watch = session.onChange.on(look)
      look()
    }),
  untilExit: async (id) => {
    const session = sessions.get(id)
    return session.exit ?? new Promise((resolve) => session.onExit.on(resolve))
  },
  ready: (id) => sessions.get(id).ready,
  kill: (id) => sessions.remove(sessions.get(id), { graceMs: 500 }),
  release: () => server.release(),
  stop: () => server.stop(),
}

process.on('message', async ({ request, action, args }) => {
  try {
    process.send({ request, value: await actions[action](...args) })
  } catch (error) {
    process.send({ request, error: error.message })
  }
})
process.on('disconnect', () => process.exit(0))
process.send({ ready: performance.now() - startedAt, sessions: sessions.list().length })
