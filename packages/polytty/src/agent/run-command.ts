/** A command typed into a shell, until it has ended or waits for someone. */
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { isServing, type Verdict } from '../ready/index.js'
import type { Session } from '../session/index.js'
import { type FinishedCommand, shellOf } from './shell-watch.js'
import { wantsInput } from './verdict.js'

const SURE = 0.9
const PROMPT_MS = 3000
const SILENT_MS = 1000

export type Ran =
  | { readonly kind: 'finished'; readonly command: FinishedCommand }
  /** It waits for input, or takes longer; `marked` is false where this shell does not say how commands end. */
  | { readonly kind: 'waiting' | 'timeout' | 'unmarked'; readonly verdict: Verdict }

export async function runCommand(
  session: Session,
  command: string,
  timeoutMs: number,
  abort: AbortSignal,
): Promise<Ran> {
  const shell = shellOf(session)
  if (shell.isRunning || session.terminal.modes.alternateScreen)
    throw new CoreError('conflict', 'the shell is not at a prompt: a command is running', {
      hint: 'act on it, or run in another session',
    })
  const finished = deferred<FinishedCommand>()
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  abort.addEventListener('abort', stop, { once: true })
  if (abort.aborted) stop()
  const watches = [shell.onFinished.on(finished.resolve)]
  let hasStarted = false
  watches.push(shell.onStarted.on(() => void (hasStarted = true)))
  try {
    if (!shell.atPrompt) await firstPrompt(session, ending.signal)
    await typeCommand(session, command)
    return await Promise.race([
      finished.promise.then((done): Ran => ({ kind: 'finished', command: done })),
      untilWaiting(session, timeoutMs, ending.signal, () => hasStarted),
    ])
  } finally {
    ending.abort()
    abort.removeEventListener('abort', stop)
    for (const watch of watches) watch.dispose()
  }
}

/** Several lines are pasted where the shell recognises a paste, so that it reads them as one command. */
async function typeCommand(session: Session, command: string): Promise<void> {
  if (command.includes('\n') && session.terminal.modes.bracketedPaste) await session.paste(command)
  else await session.write(command.replaceAll('\n', '\r'))
  await session.write('\r')
}

/** A shell that has just been started gets the time to show its prompt. */
async function firstPrompt(session: Session, abort: AbortSignal): Promise<void> {
  const shown = deferred<void>()
  const watch = shellOf(session).onPrompt.on(() => shown.resolve())
  await Promise.race([shown.promise, session.settled({ timeoutMs: PROMPT_MS, abort })])
  watch.dispose()
}

/** Nothing is printed for so long that a command would have begun by then. */
async function staysSilent(session: Session, abort: AbortSignal): Promise<boolean> {
  const { kind } = await session.wait({ type: 'idle', ms: SILENT_MS, fresh: true }, { timeoutMs: SILENT_MS * 2, abort })
  return kind === 'matched'
}

/** Looks at each answer point whether the command waits for someone, until the time is over. */
async function untilWaiting(
  session: Session,
  timeoutMs: number,
  abort: AbortSignal,
  hasStarted: () => boolean,
): Promise<Ran> {
  const deadline = new AbortController()
  const late = session.wait({ type: 'exited' }, { timeoutMs, abort }).then(() => deadline.abort())
  for (;;) {
    const { revision } = session
    const verdict = await session.settled({ timeoutMs, abort: deadline.signal, orServing: true })
    if (session.exited) return { kind: 'waiting', verdict }
    if (deadline.signal.aborted || abort.aborted) return { kind: 'timeout', verdict: session.ready }
    if (!hasStarted() && verdict.state !== 'busy') {
      const isSure = !shellOf(session).marks || verdict.confidence >= SURE
      const isOver = isSure || (await staysSilent(session, deadline.signal))
      if (isOver && !hasStarted()) return { kind: 'unmarked', verdict }
    }
    const isOver = isServing(verdict) || (wantsInput.has(verdict.state) && verdict.confidence >= SURE)
    if (isOver) return { kind: 'waiting', verdict }
    await Promise.race([
      late,
      session.wait(
        { type: 'changed', since: Math.max(revision, session.revision) },
        { timeoutMs, abort: deadline.signal },
      ),
    ])
  }
}
