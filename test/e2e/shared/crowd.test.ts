/**
 * Ten clients of five dialects on one session for a minute of simulated time: they type, wait, resize and subscribe as
 * they please, and any of them may be gone at any moment. Every request is answered once, events come in order, the last
 * state is seen by all, and when they have left nothing of them is left.
 */
import { ConnectionError, type SessionEvent } from '@polytty/client'
import { expect, test } from 'vitest'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { type AnyWitness, type Shared, shareServer } from './clients.js'

const STEP_MS = 100
const STEPS = 600

/** Small and repeatable: the same seed makes the same minute. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Member {
  readonly client: AnyWitness
  type(text: string): Promise<unknown>
  waitFor(text: string, timeoutMs: number): Promise<unknown>
  resize?(cols: number, rows: number): Promise<unknown>
  subscribe(): Promise<unknown>
  screen(): Promise<string[]>
  /** Fails when what was received so far cannot be. */
  checkEvents(session: Session): void
}

type Join = (shared: Shared, session: Session) => Promise<Member>

const joins: Record<string, Join> = {
  async wrightty(shared, { id: sessionId }) {
    const client = await shared.webSocket('wrightty', '/')
    return {
      client,
      type: (text) => client.call('Input.sendText', { sessionId, text }),
      waitFor: (pattern, timeout) => client.call('Screen.waitForText', { sessionId, pattern, timeout }),
      resize: (cols, rows) => client.call('Terminal.resize', { sessionId, cols, rows }),
      subscribe: () => client.call('Events.subscribe', { sessionId, events: ['Session.output', 'Screen.updated'] }),
      screen: async () => lines((await client.call('Screen.getText', { sessionId })).text),
      checkEvents: () => {
        const stamps = client.events.map(({ params }) => (params as unknown as SessionEvent).timestamp)
        expect(stamps).toEqual([...stamps].sort((a, b) => a - b))
      },
    }
  },
  async termwright(shared, { id: session }) {
    const client = await shared.termwright(session)
    return {
      client,
      type: (text) => client.call('type', { text }),
      waitFor: (text, timeout_ms) => client.call('wait_for_text', { text, timeout_ms }),
      resize: (cols, rows) => client.call('resize', { cols, rows }),
      subscribe: () => client.call('wait_for_screen_change', { timeout_ms: 500 }),
      screen: async () => lines(String(await client.call('screen', { format: 'text' }))),
      checkEvents: () => expect(client.events).toEqual([]),
    }
  },
  async ptywright(shared) {
    const client = await shared.unix('ptywright')
    const session = 's1'
    return {
      client,
      type: (value) => client.call('session.input', { session, action: { type: 'text', value } }),
      waitFor: (value, timeout_ms) =>
        client.call('session.wait', { session, matcher: { type: 'transcript_contains', value }, timeout_ms }),
      resize: (cols, rows) => client.call('session.resize', { session, cols, rows }),
      subscribe: () => client.call('server.set_notifications', { enabled: true }),
      screen: async () => {
        const { cells, size } = await client.call('session.snapshot', { session, redact: false })
        const text = cells.map((cell) => cell.text || ' ').join('')
        return lines(text.match(new RegExp(`.{${size.cols}}`, 'g'))!.join('\n'))
      },
      checkEvents: () => {
        const sequences = client.events.map(({ params }) => params.sequence)
        expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
      },
    }
  },
  async wsh(shared, { name }) {
    const client = await shared.webSocket('wsh', `/sessions/${name}/ws/json`)
    return {
      client,
      type: (data) => client.call('send_input', { data }),
      waitFor: (_, max_wait_ms) => client.call('await_idle', { timeout_ms: 50, max_wait_ms, format: 'plain' }),
      resize: (cols, rows) => client.call('resize', { cols, rows }),
      subscribe: () => client.call('subscribe', { events: ['diffs', 'cursor'], interval_ms: 50, format: 'plain' }),
      screen: async () => lines((await client.call('get_screen', { format: 'plain' })).lines.join('\n')),
      checkEvents: () => {
        // The picture that answers a subscription is number 0.
        const numbers = client.events.flatMap(({ params }) => ('seq' in params && params.seq ? [params.seq] : []))
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      },
    }
  },
  async tuispec(shared, { id }) {
    const client = await shared.tuispec(id)
    await client.call('initialize', { name: 'crowd' })
    return {
      client,
      type: (text) => client.call('sendText', { text }),
      waitFor: (text, timeoutMs) => client.call('waitForText', { selector: { type: 'exact', text }, timeoutMs }),
      subscribe: () => client.call('viewSubscribe', { debounceMs: 50, includeText: true }),
      screen: async () => lines((await client.call('currentView')).text),
      checkEvents: () => expect(client.events.every(({ name }) => name === 'view.changed')).toBe(true),
    }
  },
}

test.each([1, 2, 3])('a minute with ten clients, seed %i', async (seed) => {
  const clock = new ManualClock()
  const random = randomFrom(seed)
  const shared = await shareServer({}, { clock })
  const session = await shared.server.sessions.create({
    program: '/bin/sh',
    args: ['-c', 'stty raw -echo; printf READY; exec cat'],
    name: 'crowd',
  })
  await session.wait({ type: 'text', text: 'READY' })
  // A protocol that has had a client listens from then on.
  const first = await shared.unix('ptywright')
  await first.call('server.capabilities')
  first.close()
  await first.closed
  const before = listeners(session)
  const outcomes = { answered: 0, refused: 0, cut: 0 }
  const answers: Promise<unknown>[] = []
  const members: Member[] = []
  for (const join of Object.values(joins))
    for (let twice = 0; twice < 2; twice++) members.push(await join(shared, session))
  const kinds = Object.values(joins).flatMap((join) => [join, join])

  const ask = (asked: Promise<unknown> | undefined): void => {
    if (!asked) return
    const count = (): void => void outcomes.answered++
    answers.push(
      asked.then(count, (error: Error) => {
        if (error instanceof ConnectionError) outcomes.cut++
        else outcomes.refused++
      }),
    )
  }
  for (let step = 0; step < STEPS; step++) {
    const at = random(members.length)
    const member = members[at]!
    const choice = random(20)
    if (choice < 7) ask(member.type(`<${step}>`))
    else if (choice < 13) ask(member.waitFor(`<${step - random(3)}>`, 100 * (1 + random(30))))
    else if (choice < 15) ask(member.resize?.(60 + random(60), 10 + random(30)))
    else if (choice < 19) ask(member.subscribe())
    else {
      member.checkEvents(session)
      member.client.close()
      await member.client.closed
      members[at] = await kinds[at]!(shared, session)
    }
    await breathe()
    clock.advance(STEP_MS)
  }
  // Whatever still waits has its time run out; the loops of I/O in between let answers arrive.
  for (let left = members.some(({ client }) => client.unanswered > 0) ? 100 : 0; left > 0; left--) {
    clock.advance(1000)
    await breathe()
    if (members.every(({ client }) => client.unanswered === 0)) break
  }
  await Promise.all(answers)
  expect(outcomes.answered).toBeGreaterThan(STEPS / 2)

  // The last state, seen by all.
  void session.write('\x1b[2J\x1b[Hthe end')
  await session.wait({ type: 'text', text: 'the end' })
  const seen = await Promise.all(members.map((member) => member.screen()))
  for (const screen of seen) expect(screen).toEqual(lines(session.snapshot().text()))
  for (const member of members) member.checkEvents(session)
  for (const { client } of members) {
    const answered = client.received.map((text) => (JSON.parse(text) as { id?: unknown }).id).filter(Number.isInteger)
    expect(answered).toHaveLength(new Set(answered).size)
  }

  for (const { client } of members) client.close()
  await Promise.all(members.map(({ client }) => client.closed))
  while (shared.server.clients > 0) await new Promise<void>((resolve) => shared.server.onClients.on(() => resolve()))
  expect(session.waiting).toBe(0)
  expect(listeners(session)).toEqual(before)
  expect(session.exit).toBeNull()
})

/** Lets sockets and the PTY be read a few times. */
async function breathe(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Who listens to the session. */
function listeners(session: Session): Record<string, number> {
  const { onOutput, onInput, onChange, onEvent, onResize, onExit, onRename, onTags } = session
  const emitters = { onOutput, onInput, onChange, onEvent, onResize, onExit, onRename, onTags }
  return Object.fromEntries(Object.entries(emitters).map(([name, emitter]) => [name, emitter.size]))
}

function lines(text: string): string[] {
  const all = text.split('\n').map((line) => line.trimEnd())
  while (all.at(-1) === '') all.pop()
  return all
}
