/** Names in NATS, all under `pt.1`, and the bounds of what is kept there. */

const ROOT = 'pt.1'

export const LOG_STREAM = 'PT_LOG'
export const LOG_SUBJECTS = `${ROOT}.log.*`
export const NODES_BUCKET = 'pt_nodes'
export const SESSIONS_BUCKET = 'pt_sessions'
export const NAMES_BUCKET = 'pt_names'
export const KEYFRAMES_BUCKET = 'pt_key'

/** A node that has not renewed its entry for this long is gone. */
export const LEASE_MS = 10_000
export const RENEW_MS = 3000
/** For how long the output of a session, and what is known of it, is kept without its node. */
export const KEEP_MS = 24 * 3_600_000
/** How often what has an age is written again by those who still have it. */
export const REFRESH_MS = KEEP_MS / 4

export const logSubject = (session: string): string => `${ROOT}.log.${session}`
export const sessionSubject = (session: string): string => `${ROOT}.s.${session}.rpc`
export const nodeSubject = (node: string): string => `${ROOT}.node.${node}.rpc`

/** Any name as a key of a bucket. */
export const nameKey = (name: string): string => Buffer.from(name).toString('base64url')

/** What nodes and pools may be called: it is a part of subjects, and is shown in tables. */
export const NODE_NAME = /^[A-Za-z0-9_-]{1,64}$/
