/** Calls as actions: wraps the methods that do something to a session so that action recordings include them. */
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
  'Screen.waitForText': ({ pattern, isRegex, timeout, region }) =>
    region == null
      ? {
          type: 'wait',
          pattern: String(pattern),
          isRegex: isRegex === true,
          timeoutMs: typeof timeout === 'number' ? timeout : null,
        }
      : { type: 'request' },
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
      const note = (error: string | null): void => noteCall(client, method, params, describe, error)
      try {
        const result = await method.invoke(client, params, call)
        note(isMiss(result) ? 'it did not appear' : null)
        return result
      } catch (error) {
        note(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
  }
}

/** A wait that found nothing is an answer, but a script must not wait for it again. */
function isMiss(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'found' in result && result.found === false
}

function noteCall(
  client: WrighttyClient,
  { name, params: schema }: Method<WrighttyClient>,
  params: unknown,
  describe: (params: Params) => Action,
  error: string | null,
): void {
  if (typeof params !== 'object' || params === null) return
  const { sessionId, ...rest } = params as Record<string, unknown>
  const session = typeof sessionId === 'string' ? client.core.sessions.find(sessionId) : undefined
  // What was refused for its shape has no meaning to put into words.
  const action: Action = schema.safeParse(params).success ? describe(rest) : { type: 'request' }
  if (session) client.server.recordings.note(session, name, rest, action, error)
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
