/**
 * `polytty run`: a command to its end. In a session that is named it is typed into the shell; otherwise it gets a session
 * of its own, which is gone with it. Prints what it printed and ends with its exit code.
 */
import type { Client } from '@polytty/client'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { runCommand } from '../protocols/wrightty/cli/run.js'
import { exitStatus } from '../record/exit-status.js'
import { printAnswer } from './agent-answer.js'
import { callersPlace } from './callers-place.js'
import { findSession, shortName } from './session-target.js'

export interface RunFlags extends ServerFlags {
  readonly session?: string
  readonly timeout: number
  readonly max?: number
}

const MAX_LINES = 100_000
/** As `timeout` of the core utilities has it. */
const TIMED_OUT = 124

export async function run(words: readonly string[], { session, timeout, max, ...flags }: RunFlags): Promise<void> {
  await withServer(
    flags,
    async (client, server) => {
      const place = callersPlace(server)
      if (max !== undefined) return runLean(client, words.join(' '), session, { timeout, max, ...place })
      if (session === undefined) return runAlone(client, words, { timeoutS: timeout, ...place })
      const { id: sessionId } = await findSession(client, session)
      const { output, exitCode } = await runCommand({ client, sessionId }, words.join(' '), timeout)
      if (output.trim() !== '') print(output.trimEnd())
      process.exitCode = exitCode
    },
    { mayStart: session === undefined },
  )
}

type Place = ReturnType<typeof callersPlace>

/** In the words that agents get: a head line, and of a long output what matters. */
async function runLean(
  client: Client,
  command: string,
  given: string | undefined,
  { timeout, max, ...place }: Place & { readonly timeout: number; readonly max: number },
): Promise<void> {
  const session = given === undefined ? await openShell(client, place) : (await findSession(client, given)).id
  const answer = await client.call('Agent.run', { command, session, timeout, max })
  printAnswer(answer)
  const hasEnded = answer.exitCode !== null
  if (hasEnded) process.exitCode = answer.exitCode!
  else if (!answer.isError) process.exitCode = TIMED_OUT
  if (hasEnded && given === undefined) await client.call('Session.destroy', { sessionId: session })
}

async function openShell(client: Client, place: Place): Promise<string> {
  const { sessionId } = await client.call('Session.create', {
    cols: 120,
    shell: '/bin/bash',
    terminal: { scrollback: 100_000 },
    ...place,
  })
  return sessionId
}

async function runAlone(
  client: Client,
  words: readonly string[],
  { timeoutS, ...place }: Place & { readonly timeoutS: number },
): Promise<void> {
  // One word may be a whole command line; several are a program and its arguments as they are.
  const [program, ...args] = words.length === 1 ? ['/bin/sh', '-c', words[0]!] : words
  const { sessionId } = await client.call('Session.create', { shell: program, args, cols: 120, ...place })
  const exited = deferred<number | null>()
  await client.subscribe(sessionId, ['Session.exited'], ({ data }) =>
    exited.resolve(exitStatus({ code: data.exitCode, signal: data.signal })),
  )
  const timer = setTimeout(() => exited.resolve(null), timeoutS * 1000)
  const status = await exited.promise
  clearTimeout(timer)
  await printOutput(client, sessionId)
  if (status === null) {
    const name = shortName({ id: sessionId, name: sessionId })
    throw new CoreError('wait-timeout', `still running after ${timeoutS} s, as session ${name}`, {
      hint: `polytty look ${name} shows it, polytty kill ${name} ends it`,
      exitCode: TIMED_OUT,
    })
  }
  await client.call('Session.destroy', { sessionId })
  process.exitCode = status
}

async function printOutput(client: Client, sessionId: string): Promise<void> {
  const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: MAX_LINES })
  for (const { text } of lines) print(text)
  const { text } = await client.call('Screen.getText', { sessionId })
  if (text.trim() !== '') print(text.trimEnd())
}
