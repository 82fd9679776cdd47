/** Calls as actions: wraps the methods that do something to a session so that action recordings hear of them. */
import type { Action } from '../../record/index.js'
import type { Method } from '../define.js'
import type { WrighttyClient } from './context.js'

type Params = Readonly<Record<string, unknown>>

/** What each call did, in words that scripts have. Methods that are not here are not recorded. */
const actions: Readonly<Record<string, (params: Params) => Action>> = {
  'Input.sendText': ({ text }) => ({ type: 'text', text: String(text) }),
  'Input.sendKeys': ({ keys }) =>
    Array.isArray(keys) ? { type: 'keys', keys: keys.map(spellKey) } : { type: 'request' },
  'Input.sendMouse': () => ({ type: 'request' }),
  'Screen.waitForText': ({ pattern, isRegex, timeout }) => ({
    type: 'wait',
    pattern: String(pattern),
    isRegex: isRegex === true,
    timeoutMs: typeof timeout === 'number' ? timeout : null,
  }),
  'Screen.waitForCursor': () => ({ type: 'request' }),
  'Screen.getText': () => ({ type: 'read' }),
  'Screen.screenshot': ({ format }) => ({ type: 'screenshot', format: String(format) }),
  'Terminal.resize': ({ cols, rows }) => ({ type: 'resize', cols: Number(cols), rows: Number(rows) }),
  'Terminal.setColorPalette': () => ({ type: 'request' }),
}

export function recordActions(method: Method<WrighttyClient>): Method<WrighttyClient> {
  const describe = actions[method.name]
  if (!describe) return method
  return {
    ...method,
    invoke: async (client, params, call) => {
      if (!client.server.recordings.recordsActions) return method.invoke(client, params, call)
      const note = (error: string | null): void => noteCall(client, method.name, params, describe, error)
      try {
        const result = await method.invoke(client, params, call)
        note(null)
        return result
      } catch (error) {
        note(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
  }
}

function noteCall(
  client: WrighttyClient,
  name: string,
  params: unknown,
  describe: (params: Params) => Action,
  error: string | null,
): void {
  if (typeof params !== 'object' || params === null) return
  const { sessionId, ...rest } = params as Record<string, unknown>
  const session = typeof sessionId === 'string' ? client.core.sessions.find(sessionId) : undefined
  if (session) client.server.recordings.note(session, name, rest, describe(rest), error)
}

/** A structured key in the shorthand that every client takes. */
function spellKey(key: unknown): string {
  if (typeof key === 'string') return key
  const {
    key: name,
    char,
    n,
    modifiers,
  } = key as { key?: string; char?: string; n?: number; modifiers?: string[] | null }
  const plain = name === 'Char' ? (char ?? '') : name === 'F' ? `F${n}` : (name ?? '')
  return [...(modifiers ?? []), plain].join('+')
}
