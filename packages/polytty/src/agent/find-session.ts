/** Which session an agent means: the one it names, else the one it used last, else one that is opened for it. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { shortName } from '../base/short-name.js'
import type { Session, SessionRegistry, SpawnOptions } from '../session/index.js'
import type { Caller } from './answer.js'

/** Beginnings of ids that are shorter mean nothing. */
const MIN_PREFIX_CHARS = 4
const COLS = 100
const ROWS = 30
/** Output that is cut short can still be read in the history. */
const SCROLLBACK = 100_000

/** Shells that are made to mark their prompts and commands. */
const marking = new Set(['bash', 'zsh', 'fish'])

export async function namedSession(sessions: SessionRegistry, name: string): Promise<Session> {
  const found = sessions.find(name) ?? (await sessions.opening(name))
  if (found) return found
  const all = sessions.listEverywhere()
  const near = name.length < MIN_PREFIX_CHARS ? [] : all.filter(({ id }) => id.startsWith(name))
  if (near.length === 1) return (await sessions.opening(near[0]!.id)) ?? sessions.get(near[0]!.id)
  const names = all.map(shortName).join(', ') || 'none'
  throw new CoreError('session-not-found', `no session ${JSON.stringify(name)}; available: ${names}`)
}

/** The session that is meant where none is named; null if there is none. */
export function lastSession(sessions: SessionRegistry, { seen }: Caller): Session | null {
  const last = seen?.lastUsed ? sessions.find(seen.lastUsed) : undefined
  if (last) return last
  if (seen) return null
  const running = sessions.list().filter(({ exited }) => !exited)
  if (running.length > 1)
    throw new CoreError('session-not-found', `which session? Available: ${running.map(shortName).join(', ')}`)
  return running[0] ?? null
}

/** The shell that a command without a session is for: the last used, or another that the caller has seen. */
export function lastShell(sessions: SessionRegistry, caller: Caller): Session | null {
  const isOpen = ({ interactiveShell, exited }: Session): boolean => interactiveShell && !exited
  const last = lastSession(sessions, caller)
  if (last && isOpen(last)) return last
  return sessions.list().findLast((session) => isOpen(session) && caller.seen?.get(session.id)) ?? null
}

interface OpenOptions {
  readonly command?: string | readonly string[]
  readonly name?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly size?: string
}

export async function openSession(
  sessions: SessionRegistry,
  shell: string,
  { command, name, cwd, env, size }: OpenOptions,
  { surroundings }: Caller,
): Promise<Session> {
  const [program, ...args] = commandWords(command, shell)
  const { cols, rows } = size === undefined ? { cols: COLS, rows: ROWS } : readSize(size)
  const place = { cwd: cwd ?? surroundings?.cwd, env, inherit: surroundings?.env }
  const options: SpawnOptions = { program: program!, args, ...place, cols, rows, scrollback: SCROLLBACK }
  return sessions.create({ ...options, name: name ?? freeName(sessions), shellIntegration: true })
}

export function readSize(size: string): { readonly cols: number; readonly rows: number } {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(size) ?? []
  if (cols && rows) return { cols: Number(cols), rows: Number(rows) }
  throw new CoreError(
    'invalid-params',
    `${JSON.stringify(size)} is not a valid size: give columns and rows, such as 100x30`,
  )
}

/** A command line is the shell's to read; a list is a program and its arguments. */
function commandWords(command: string | readonly string[] | undefined, shell: string): readonly string[] {
  if (command === undefined) return [markingShell(shell)]
  if (typeof command !== 'string' && command.length > 0) return command
  if (typeof command === 'string' && command.trim() !== '') return ['/bin/sh', '-c', command]
  throw new CoreError('invalid-params', 'the command is empty: leave it out for a shell')
}

/** The user's shell, unless it cannot say how commands end and bash can. */
function markingShell(shell: string): string {
  return marking.has(basename(shell)) || !existsSync('/bin/bash') ? shell : '/bin/bash'
}

function freeName(sessions: SessionRegistry): string {
  let number = 1
  while (sessions.isTaken(`s${number}`)) number++
  return `s${number}`
}
