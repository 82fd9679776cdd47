/** Names in NATS, all with the tenant in them, so that rights can be given for one; and the bounds of what is kept. */

/** Of a fleet that is not shared. */
export const USUAL_TENANT = 'main'

/** A node that has not renewed its entry for this long is gone. */
export const LEASE_MS = 10_000
export const RENEW_MS = 3000
/** For how long the output of a session, and what is known of it, is kept without its node. */
export const KEEP_MS = 24 * 3_600_000
/** How often what has an age is written again by those who still have it. */
export const REFRESH_MS = KEEP_MS / 4

/** What tenants, nodes and pools may be called: it is a part of subjects, and is shown in tables. */
export const NODE_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Any name as a key of a bucket. */
export const nameKey = (name: string): string => Buffer.from(name).toString('base64url')

export class Subjects {
  readonly root: string
  readonly logStream: string
  readonly nodesBucket: string
  readonly sessionsBucket: string
  readonly namesBucket: string
  readonly keyframesBucket: string
  /** Of answers: another tenant's user must not be able to read them. */
  readonly inbox: string

  constructor(tenant = USUAL_TENANT) {
    this.root = `pt.1.${tenant}`
    this.logStream = `PT_LOG_${tenant}`
    this.nodesBucket = `pt_nodes_${tenant}`
    this.sessionsBucket = `pt_sessions_${tenant}`
    this.namesBucket = `pt_names_${tenant}`
    this.keyframesBucket = `pt_key_${tenant}`
    this.inbox = `_INBOX_${tenant}`
  }

  log(session: string): string {
    return `${this.root}.log.${session}`
  }

  session(session: string): string {
    return `${this.root}.s.${session}.rpc`
  }

  node(node: string): string {
    return `${this.root}.node.${node}.rpc`
  }
}
