/** All that is used of NATS's client library, which takes a while to load: imported when a server joins a fleet. */
export { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
export { Kvm } from '@nats-io/kv'
export { Objm } from '@nats-io/obj'
export { connect, credsAuthenticator, headers } from '@nats-io/transport-node'
