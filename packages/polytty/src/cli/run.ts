/**
 * `polytty run`: a command to its end. In a session that is named it is typed into the shell; otherwise it gets a session
 * of its own, which is gone with it. Prints what it printed and ends with its exit code.
 */
import type { Client } from '@polytty/client'
import { type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { untilSignal } from '../cli-kit/signals.js'
import { runCommand } from '../protocols/wrightty/cli/run.js'
import { exitStatus } from '../record/exit-status.js'
import { printAnswer } from './agent-answer.js'
import { callersPlace, type Place } from './callers-place.js'
import { runAlone, TIMED_OUT } from './run-alone.js'
import { findSession } from './session-target.js'

export interface RunFlags extends ServerFlags {
  readonly session?: string
  readonly timeout: number
  readonly max?: number
}

export async function run(words: readonly string[], { session, timeout, max, ...flags }: RunFlags): Promise<void> {
  await withServer(
    flags,
    async (client, server) => {
      const place = callersPlace(server)
      if (max !== undefined) return runLean(client, words.join(' '), session, { timeout, max, ...place })
      if (session === undefined) return runAlone(client, words, { timeoutS: timeout, ...place })
      const { id: sessionId } = await findSession(client, session)
      const interrupt = () => client.call('Input.sendKeys', { sessionId, keys: ['Ctrl+c'] })
      const finished = await orInterrupted(runCommand({ client, sessionId }, words.join(' '), timeout), interrupt)
      if (!finished) return
      if (finished.output.trim() !== '') print(finished.output.trimEnd())
      process.exitCode = finished.exitCode
    },
    { mayStart: session === undefined },
  )
}

/** What was waited for; null where a signal came first, after what it stops. */
async function orInterrupted<T extends object>(
  work: Promise<T>,
  stop: (signal: NodeJS.Signals) => Promise<unknown>,
): Promise<T | null> {
  const outcome = await Promise.race([work, untilSignal()])
  if (typeof outcome !== 'string') return outcome
  await stop(outcome)
  process.exitCode = exitStatus({ code: null, signal: outcome })
  return null
}

/** In the words that agents get: a head line, and of a long output what matters. */
async function runLean(
  client: Client,
  command: string,
  given: string | undefined,
  { timeout, max, ...place }: Place & { readonly timeout: number; readonly max: number },
): Promise<void> {
  const session = given === undefined ? await openShell(client, place) : (await findSession(client, given)).id
  const stop = (signal: NodeJS.Signals): Promise<unknown> =>
    given === undefined
      ? client.call('Session.destroy', { sessionId: session, signal })
      : client.call('Input.sendKeys', { sessionId: session, keys: ['Ctrl+c'] })
  const answer = await orInterrupted(client.call('Agent.run', { command, session, timeout, max }), stop)
  if (!answer) return
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
