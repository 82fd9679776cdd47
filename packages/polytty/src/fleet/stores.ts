/** What a fleet keeps in NATS: made where it is not there yet; what an operator has made beforehand is taken as it is. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import type { ObjectStore } from '@nats-io/obj'
import type { NatsConnection } from '@nats-io/transport-node'
import { KEEP_MS, LEASE_MS, type Subjects } from './subjects.js'

const DUPLICATES_MS = 120_000
/** Messages of a session's output that are kept; a keyframe holds what came before them. */
const MAX_LOG_MESSAGES = 8192
const MAX_LOG_BYTES = 4 * 1024 * 1024 * 1024
const NO_STREAM = 10_059

export interface Stores {
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly nodes: KV
  readonly sessions: KV
  readonly names: KV
  readonly keyframes: ObjectStore
}

export async function openStores(nc: NatsConnection, subjects: Subjects, replicas: number): Promise<Stores> {
  const { jetstream, jetstreamManager, Kvm, Objm } = await import('./nats.js')
  const js = jetstream(nc)
  const jsm = await jetstreamManager(nc)
  const nanos = (ms: number): number => ms * 1_000_000
  await jsm.streams.info(subjects.logStream).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== NO_STREAM) throw error
    return jsm.streams.add({
      name: subjects.logStream,
      subjects: [subjects.log('*')],
      max_age: nanos(KEEP_MS),
      max_msgs_per_subject: MAX_LOG_MESSAGES,
      max_bytes: MAX_LOG_BYTES,
      duplicate_window: nanos(DUPLICATES_MS),
      num_replicas: replicas,
    })
  })
  const kvm = new Kvm(js)
  const bucket = (name: string, ttl: number): Promise<KV> =>
    kvm.create(name, { ttl, history: 1, replicas, allow_direct: false })
  const [nodes, sessions, names, keyframes] = await Promise.all([
    bucket(subjects.nodesBucket, LEASE_MS),
    bucket(subjects.sessionsBucket, KEEP_MS),
    bucket(subjects.namesBucket, KEEP_MS),
    new Objm(js).create(subjects.keyframesBucket, { ttl: nanos(KEEP_MS), replicas }),
  ])
  return { js, jsm, nodes, sessions, names, keyframes }
}
