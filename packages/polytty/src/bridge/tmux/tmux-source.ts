/**
 * The panes of one tmux server. A control client for each of its sessions reports their output and changes; none of them
 * counts for the sizes of windows. Panes that no one reads are paused for our clients, which costs tmux nothing.
 */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { CoreError } from '../../base/core-error.js'
import { Emitter } from '../../base/emitter.js'
import type { Log } from '../../base/log.js'
import type { ExitStatus } from '../../session/pty/port.js'
import { shellQuote } from '../../text/shell-quote.js'
import type { Bridge, Pane, PaneLink, PaneSink, PaneStart, SessionSource } from '../source.js'
import { TmuxControl } from './control.js'
import { readLayout } from './layout.js'
import { PANE_FORMAT, readPane, type TmuxPane } from './pane-list.js'
import { PaneReader } from './pane-reader.js'
import { quote, quoteBytes } from './quote.js'

export interface TmuxOptions {
  /** The name of its socket (`-L`), or the path (`-S`); the default server if both are absent. */
  readonly label?: string
  readonly socket?: string
  /** The command and what comes first; `tmux` if absent. */
  readonly command?: readonly string[]
  readonly log: Log
}

const bridge: Bridge = { kind: 'tmux', grade: 'bytes', polled: false, unsupported: ['exit-status'] }

/** Sessions of tmux that are read; each takes a process. */
const MAX_CONTROLS = 128
/** Seconds that output may wait in tmux before it pauses the pane. */
const PAUSE_AFTER = 2
const OLDEST = 3.2
/** Bytes of one command that types. */
const WRITE_BYTES = 8192

/** What the socket of tmux is called if no one says otherwise. */
const DEFAULT_LABEL = 'default'

/** How often tmux is asked, at once, for a status that it does not have yet. */
const MOST_ASKED = 100
/** tmux misses the status of some programs, such as those that end in the moment after they were started. */
const unknown: ExitStatus = { code: null, signal: null, reason: 'tmux does not know how it ended' }
const closed: ExitStatus = { code: null, signal: null, reason: 'the pane was closed' }

/** Reports that say that there may be other panes than before, or that they are called otherwise. */
const changes = new Set([
  ...['%window-add', '%window-close', '%unlinked-window-add', '%unlinked-window-close', '%sessions-changed'],
  '%session-renamed',
])

export class TmuxSource implements SessionSource {
  readonly bridge = bridge
  readonly address: string
  readonly prefix: string
  readonly answersQueries = true
  readonly onPane = new Emitter<Pane>()
  readonly onLost = new Emitter<string>()
  private readonly command: readonly string[]
  private readonly buffer = `polytty-${process.pid}`
  private readonly controls = new Map<string, TmuxControl>()
  private panes = new Map<string, TmuxPane>()
  private readonly readers = new Map<string, PaneReader>()
  /** Panes whose output no one wants, which tmux has been told. */
  private readonly muted = new Set<string>()
  /** Windows that have a size of our making. */
  private readonly resized = new Set<string>()
  /** Windows of programs that were started here. */
  private readonly started = new Set<string>()
  /** Panes that have been dead for a while, and how often we have asked since how they ended. */
  private readonly dead = new Map<string, number>()
  private refreshing: Promise<void> | null = null
  private isOutdated = false
  private isStopped = false

  constructor(private readonly options: TmuxOptions) {
    const { label, socket, command = defaultCommand() } = options
    const where = socket === undefined ? (label === undefined ? [] : ['-L', label]) : ['-S', socket]
    this.command = [...command, ...where]
    this.address = this.command.join(' ')
    const name = label ?? (socket === undefined ? DEFAULT_LABEL : basename(socket))
    this.prefix = name === DEFAULT_LABEL ? '' : `${name}:`
  }

  async list(): Promise<readonly Pane[]> {
    if (this.controls.size === 0) await this.connect()
    else await this.refresh()
    return [...this.panes.values()]
  }

  async attach(id: string, sink: PaneSink): Promise<PaneLink> {
    const pane = this.panes.get(id)
    if (!pane) throw new CoreError('not-found', `tmux has no pane ${id}`)
    const reader = new PaneReader(id, this.controlOf(pane), sink, pane.allowsPassthrough)
    this.readers.set(id, reader)
    this.muted.delete(id)
    try {
      await reader.sync()
    } catch (error) {
      this.readers.delete(id)
      throw error
    }
    return {
      write: (bytes) => this.type(id, bytes, '-r'),
      paste: (bytes) => this.type(id, bytes, '-r -p'),
      resize: (cols, rows) => this.resize(id, reader, cols, rows),
      close: async () => void (await this.controlFor(id).command(`kill-pane -t ${id}`)),
      pause: () => reader.pause(),
      resume: () => reader.resume(),
      release: () => {
        reader.release()
        this.readers.delete(id)
        this.muted.add(id)
      },
    }
  }

  /** In a new window, which is there before the program is, so that no byte of it is missed and its end is known. */
  async create({ cols, rows }: PaneStart, made: (id: string) => void): Promise<Pane> {
    if (this.controls.size === 0) await this.connect()
    const [control] = this.controls.values()
    if (!control) throw new CoreError('not-found', 'tmux has no session to open a window in')
    const [id = ''] = await control.command(`new-window -d -P -F "#{pane_id}" -- cat`)
    made(id)
    const window = `resize-window -t ${id} -x ${cols} -y ${rows}`
    // The end of a program is reported only to hooks; a new name of its window is reported to us.
    const rename = `run-shell -b -C "rename-window -t ${id} ended"`
    const hook = `set-hook -p -t ${id} pane-died ${quote(rename)}`
    await control.run([{ text: window }, { text: `set-option -p -t ${id} remain-on-exit on` }, { text: hook }])
    // An option of 3.3; without it the end of a program is written into its pane.
    await control.command(`set-option -p -t ${id} remain-on-exit-format ""`).catch(() => {})
    await this.refresh()
    const pane = this.panes.get(id)
    if (!pane) throw new CoreError('spawn-failed', 'tmux closed the window before its program began')
    this.started.add(pane.window)
    return pane
  }

  /** Puts the program into a pane that `create` has made; its process id. */
  async begin(id: string, { program, path, args, cwd, env }: PaneStart): Promise<number> {
    const variables = Object.entries(env).map(([name, value]) => `-e ${quote(`${name}=${value}`)}`)
    // One word would be a command line for a shell.
    const words = args.length === 0 ? [quote(`exec ${shellQuote(path)}`)] : [path, ...args].map(quote)
    const control = this.controlFor(id)
    const respawn = `respawn-pane -k -t ${id} -c ${quote(cwd)} ${variables.join(' ')} -- ${words.join(' ')}`
    const [, [pid]] = await control.run([{ text: respawn }, { text: `display-message -p -t ${id} "#{pane_pid}"` }])
    if (!pid) throw new CoreError('spawn-failed', `tmux did not start ${program}`)
    return Number(pid.toString())
  }

  async stop(): Promise<void> {
    this.isStopped = true
    const [control] = this.controls.values()
    const undo = [...this.resized].map((window) => ({ text: `set-option -w -u -t ${window} window-size` }))
    if (control?.isOpen && undo.length > 0) await control.run(undo).catch(() => {})
    for (const reader of this.readers.values()) reader.release()
    for (const one of [...this.controls.values()]) one.end('stopped')
  }

  /** Looks for a server, and reads every session of it. */
  private async connect(): Promise<void> {
    const format = '#{session_id} #{version}'
    const lines = (await this.runAlone('list-sessions', '-F', format)).trim().split('\n')
    const version = lines[0]?.split(' ')[1] ?? ''
    if (Number.parseFloat(version.replace(/^\D+/, '')) < OLDEST)
      throw new CoreError('not-supported', `this tmux is ${version}: bridges need ${OLDEST} or newer`)
    for (const line of lines) this.openControl(line.split(' ')[0] ?? '')
    await this.refresh()
  }

  private async runAlone(...args: readonly string[]): Promise<string> {
    const [program = 'tmux', ...first] = this.command
    const { TMUX: _, ...env } = process.env
    try {
      return (await promisify(execFile)(program, [...first, ...args], { env })).stdout
    } catch (error) {
      const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
      if (code === 'ENOENT') throw new CoreError('missing-program', `${program} is not installed`)
      throw new CoreError('not-found', `tmux is not running: ${stderr?.trim() || code}`, {
        hint: 'Start it with: tmux new-session -d -s main',
      })
    }
  }

  private openControl(session: string): TmuxControl | null {
    const known = this.controls.get(session)
    if (known) return known
    if (this.controls.size >= MAX_CONTROLS) {
      this.options.log.warn(`more than ${MAX_CONTROLS} sessions of tmux: the panes of others are not read`, { session })
      return null
    }
    const flags = `ignore-size,pause-after=${PAUSE_AFTER}`
    const control: TmuxControl = new TmuxControl(
      [...this.command, '-C', 'attach-session', '-t', session, '-f', flags],
      {
        onOutput: (pane, bytes) => this.takeOutput(control, pane, bytes),
        onNotice: (words) => this.takeNotice(control, words),
        onExit: (reason) => this.handleExit(session, reason),
      },
    )
    this.controls.set(session, control)
    control.command(`refresh-client -B "ended:%*:#{pane_dead}"`).catch(() => {})
    return control
  }

  private takeOutput(control: TmuxControl, id: string, bytes: Uint8Array): void {
    const reader = this.readers.get(id)
    if (reader) return void (reader.isOn(control) && reader.take(bytes))
    if (this.muted.has(id) || !this.panes.has(id)) return
    this.muted.add(id)
    control.command(`refresh-client -A "${id}:pause"`).catch(() => {})
  }

  private takeNotice(control: TmuxControl, words: readonly string[]): void {
    const [name = '', first = '', second = ''] = words
    if (name === '%pause') {
      const reader = this.readers.get(first)
      if (reader?.isOn(control)) reader.noteGap()
    } else if (name === '%subscription-changed' && words.at(-1) === '1') {
      // A second after the end, at most: what is not known soon will never be.
      this.dead.set(words[5] ?? '', 0)
      this.refreshSoon()
    } else if (name === '%layout-change') this.takeLayout(second)
    else if (changes.has(name) || (name === '%window-renamed' && this.started.has(first))) this.refreshSoon()
  }

  private takeLayout(layout: string): void {
    const placed = readLayout(layout)
    for (const { id, cols, rows } of placed) {
      const pane = this.panes.get(id)
      if (pane && (pane.cols !== cols || pane.rows !== rows)) this.panes.set(id, { ...pane, cols, rows })
      this.readers.get(id)?.noteSize(cols, rows)
    }
    this.refreshSoon()
  }

  private handleExit(session: string, reason: string): void {
    this.controls.delete(session)
    if (this.isStopped) return
    this.options.log.info('a session of tmux is not read any more', { session, reason })
    this.refreshSoon()
  }

  private refreshSoon(): void {
    this.refresh().catch((error: unknown) => this.lose((error as Error).message))
  }

  /** Asks for all panes; once more where something changed while it was asked. */
  private refresh(): Promise<void> {
    this.isOutdated = true
    this.refreshing ??= this.refreshUntilCurrent()
    return this.refreshing
  }

  private async refreshUntilCurrent(): Promise<void> {
    try {
      while (this.isOutdated && !this.isStopped) await this.refreshOnce()
    } finally {
      // In the same step as the last look at it: whoever asks from now on starts again.
      this.refreshing = null
    }
  }

  private async refreshOnce(): Promise<void> {
    this.isOutdated = false
    const control = [...this.controls.values()].find(({ isOpen }) => isOpen)
    const lines = control
      ? await control.run([{ text: `list-panes -a -F "${PANE_FORMAT}"` }]).then(
          ([answer = []]) => answer,
          // Its session has ended; another may be there.
          () => this.listAlone(),
        )
      : await this.listAlone()
    if (!this.isStopped) this.compare(lines.flatMap((line) => readPane(line) ?? []))
  }

  private async listAlone(): Promise<readonly Buffer[]> {
    const text = await this.runAlone('list-panes', '-a', '-F', PANE_FORMAT)
    return text.split('\n').map((line) => Buffer.from(line))
  }

  private compare(found: readonly TmuxPane[]): void {
    const before = this.panes
    this.panes = new Map()
    // A window that is linked to several sessions is listed in each.
    for (const pane of found) {
      const listed = this.panes.get(pane.id)
      if (!listed || (pane.session === before.get(pane.id)?.session && this.controls.has(pane.session)))
        this.panes.set(pane.id, pane)
    }
    for (const id of before.keys()) if (!this.panes.has(id)) this.endPane(id, closed)
    for (const pane of this.panes.values()) this.comparePane(before.get(pane.id), pane)
  }

  private comparePane(before: TmuxPane | undefined, pane: TmuxPane): void {
    const control = this.openControl(pane.session)
    const reader = this.readers.get(pane.id)
    const asked = pane.isDead && !pane.exit ? this.dead.get(pane.id) : undefined
    if (asked !== undefined && asked < MOST_ASKED) {
      this.dead.set(pane.id, asked + 1)
      this.isOutdated = true
    }
    const exit = pane.exit ?? (asked === MOST_ASKED ? unknown : null)
    if (exit && reader) {
      this.readers.delete(pane.id)
      const isOurs = this.started.delete(pane.window)
      void reader.finish(exit).then(() => {
        if (isOurs) control?.command(`kill-pane -t ${pane.id}`).catch(() => {})
      })
    } else if (reader && control && !reader.isOn(control)) void reader.move(control).catch(() => {})
    if (!pane.isDead && control && before?.name !== pane.name) this.onPane.emit(pane)
  }

  private endPane(id: string, status: ExitStatus): void {
    this.dead.delete(id)
    this.readers.get(id)?.end(status)
    this.readers.delete(id)
    this.muted.delete(id)
  }

  private lose(reason: string): void {
    if (this.isStopped) return
    this.isStopped = true
    for (const id of [...this.readers.keys()]) this.endPane(id, closed)
    this.panes.clear()
    this.onLost.emit(reason)
  }

  private controlOf(pane: TmuxPane): TmuxControl {
    const control = this.openControl(pane.session)
    if (control) return control
    throw new CoreError('resource-limit', `at most ${MAX_CONTROLS} sessions of tmux can be read at a time`)
  }

  private controlFor(id: string): TmuxControl {
    const pane = this.panes.get(id)
    if (!pane) throw new CoreError('session-exited', `pane ${id} is closed`)
    return this.controlOf(pane)
  }

  /**
   * As a paste of tmux: it reaches the program also while someone scrolls in the pane, and no other pane of its group. tmux
   * 3.3 crashes on a paste into a pane whose program has ended, so that is asked in the same moment.
   */
  private async type(id: string, bytes: Uint8Array, how: string): Promise<void> {
    const control = this.controlFor(id)
    const { buffer } = this
    const typed = [...pieces(bytes)].map(async (part) => {
      if (part.length === 1 && part[0] === 0) return void (await control.command(`send-keys -H -t ${id} 00`))
      const drop = `delete-buffer -b ${buffer} ; display-message -p dead`
      const paste = `paste-buffer -d ${how} -b ${buffer} -t ${id} ; display-message -p sent`
      const answers = await control.run([
        { text: `set-buffer -b ${buffer} -- ${quoteBytes(part)}` },
        { text: `if-shell -F -t ${id} "#{pane_dead}" "${drop}" "${paste}"`, answers: 3 },
      ])
      if (answers.at(-1)?.[0]?.toString() === 'dead')
        throw new CoreError('session-exited', 'the program has ended; its pane is still there')
    })
    await Promise.all(typed)
  }

  private async resize(id: string, reader: PaneReader, cols: number, rows: number): Promise<void> {
    const pane = this.panes.get(id)
    const control = this.controlFor(id)
    const isAlone = pane?.siblings === 1
    const command = `${isAlone ? 'resize-window' : 'resize-pane'} -t ${id} -x ${cols} -y ${rows}`
    if (isAlone) this.resized.add(pane.window)
    const ask = `display-message -p -t ${id} "#{pane_width} #{pane_height}"`
    const [, [answer]] = await control.run([{ text: command }, { text: ask }])
    await reader.sync()
    const size = answer?.toString() ?? ''
    if (size !== `${cols} ${rows}`)
      throw new CoreError(
        'not-supported',
        `tmux made the pane ${size.replace(' ', ' × ')}: its window has no room for ${cols} × ${rows}`,
      )
  }
}

/** What the wrightty package reads as well. */
function defaultCommand(): readonly string[] {
  return process.env.TMUX_CMD?.split(/\s+/).filter(Boolean) ?? ['tmux']
}

/** A NUL cannot be in a buffer of tmux, and stands alone. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  let at = 0
  while (at < bytes.length) {
    const nul = bytes.indexOf(0, at)
    const end = Math.min(nul < 0 ? bytes.length : Math.max(nul, at + 1), at + WRITE_BYTES)
    yield bytes.subarray(at, end)
    at = end
  }
}
