/** `polytty look`: a session's screen to read. */
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { printAnswer } from './agent-answer.js'
import { findSession } from './session-target.js'

export interface LookFlags extends ServerFlags {
  readonly history?: number
  readonly ansi?: boolean
  readonly json?: boolean
  readonly plain?: boolean
  readonly outline?: boolean
  readonly styles?: boolean
  readonly find?: string
  readonly lines?: string
}

export async function look(
  given: string | undefined,
  { history, ansi, json, plain, ...flags }: LookFlags,
): Promise<void> {
  await withServer(flags, async (client) => {
    const { id: sessionId } = await findSession(client, given)
    const { outline, styles, find, lines } = flags
    if (history === undefined && !ansi && !json && !plain) {
      const at = outline ? 'outline' : styles ? 'styles' : 'screen'
      return printAnswer(await client.call('Agent.look', { session: sessionId, at, find, lines }))
    }
    if (history !== undefined) {
      const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: history })
      for (const { text } of lines) print(text)
    }
    const format = json ? 'json' : ansi ? 'ansi' : 'text'
    const { data } = await client.call('Screen.screenshot', { sessionId, format })
    print(data.trimEnd())
  })
}
