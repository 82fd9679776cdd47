/**
 * Panes of other terminals as sessions of a registry: all of a terminal's, as they come and go, or single ones that were
 * asked for. What runs in them is never ended by the end of a server; a client that kills such a session closes its pane.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { Emitter } from '../base/emitter.js'
import type { Log } from '../base/log.js'
import type { Launched, Launcher, LaunchOptions, Session, SessionRegistry } from '../session/index.js'
import { OWNER_VARIABLE } from '../session/orphans.js'
import { resolveOptions } from '../session/spawn-options.js'
import { BridgedPty } from './bridged-pty.js'
import { type BridgeSpec, openSource } from './kinds.js'
import type { Pane, SessionSource } from './source.js'

/** Panes that are sessions, of one terminal. */
const MAX_PANES = 4096
/** Terminals that are bridged. */
const MAX_SOURCES = 32
/** Screens that are read at a time, when there are many panes at once. */
const AT_A_TIME = 16
/** TERM of programs that were started for sessions of ours. */
const OWN_TERM = 'xterm-256color'

/** A terminal, and what was made of its panes. */
interface Joined {
  readonly source: SessionSource
  readonly prefix: string
  readonly sessions: Map<string, Session>
  /** Panes that are about to be sessions. */
  readonly opening: Map<string, Promise<unknown>>
  /** Panes that are to be left alone until they are asked for. */
  readonly released: Set<string>
  follows: boolean
}

export interface ListedPane extends Pane {
  /** The session that it is; null where it is none. */
  readonly session: Session | null
}

export interface BridgesOptions {
  readonly registry: SessionRegistry
  readonly clock: Clock
  readonly log: Log
}

export class Bridges {
  /** The last terminal that was bridged is gone. */
  readonly onAllLost = new Emitter<void>()
  private readonly joined = new Map<string, Promise<Joined>>()
  private readonly current = new Set<Joined>()
  /** Names that follow those of the other terminal. */
  private readonly names = new WeakMap<Session, string>()

  constructor(private readonly options: BridgesOptions) {}

  /** The terminals that are bridged. */
  get sources(): readonly SessionSource[] {
    return [...this.current].map(({ source }) => source)
  }

  /** Makes sessions of all panes, and of those that come. */
  async follow(spec: BridgeSpec): Promise<void> {
    const joined = await this.join(spec)
    joined.follows = true
    const left = [...(await joined.source.list())]
    const work = async (): Promise<void> => {
      for (let pane = left.shift(); pane; pane = left.shift()) await this.openQuietly(joined, pane)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  }

  /** The panes of a terminal, and which sessions they are. */
  async list(spec: BridgeSpec): Promise<{ readonly source: SessionSource; readonly panes: readonly ListedPane[] }> {
    const { source, sessions } = await this.join(spec)
    const panes = await source.list()
    return { source, panes: panes.map((pane) => ({ ...pane, session: sessions.get(pane.id) ?? null })) }
  }

  /** Makes a session of one pane, named as its terminal names it; the one there is, if it is one already. */
  async adopt(spec: BridgeSpec, target: string): Promise<Session> {
    const joined = await this.join(spec)
    const panes = await joined.source.list()
    const pane = panes.find(({ id, name }) => id === target || name === target) ?? only(panes, target)
    if (!pane) {
      const known = panes.slice(0, 20).map(({ id, name }) => (id === name ? id : `${id} (${name})`))
      throw new CoreError('not-found', `${spec.kind} has no pane ${target}; it has ${known.join(', ') || 'none'}`)
    }
    await joined.opening.get(pane.id)
    joined.released.delete(pane.id)
    return joined.sessions.get(pane.id) ?? this.open(joined, pane)
  }

  /** Starts programs in new panes of that terminal, instead of on PTYs of ours. */
  launcher(spec: BridgeSpec): Launcher {
    return { launch: async (options) => this.launch(await this.join(spec), options) }
  }

  /** Forgets a session, and leaves its pane as it is. */
  release(session: Session): void {
    if (!session.bridge) throw new CoreError('conflict', `session ${session.name} is not a pane of another terminal`)
    for (const { sessions, released } of this.current)
      for (const [id, one] of sessions) if (one === session) released.add(id)
    this.options.registry.drop(session)
  }

  /** Leaves all panes as they are. */
  async stop(): Promise<void> {
    const all = [...this.current]
    this.current.clear()
    this.joined.clear()
    await Promise.all(all.map(({ source }) => source.stop()))
  }

  private join(spec: BridgeSpec): Promise<Joined> {
    const key = `${spec.kind}:${spec.where ?? ''}`
    const known = this.joined.get(key)
    if (known) return known
    if (this.joined.size >= MAX_SOURCES)
      return Promise.reject(new CoreError('resource-limit', `at most ${MAX_SOURCES} terminals can be bridged`))
    const joining = openSource(spec, this.options).then((source) => this.add(key, source))
    this.joined.set(key, joining)
    joining.catch(() => this.joined.delete(key))
    return joining
  }

  private add(key: string, source: SessionSource): Joined {
    const taken = new Set([...this.current].map(({ prefix }) => prefix))
    let { prefix } = source
    for (let number = 2; taken.has(prefix); number++) prefix = `${source.bridge.kind}${number}:`
    const joined: Joined = {
      source,
      prefix,
      sessions: new Map(),
      opening: new Map(),
      released: new Set(),
      follows: false,
    }
    this.current.add(joined)
    source.onPane.on((pane) => this.notePane(joined, pane))
    source.onLost.on((reason) => {
      this.options.log.warn(`${source.bridge.kind} is gone: ${reason}`, { address: source.address })
      this.joined.delete(key)
      this.current.delete(joined)
      if (this.current.size === 0) this.onAllLost.emit()
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
    if (joined.sessions.has(pane.id) || joined.released.has(pane.id)) return
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
      const pty = new BridgedPty(source.bridge, pane, repliesOf(source))
      pty.connect(await source.attach(pane.id, pty))
      const name = registry.freeName(prefix + pane.name)
      const id = prefix + pane.id
      const { env: _, tags, ...options } = resolveOptions(describe(pane, source), id, {})
      const meta = { id, name, tags, createdAt: clock.now(), options }
      const session = registry.adopt(meta, null, this.launched(joined, pane.id, pty))
      this.names.set(session, name)
      return session
    } finally {
      opening.delete(pane.id)
    }
  }

  private async launch(joined: Joined, options: LaunchOptions): Promise<Launched> {
    const { source, opening } = joined
    if (!source.create || !source.begin)
      throw new CoreError('not-supported', `starting a program is not supported by this bridge (${source.bridge.kind})`)
    const { [OWNER_VARIABLE]: _, TERM, ...env } = options.env
    // Its terminal has a name of its own, unless another was asked for.
    const start = { ...options, env: TERM === OWN_TERM || TERM === undefined ? env : { ...env, TERM } }
    const pane = await source.create(start, (id) => opening.set(id, Promise.resolve()))
    const pty = new BridgedPty(source.bridge, pane, repliesOf(source), true)
    try {
      pty.connect(await source.attach(pane.id, pty))
      pty.clear()
      pty.begin(await source.begin(pane.id, start))
    } finally {
      opening.delete(pane.id)
    }
    return this.launched(joined, pane.id, pty)
  }

  private launched({ sessions }: Joined, id: string, pty: BridgedPty): Launched {
    return {
      open: (_options, listener) => pty.start(listener),
      keep: (session) => {
        sessions.set(id, session)
        session.onExit.on(() => void (sessions.get(id) === session && sessions.delete(id)))
      },
    }
  }
}

function describe({ command, cwd, cols, rows }: Pane, { bridge }: SessionSource): Parameters<typeof resolveOptions>[0] {
  // What we print to show their screen was printed by no one.
  const transcriptChars = bridge.unsupported.includes('raw-output') ? 0 : undefined
  return { program: command, cwd: cwd ?? undefined, cols, rows, transcriptChars }
}

/** How many of the answers to a program's questions are not ours to give. */
function repliesOf({ answersQueries }: SessionSource): number {
  return answersQueries ? Number.POSITIVE_INFINITY : 0
}

/** A pane that is the only one whose name begins so: `main` where that session has one. */
function only(panes: readonly Pane[], target: string): Pane | undefined {
  const found = panes.filter(({ name }) => name.startsWith(`${target}:`) || name.startsWith(`${target}.`))
  return found.length === 1 ? found[0] : undefined
}
