/**
 * What must hold of a session after faults, against the file in which its program wrote down what it read: each line at
 * most once, each confirmed one exactly once; its log in NATS whole, without gap or repetition; and the same through
 * every node.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Client } from '@polytty/client'
import { Subjects } from '../../../packages/polytty/src/fleet/subjects.js'
import { FrameReader, frameType } from '../../../packages/polytty/src/host/frame.js'
import type { CountingSession } from './chaos-node.js'

const subjects = new Subjects()
const WAIT_MS = 30_000

export function checkFile({ file, typed, name }: CountingSession, isWhole: boolean): void {
  const lines = readLines(file)
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const [, number, text] = /^(\d+):(.*)$/.exec(line) ?? []
    if (Number(number) !== index + 1) throw new Error(`${name}: line ${index + 1} reads ${JSON.stringify(line)}`)
    if (seen.has(text!)) throw new Error(`${name}: ${JSON.stringify(text)} was typed twice`)
    seen.add(text!)
    if (!typed.has(text!)) throw new Error(`${name}: ${JSON.stringify(text)} was never typed`)
  }
  for (const [line, state] of typed)
    if (isWhole && state === 'confirmed' && !seen.has(line))
      throw new Error(`${name}: ${JSON.stringify(line)} was lost`)
}

/** The log as anyone replays it: from the first message that is kept to the last. */
export async function checkReplay(nc: NatsConnection, session: CountingSession, isWhole: boolean): Promise<void> {
  const { id, file, name } = session
  const written = readFileSync(file)
  const { first, bytes } = await replay(nc, id)
  if (isWhole && first + bytes.length < written.length) throw new Error(`${name}: the end of its log is missing`)
  const end = Math.min(written.length, first + bytes.length)
  const [expected, read] = [written.subarray(first, end), bytes.subarray(0, end - first)].map(hash)
  if (expected !== read) throw new Error(`${name}: its replay differs from what was printed`)
}

async function replay(nc: NatsConnection, id: string): Promise<{ first: number; bytes: Buffer }> {
  const consumer = await jetstream(nc).consumers.get(subjects.logStream, {
    filter_subjects: subjects.log(id),
    deliver_policy: DeliverPolicy.All,
  })
  const parts: Buffer[] = []
  let [first, next] = [-1, -1]
  const reader = new FrameReader(({ type, payload }) => {
    if (type !== frameType.output) return
    const from = payload.readDoubleLE(0)
    if (first < 0) first = next = from
    if (from !== next) throw new Error(`a replay jumps from ${next} to ${from}`)
    next += payload.length - 16
    parts.push(Buffer.from(payload.subarray(16)))
  })
  const { num_pending: pending } = await consumer.info()
  let left = pending
  if (left > 0) {
    const messages = await consumer.consume()
    for await (const { data } of messages) {
      reader.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
      if (--left === 0) break
    }
    messages.stop()
  }
  await consumer.delete()
  return { first: Math.max(0, first), bytes: Buffer.concat(parts) }
}

/** Through a node, from its history and its screen: the same lines as in the file, up to the one that was typed last. */
export async function checkThrough(
  client: Client,
  session: CountingSession,
  last: string,
  most: number,
): Promise<void> {
  const { id: sessionId, file, name } = session
  const pattern = `:${last}$`
  const { found } = await client.call('Screen.waitForText', { sessionId, pattern, isRegex: true, timeout: WAIT_MS })
  if (!found) throw new Error(`${name}: ${last} is not there`)
  const { text } = await client.call('Screen.getText', { sessionId })
  const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: most })
  const expected = readLines(file)
  const until = expected.findIndex((line) => line.endsWith(`:${last}`))
  // Lines that move from the screen to the history meanwhile are in both.
  for (const part of [lines.map((line) => line.text), text.split('\n')]) {
    const shown = part.map((line) => line.trimEnd()).filter((line) => line !== '')
    const start = Number(shown[0]?.split(':')[0] ?? 1) - 1
    const known = expected.slice(start, Math.min(until + 1, start + shown.length))
    if (hash(shown.slice(0, known.length).join('\n')) !== hash(known.join('\n')))
      throw new Error(`${name}: it is not the same everywhere: ${difference(shown, known)}`)
  }
}

function difference(shown: readonly string[], known: readonly string[]): string {
  const at = known.findIndex((line, index) => shown[index] !== line)
  return `line ${at}: ${JSON.stringify(shown[at])} and ${JSON.stringify(known[at])}`
}

function readLines(file: string): string[] {
  return readFileSync(file, 'latin1').split('\r\n').slice(0, -1)
}

function hash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
