/** Panes as `list-panes` writes them: numbers first, then texts, each with its length before, whatever is in them. */
import type { ExitStatus } from '../../session/pty/port.js'
import { signalName } from '../../session/pty/signal-name.js'
import type { Pane } from '../source.js'

export interface TmuxPane extends Pane {
  readonly session: string
  readonly window: string
  /** How many panes share its window. */
  readonly siblings: number
  /** Programs in it may talk to the terminal around tmux. */
  readonly allowsPassthrough: boolean
  /** How its program ended, where the pane is kept after that. */
  readonly exit: ExitStatus | null
  /** Its program has ended, also where it is not known how. */
  readonly isDead: boolean
}

const ids = ['pane_id', 'session_id', 'window_id']
const numbers = ['pane_width', 'pane_height', 'pane_pid', 'window_panes', 'pane_dead', 'window_index', 'pane_index']
const texts = [
  ...['session_name', 'pane_current_command', 'pane_current_path', 'pane_title'],
  // Of a program that has just ended neither may be known yet.
  ...['pane_dead_status', 'pane_dead_signal', 'allow-passthrough'],
]

/** Not beginning with a `%`, so that no title is taken for a message of tmux itself. */
export const PANE_FORMAT = [
  'pane',
  ...[...ids, ...numbers].map((name) => `#{${name}}`),
  ...texts.map((name) => `#{n:${name}}`),
  texts.map((name) => `#{${name}}`).join(''),
].join(' ')

/** Null for a line that is none. */
export function readPane(line: Buffer): TmuxPane | null {
  const before = 1 + ids.length + numbers.length + texts.length
  const words = line.toString('latin1').split(' ').slice(0, before)
  if (words[0] !== 'pane') return null
  const [, id = '', session = '', window = ''] = words
  const [cols = 0, rows = 0, pid = 0, siblings = 1, dead, windowIndex, paneIndex, ...lengths] = words
    .slice(4)
    .map(Number)
  let at = words.join(' ').length + 1
  const [name, command, cwd, title, status, signal, passthrough] = lengths.map((length) =>
    line.toString('utf8', at, (at += length)),
  )
  return {
    ...{ id, session, window, cols, rows, pid, siblings },
    name: `${name}:${windowIndex}.${paneIndex}`,
    command: command || 'tmux',
    cwd: cwd || null,
    title: title ?? '',
    allowsPassthrough: passthrough === 'on' || passthrough === 'all' || passthrough === '1',
    isDead: dead === 1,
    exit: dead ? exitOf(status, signal) : null,
  }
}

function exitOf(status = '', signal = ''): ExitStatus | null {
  if (signal !== '') return { code: null, signal: signalName(Number(signal)) }
  return status === '' ? null : { code: Number(status), signal: null }
}
