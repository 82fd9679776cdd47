/** `polytty type` and `polytty do`: text and keys into a session. */
import { CoreError } from '../base/core-error.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { parseKeyScript } from '../input/key-script.js'
import { printAnswer } from './agent-answer.js'
import { findSession, isSession } from './session-target.js'

export interface TypeFlags extends ServerFlags {
  readonly enter?: boolean
}

export interface DoFlags extends ServerFlags {
  readonly quiet?: boolean
  readonly screen?: boolean
  readonly until?: string
  readonly timeout?: number
}

/** As `timeout` of coreutils has it. */
const TIMED_OUT = 124

/** One word is what is typed; of two, the first is the session. */
export async function typeText(words: readonly string[], { enter, ...flags }: TypeFlags): Promise<void> {
  const { session, text } = split(words)
  await withServer(flags, async (client) => {
    const { id } = await findSession(client, session)
    await client.call('Input.sendText', { sessionId: id, text: enter ? `${text}\r` : text })
  })
}

/** Types keys as a script has them, and prints what changed once the program has answered. */
export async function doKeys(
  words: readonly string[],
  { quiet, screen, until, timeout, ...flags }: DoFlags,
): Promise<void> {
  const { session, text } = split(words)
  // What is wrong with the keys is said before a server is looked for.
  parseKeyScript(text)
  await withServer(flags, async (client) => {
    // With something to wait for, one word that names a session is no keys: `do web --until listening`.
    const isName = session === undefined && until !== undefined && (await isSession(client, text))
    const keys = isName ? '' : text
    const { id } = await findSession(client, isName ? text : session)
    const see = quiet ? 'none' : screen ? 'screen' : 'changes'
    const answer = await client.call('Agent.act', { session: id, keys, until, timeout, see })
    printAnswer(answer, quiet)
    if (answer.missed) process.exitCode = TIMED_OUT
  })
}

function split(words: readonly string[]): { session?: string; text: string } {
  if (words.length > 2)
    throw new CoreError('invalid-params', 'quote the text to type, so that it is a single argument', {
      hint: "Example: polytty type build 'make test'",
    })
  return words.length === 2 ? { session: words[0], text: words[1]! } : { text: words[0]! }
}
