/** Which node a session is started on: a few that will do are asked for a bid, and the one with the most room is taken. */
import { CoreError } from '../base/core-error.js'
import type { Place } from '../session/index.js'
import type { Connection } from './connection.js'
import type { NodeEntry } from './entries.js'
import { ask } from './request.js'

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
): Promise<string> {
  const alike = nodes.filter((node) => isWanted(node, place, pool))
  // One that is asked for by name says itself whether it has room.
  const fitting = place.node !== undefined ? alike : alike.filter((node) => node.state === 'ready' && !node.draining)
  const asked = shuffled(fitting).slice(0, MAX_ASKED)
  const bids = (await Promise.all(asked.map(({ node }) => bidOf(connection, node)))).flatMap((bid) => bid ?? [])
  const [best] = bids.filter(({ room }) => room > 0).sort((a, b) => a.running / a.most - b.running / b.most)
  if (best) return best.node
  const about = describe(place, pool)
  if (alike.length === 0) throw new CoreError('session-limit', `no node of the fleet fits: ${about}`)
  const states = alike.slice(0, MAX_ASKED).map((node) =>
    stateOf(
      node,
      bids.find((bid) => bid.node === node.node),
    ),
  )
  const rest = alike.length > MAX_ASKED ? [`and ${alike.length - MAX_ASKED} more`] : []
  throw new CoreError('session-limit', `no node can start it (${about}): ${[...states, ...rest].join(', ')}`)
}

function isWanted({ node, pool, labels }: NodeEntry, place: Place, usualPool: string): boolean {
  if (place.node !== undefined) return node === place.node
  if (pool !== (place.pool ?? usualPool)) return false
  return Object.entries(place.labels ?? {}).every(([name, value]) => labels[name] === value)
}

function stateOf({ node, state, draining }: NodeEntry, bid: Bid | undefined): string {
  if (draining) return `${node} is being drained`
  if (state === 'joining') return `${node} is still joining the fleet`
  return bid ? `${node} is full (${bid.running} of ${bid.most})` : `${node} does not answer`
}

async function bidOf(connection: Connection, node: string): Promise<Bid | null> {
  try {
    return await ask<Bid>(connection, connection.subjects.node(node), { op: 'bid' }, BID_MS)
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
