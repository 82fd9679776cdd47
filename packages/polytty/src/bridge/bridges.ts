/**
 * Panes of other terminals as sessions of a registry: all of a terminal's, as they come and go, or single ones that were
 * asked for. What runs in them is never ended by the end of a server; a client that kills such a session closes its pane.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Log } from '../base/log.js'
import type { Launched, Launcher, LaunchOptions, Session, SessionRegistry } from '../session/index.js'
import { OWNER_VARIABLE } from '../session/orphans.js'
import { resolveOptions } from '../session/spawn-options.js'
import { BridgedPty, notSupported } from './bridged-pty.js'
import type { Pane, SessionSource } from './source.js'

/** Panes that are sessions, of one terminal. */
const MAX_PANES = 4096
/** Screens that are read at a time, when there are many panes at once. */
const AT_A_TIME = 16

interface Joined {
  readonly source: SessionSource
  /** What its sessions' ids and names begin with. */
  readonly prefix: string
  readonly sessions: Map<string, Session>
  /** Panes that are about to be sessions. */
  readonly opening: Map<string, Promise<unknown>>
  follows: boolean
}

export interface BridgesOptions {
  readonly registry: SessionRegistry
  readonly clock: Clock
  readonly log: Log
}

export class Bridges {
  private readonly joined = new Map<string, Joined>()
  /** Names that follow those of the other terminal. */
  private readonly names = new WeakMap<Session, string>()

  constructor(private readonly options: BridgesOptions) {}

  /** The terminals there are, by what they are called here. */
  get sources(): readonly SessionSource[] {
    return [...this.joined.values()].map(({ source }) => source)
  }

  /** Makes sessions of all panes, and of those that come. */
  async follow(source: SessionSource, prefix: string): Promise<void> {
    const joined = this.join(source, prefix)
    joined.follows = true
    const panes = await joined.source.list()
    const left = [...panes]
    const work = async (): Promise<void> => {
      for (let pane = left.shift(); pane; pane = left.shift()) await this.openQuietly(joined, pane)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  }

  /** Makes a session of one pane, named as its terminal names it; the one there is, if it is one already. */
  async adopt(source: SessionSource, prefix: string, target: string): Promise<Session> {
    const joined = this.join(source, prefix)
    const panes = await joined.source.list()
    const pane = panes.find(({ id, name }) => id === target || name === target) ?? only(panes, target)
    if (!pane) {
      const known = panes.slice(0, 20).map(({ id, name }) => `${id} (${name})`)
      throw new CoreError(
        'not-found',
        `${source.bridge.kind} has no pane ${target}; it has ${known.join(', ') || 'none'}`,
      )
    }
    return joined.sessions.get(pane.id) ?? this.open(joined, pane)
  }

  /** Starts programs in new panes of that terminal, instead of on PTYs of ours. */
  launcher(source: SessionSource, prefix: string): Launcher {
    return { launch: (options) => this.launch(this.join(source, prefix), options) }
  }

  /** Forgets a session, and leaves its pane as it is. */
  release(session: Session): void {
    if (!session.bridge) throw new CoreError('conflict', `session ${session.name} is no pane of another terminal`)
    this.options.registry.drop(session)
  }

  /** Leaves all panes as they are. */
  async stop(): Promise<void> {
    await Promise.all([...this.joined.values()].map(({ source }) => source.stop()))
    this.joined.clear()
  }

  private join(source: SessionSource, prefix: string): Joined {
    const known = this.joined.get(prefix)
    if (known) return known
    const joined: Joined = { source, prefix, sessions: new Map(), opening: new Map(), follows: false }
    this.joined.set(prefix, joined)
    source.onPane.on((pane) => this.notePane(joined, pane))
    source.onLost.on((reason) => {
      this.options.log.warn(`${source.bridge.kind} is gone: ${reason}`, { address: source.address })
      this.joined.delete(prefix)
    })
    return joined
  }

  private notePane(joined: Joined, pane: Pane): void {
    const session = joined.sessions.get(pane.id)
    if (!session) return void (joined.follows && this.openQuietly(joined, pane))
    const { registry } = this.options
    const name = joined.prefix + pane.name
    // One that a client has named keeps that name.
    if (this.names.get(session) !== session.name || session.name === name || registry.find(name)) return
    this.names.set(session, name)
    registry.rename(session, name)
  }

  private async openQuietly(joined: Joined, pane: Pane): Promise<void> {
    if (joined.sessions.has(pane.id)) return
    const opening = joined.opening.get(pane.id)
    if (opening) return void (await opening)
    if (joined.sessions.size >= MAX_PANES)
      return this.options.log.warn(`more than ${MAX_PANES} panes`, { pane: pane.id })
    const opened = this.open(joined, pane).catch((error: unknown) =>
      // It was closed while it was looked at.
      this.options.log.info(`a pane is not read: ${(error as Error).message}`, { pane: pane.id }),
    )
    joined.opening.set(pane.id, opened)
    await opened
  }

  private async open(joined: Joined, pane: Pane): Promise<Session> {
    const { registry, clock } = this.options
    const { source, prefix, opening } = joined
    try {
      const pty = new BridgedPty(source.bridge, pane)
      pty.connect(await source.attach(pane.id, pty))
      const name = registry.freeName(prefix + pane.name)
      const id = prefix + pane.id
      const { env: _, tags: __, ...options } = resolveOptions(describe(pane), id, {})
      const meta = { id, name, tags: [], createdAt: clock.now(), options }
      const session = registry.adopt(meta, null, {
        open: (_options, listener) => pty.start(listener),
        keep: (made) => this.keep(joined, pane.id, made),
      })
      this.names.set(session, name)
      return session
    } finally {
      opening.delete(pane.id)
    }
  }

  private async launch(joined: Joined, options: LaunchOptions): Promise<Launched> {
    const { source, opening } = joined
    if (!source.create || !source.begin) throw notSupported('starting a program', source.bridge, 'create')
    const { [OWNER_VARIABLE]: _, TERM, ...env } = options.env
    // Its terminal has a name of its own, unless another was asked for.
    const start = { ...options, env: TERM === OWN_TERM ? env : { ...env, TERM } }
    const pane = await source.create(start, (id) => opening.set(id, Promise.resolve()))
    const pty = new BridgedPty(source.bridge, pane, true)
    try {
      pty.connect(await source.attach(pane.id, pty))
      pty.begin(await source.begin(pane.id, start))
    } finally {
      opening.delete(pane.id)
    }
    return {
      open: (_options, listener) => pty.start(listener),
      keep: (session) => this.keep(joined, pane.id, session),
    }
  }

  private keep({ sessions }: Joined, id: string, session: Session): void {
    sessions.set(id, session)
    session.onExit.on(() => void (sessions.get(id) === session && sessions.delete(id)))
  }
}

/** What programs of ours are told that their terminal is. */
const OWN_TERM = 'xterm-256color'

function describe({ command, cwd, cols, rows }: Pane): Parameters<typeof resolveOptions>[0] {
  return { program: command, cwd: cwd ?? undefined, cols, rows, answerQueries: false }
}

/** A pane that is the only one whose name begins so: `main` where that session has one. */
function only(panes: readonly Pane[], target: string): Pane | undefined {
  const found = panes.filter(({ name }) => name.startsWith(`${target}:`) || name.startsWith(`${target}.`))
  return found.length === 1 ? found[0] : undefined
}
