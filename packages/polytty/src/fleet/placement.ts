/** Which node a session is started on: a few that will do are asked for a bid, and the one with the most room is taken. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Place } from '../session/index.js'
import type { Connection } from './connection.js'
import type { NodeEntry } from './entries.js'
import { ask } from './request.js'
import { nodeSubject } from './subjects.js'

/** More are not asked, however many there are: the best of a few is nearly the best of all. */
const MAX_ASKED = 5
const BID_MS = 250

export interface Bid {
  readonly node: string
  readonly running: number
  readonly room: number
  readonly most: number
}

/** `session-limit` where no node will do. */
export async function placeSession(
  connection: Connection,
  nodes: readonly NodeEntry[],
  place: Place,
  pool: string,
  clock: Clock,
): Promise<string> {
  const fitting = nodes.filter((node) => fits(node, place, pool))
  const asked = shuffled(fitting).slice(0, MAX_ASKED)
  const bids = (await Promise.all(asked.map(({ node }) => bidOf(connection, node)))).flatMap((bid) => bid ?? [])
  const [best] = bids.filter(({ room }) => room > 0).sort((a, b) => a.running / a.most - b.running / b.most)
  if (best) return best.node
  const why = fitting.length === 0 ? `no node of the fleet fits: ${describe(place, pool)}` : 'no node has room'
  throw new CoreError('session-limit', why, { nodes: nodes.length, at: clock.now() })
}

function fits({ node, pool, labels, state, draining }: NodeEntry, place: Place, usualPool: string): boolean {
  if (place.node !== undefined) return node === place.node
  if (state !== 'ready' || draining || pool !== (place.pool ?? usualPool)) return false
  return Object.entries(place.labels ?? {}).every(([name, value]) => labels[name] === value)
}

async function bidOf(connection: Connection, node: string): Promise<Bid | null> {
  try {
    return await ask<Bid>(connection, nodeSubject(node), { op: 'bid' }, BID_MS)
  } catch {
    return null
  }
}

function describe({ node, pool, labels = {} }: Place, usualPool: string): string {
  if (node !== undefined) return `node ${node}`
  const wanted = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
  return [`pool ${pool ?? usualPool}`, ...wanted].join(', ')
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
