/** Sessions as resources that a host may read without a tool: the list of them, and each one's screen and scrollback. */
import { CoreError } from '../../../base/core-error.js'
import type { Ask } from './tool.js'

const LIST = 'wsh://sessions'
const SESSION_URI = /^wsh:\/\/sessions\/([^/]+)\/(screen|scrollback)$/
const mimeType = 'application/json'

export const resourceTemplates = [
  {
    uriTemplate: `${LIST}/{name}/screen`,
    name: 'Session Screen',
    description: 'What is on the screen of a session now.',
    mimeType,
  },
  {
    uriTemplate: `${LIST}/{name}/scrollback`,
    name: 'Session Scrollback',
    description: 'The first hundred lines of a session that are kept.',
    mimeType,
  },
]

export async function listResources(ask: Ask): Promise<object[]> {
  const sessions = await ask<{ name: string }[]>('list_sessions', {})
  const views = sessions.flatMap(({ name }) => [`${name}/screen`, `${name}/scrollback`])
  return [
    { uri: LIST, name: 'sessions', mimeType },
    ...views.map((view) => ({ uri: `${LIST}/${view}`, name: view, mimeType })),
  ]
}

export async function readResource(ask: Ask, uri: string): Promise<object> {
  const value = await find(ask, uri)
  return { uri, mimeType, text: JSON.stringify(value) }
}

function find(ask: Ask, uri: string): Promise<unknown> {
  if (uri === LIST) return ask('list_sessions', {})
  const [, session, view] = SESSION_URI.exec(uri) ?? []
  if (session === undefined) throw new CoreError('not-found', `unknown resource: ${uri.slice(0, 200)}`)
  return ask(`get_${view}`, { session })
}
