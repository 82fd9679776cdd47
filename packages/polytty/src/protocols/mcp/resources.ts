/** What can be read by address: the screen and history of each session, and the recordings that clients have made. */
import { CoreError } from '../../base/core-error.js'
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'

const ROOT = 'polytty://sessions'
const ADDRESS = /^polytty:\/\/sessions\/([^/]+)\/(screen|history)$/
/** What one answer holds of a history. */
const MAX_HISTORY_LINES = 20_000

const RECORDINGS = 'polytty://recordings'
const CAST = 'application/x-asciicast'

export const templates = [
  { uriTemplate: `${ROOT}/{name}/screen`, name: 'screen', mimeType: 'text/plain' },
  { uriTemplate: `${ROOT}/{name}/history`, name: 'history', mimeType: 'text/plain' },
  { uriTemplate: `${RECORDINGS}/{id}`, name: 'recording', mimeType: CAST },
]

interface Resource {
  readonly uri: string
  readonly name: string
  readonly mimeType: string
}

export function listResources({ sessions, recordings }: Core): Resource[] {
  const mimeType = 'text/plain'
  const screens = sessions.listEverywhere().flatMap(({ name }) =>
    ['screen', 'history'].map((what) => ({
      uri: `${ROOT}/${encodeURIComponent(name)}/${what}`,
      name: `${name} ${what}`,
      mimeType,
    })),
  )
  const casts = recordings
    .casts()
    .map(({ id, session }) => ({ uri: `${RECORDINGS}/${id}`, name: `recording of ${session}`, mimeType: CAST }))
  return [...screens, ...casts]
}

/** The session that an address names. */
export async function sessionOf({ sessions }: Core, uri: string): Promise<Session> {
  const [, encoded] = ADDRESS.exec(uri) ?? []
  const name = encoded && decodeURIComponent(encoded)
  if (name) return (await sessions.opening(name)) ?? sessions.get(name)
  throw new CoreError(
    'not-found',
    `nothing is at ${uri}: valid addresses are ${ROOT}/NAME/screen, …/history and ${RECORDINGS}/ID`,
  )
}

interface Contents {
  readonly text: string
  readonly mimeType: string
}

export async function readResource(core: Core, uri: string): Promise<Contents> {
  const cast = core.recordings.casts().find(({ id }) => uri === `${RECORDINGS}/${id}`)
  if (cast) return { text: cast.lines.text(), mimeType: CAST }
  return { text: await readSession(core, uri), mimeType: 'text/plain' }
}

async function readSession(core: Core, uri: string): Promise<string> {
  const session = await sessionOf(core, uri)
  const screen = session.snapshot().text().trimEnd()
  if (uri.endsWith('/screen')) return screen
  const { history } = session.snapshot()
  const from = Math.max(0, history - MAX_HISTORY_LINES)
  return [...session.history(from, history - from).map(({ text }) => text), screen].join('\n')
}
