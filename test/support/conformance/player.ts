/**
 * Plays a conversation that is written down as data. A transcript is JSON lines: `about` and `source` first
 * (and `server` where it needs one of its own), then
 * `send` or `raw` (what the client says), `expect` (the answer with that id), `expect-event` (the next event that
 * fits), `close`. A line may name another client with `on`. `$name` binds on first sight and must be equal after;
 * `$any` fits anything; {"$match": "regex"} fits text. `exactly` allows no members beyond those named.
 */
import { readFileSync } from 'node:fs'
import type { Channel } from '@polytty/client'

export interface Line {
  readonly about?: string
  readonly source?: string
  /** Options of the server that the conversation needs; the first line alone has them. */
  readonly server?: Readonly<Record<string, unknown>>
  /** Programs that the conversation runs; where one is missing, the transcript is skipped. */
  readonly needs?: readonly string[]
  readonly on?: string
  readonly send?: unknown
  readonly raw?: string
  readonly expect?: unknown
  readonly 'expect-event'?: unknown
  readonly exactly?: boolean
  readonly close?: boolean
}

/** How long one line may wait before the transcript fails with what was received instead. */
const PATIENCE_MS = 60_000

export function readTranscript(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as Line
      } catch (error) {
        throw new Error(`${path}:${index + 1}: ${error instanceof Error ? error.message : error}`)
      }
    })
}

export type Bindings = Map<string, unknown>

export async function play(
  lines: readonly Line[],
  connect: (name: string) => Promise<Channel>,
  bindings: Bindings = new Map(),
): Promise<void> {
  const clients = new Map<string, Inbox>()
  try {
    for (const [index, line] of lines.entries()) {
      const name = line.on ?? 'client'
      const client = clients.get(name) ?? new Inbox(await connect(name))
      clients.set(name, client)
      await step(line, client, bindings).catch((error: unknown) => {
        throw new Error(`line ${index + 1}: ${JSON.stringify(line)}\n${error instanceof Error ? error.message : error}`)
      })
    }
  } finally {
    for (const client of clients.values()) client.close()
  }
}

async function step(line: Line, client: Inbox, bindings: Bindings): Promise<void> {
  if (line.send !== undefined) client.send(JSON.stringify(substitute(line.send, bindings)))
  if (line.raw !== undefined) client.send(line.raw)
  const exactly = line.exactly ?? false
  if (line.expect !== undefined)
    await client.take((message) => isAnswer(message, line.expect), line.expect, bindings, exactly)
  if (line['expect-event'] !== undefined) {
    const wanted = line['expect-event']
    const fits = (message: unknown): boolean =>
      isEvent(message) && mismatch(wanted, message, new Map(bindings), exactly) === null
    await client.take(fits, wanted, bindings, exactly)
  }
  if (line.close) client.close()
}

/** The messages a client has had and not yet looked at. */
class Inbox {
  private readonly unread: unknown[] = []
  private wake: () => void = () => {}

  constructor(private readonly channel: Channel) {
    channel.receive({
      message: (text) => {
        this.unread.push(JSON.parse(text) as unknown)
        this.wake()
      },
      closed: () => {},
    })
  }

  send(text: string): void {
    this.channel.send(text)
  }

  close(): void {
    this.channel.close()
  }

  /** Waits for a message that `fits`, then holds it against what is wanted. */
  async take(
    fits: (message: unknown) => boolean,
    wanted: unknown,
    bindings: Bindings,
    exactly: boolean,
  ): Promise<void> {
    const message = await this.next(fits)
    const wrong = mismatch(wanted, message, bindings, exactly)
    if (wrong) throw new Error(`${wrong}\n  got ${JSON.stringify(message).slice(0, 2000)}`)
  }

  private next(fits: (message: unknown) => boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(
        () => reject(new Error(`no such message came; unread: ${JSON.stringify(this.unread).slice(0, 4000)}`)),
        PATIENCE_MS,
      )
      this.wake = () => {
        const at = this.unread.findIndex(fits)
        if (at < 0) return
        this.wake = () => {}
        clearTimeout(patience)
        resolve(this.unread.splice(at, 1)[0])
      }
      this.wake()
    })
  }
}

function isAnswer(message: unknown, wanted: unknown): boolean {
  if (Array.isArray(message) || Array.isArray(wanted)) return Array.isArray(message) === Array.isArray(wanted)
  return (
    !isEvent(message) && (idOf(wanted) === undefined || JSON.stringify(idOf(message)) === JSON.stringify(idOf(wanted)))
  )
}

function isEvent(message: unknown): boolean {
  const { id, method, event } = (message ?? {}) as Record<string, unknown>
  return id === undefined && (method !== undefined || event !== undefined)
}

function idOf(message: unknown): unknown {
  return (message as { id?: unknown } | null)?.id
}

/** Why a message is not what is wanted, or null. */
export function mismatch(
  wanted: unknown,
  got: unknown,
  bindings: Bindings,
  exactly: boolean,
  path = 'message',
): string | null {
  if (typeof wanted === 'string' && wanted.startsWith('$')) return mismatchName(wanted, got, bindings, path)
  if (isPattern(wanted)) {
    const fits = typeof got === 'string' && new RegExp(wanted.$match, 's').test(got)
    return fits ? null : `${path}: ${JSON.stringify(got)} does not match /${wanted.$match}/`
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got) || got.length !== wanted.length)
      return `${path}: expected ${wanted.length} items, got ${JSON.stringify(got)}`
    return firstOf(wanted.map((item, index) => mismatch(item, got[index], bindings, exactly, `${path}[${index}]`)))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof got !== 'object' || got === null) return `${path}: expected an object, got ${JSON.stringify(got)}`
    const members = got as Record<string, unknown>
    const extra = exactly ? Object.keys(members).find((key) => !(key in wanted)) : undefined
    if (extra !== undefined) return `${path}: unexpected member ${extra}`
    return firstOf(
      Object.entries(wanted).map(([key, value]) =>
        key in members
          ? mismatch(value, members[key], bindings, exactly, `${path}.${key}`)
          : `${path}: ${key} is missing`,
      ),
    )
  }
  return Object.is(wanted, got) ? null : `${path}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`
}

function mismatchName(name: string, got: unknown, bindings: Bindings, path: string): string | null {
  if (name === '$any') return null
  if (!bindings.has(name)) {
    bindings.set(name, got)
    return null
  }
  const bound = bindings.get(name)
  return JSON.stringify(bound) === JSON.stringify(got)
    ? null
    : `${path}: ${name} is ${JSON.stringify(bound)}, got ${JSON.stringify(got)}`
}

/** What is sent, with every bound name replaced by its value. */
export function substitute(value: unknown, bindings: Bindings): unknown {
  if (typeof value === 'string' && value.startsWith('$') && bindings.has(value)) return bindings.get(value)
  if (Array.isArray(value)) return value.map((item) => substitute(item, bindings))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, bindings)]))
  return value
}

function isPattern(value: unknown): value is { $match: string } {
  return typeof value === 'object' && value !== null && '$match' in value
}

function firstOf(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null
}
