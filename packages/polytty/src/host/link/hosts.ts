/**
 * The hosts of a server: the one that all its sessions share, and those of sessions that were given one of their own.
 * One that has gone is replaced when the next program is started.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { Emitter } from '../../base/emitter.js'
import type { Log } from '../../base/log.js'
import { makeFolder } from '../../files/make-folder.js'
import type { Launched, Launcher, LaunchOptions, Session, SessionMeta, SessionRegistry } from '../../session/index.js'
import { OWNER_VARIABLE } from '../../session/orphans.js'
import { HostLink, type KeptProgram } from './host-link.js'
import type { HostedPty } from './hosted-pty.js'
import { decodeKeyframe, encodeKeyframe } from './keyframe.js'
import { RevivedPty, readArchives } from './revived.js'
import { startHost } from './start-host.js'

export interface HostsOptions {
  /** Where the host listens that all sessions share. */
  readonly socket: string
  readonly keepSeconds: number
  /** Where sessions are kept on disk as well; nowhere if absent. */
  readonly persist?: string
  readonly clock: Clock
  readonly log: Log
}

export class Hosts implements Launcher {
  /** A host has gone, and its sessions have ended. */
  readonly onLost = new Emitter<void>()
  private shared: Promise<HostLink> | null = null
  private readonly links = new Set<HostLink>()
  private registry: SessionRegistry | null = null
  private readonly kept: (KeptProgram & { readonly pty: HostedPty })[] = []
  private left: string | null = null
  private lostCount = 0

  constructor(private readonly options: HostsOptions) {}

  /** For diagnostics: those that are there, and those that have gone without being asked to. */
  get figures(): { readonly connected: number; readonly lost: number } {
    return { connected: this.links.size, lost: this.lostCount }
  }

  /** What the server before left for this one. */
  get note(): string {
    return [...this.links].map(({ note }) => note.toString()).find((note) => note !== '') ?? ''
  }

  /** Takes over what hosts of this server are there; refused where another server has them. */
  async takeOver(): Promise<void> {
    const { socket } = this.options
    const own = `${basename(socket, '.sock')}+`
    const isolated = list(dirname(socket)).filter((name) => name.startsWith(own) && name.endsWith('.sock'))
    const shared = await this.join(socket)
    if (shared) this.shared = Promise.resolve(shared)
    await Promise.all(isolated.map((name) => this.join(join(dirname(socket), name))))
  }

  /** Sessions that hosts have, as they are now. */
  async adoptInto(registry: SessionRegistry): Promise<void> {
    this.registry = registry
    const kept = this.kept.splice(0)
    for (const program of kept) this.adopt(program)
    await Promise.all(kept.map(({ pty }) => pty.caughtUp))
    this.revive(registry)
  }

  /** Sessions that are on disk alone. */
  private revive(registry: SessionRegistry): void {
    const { persist, clock } = this.options
    if (persist === undefined) return
    makeFolder(persist, 0o700)
    for (const kept of readArchives(persist, (id) => registry.find(id) !== undefined, clock)) this.adopt(kept)
  }

  /** Starts the host, if there is none, before the first program needs it. */
  prepare(): void {
    this.sharedLink().catch((error: unknown) => this.options.log.warn(`no host: ${(error as Error).message}`))
  }

  async launch(options: LaunchOptions, meta: SessionMeta): Promise<Launched> {
    const link = options.isolate ? await this.startLink(this.isolatedSocket(meta.id)) : await this.sharedLink()
    const { interactiveShell, endSignal } = options
    const ending = { sessionId: meta.id, interactiveShell, endSignal }
    const env = { ...options.env, [OWNER_VARIABLE]: link.owner }
    const { program, path, args, cwd, cols, rows, pixelWidth, pixelHeight } = options
    const asked = { program, path, args, env, cwd, cols, rows, pixelWidth, pixelHeight, ending }
    return launched(await link.spawn(asked, JSON.stringify(meta)))
  }

  /** Leaves a note for the next server. */
  leaveNote(note: string): void {
    this.left = note
    for (const link of this.links) link.leaveNote(note)
  }

  /** Leaves everything to the next server. */
  async release(): Promise<void> {
    await Promise.all([...this.links].map((link) => link.release()))
  }

  /** Ends the hosts, after the sessions. */
  async stop(): Promise<void> {
    await this.shared?.catch(() => {})
    await Promise.all([...this.links].map((link) => link.stop()))
  }

  private adopt(program: KeptProgram): void {
    if (!this.registry) return void this.kept.push(program as KeptProgram & { readonly pty: HostedPty })
    try {
      const meta = JSON.parse(program.meta.toString()) as SessionMeta
      const saved = program.keyframe && decodeKeyframe(program.keyframe)
      this.registry.adopt(meta, saved, launched(program.pty))
    } catch (error) {
      // Of a version whose sessions this one cannot read: it is left to run.
      if ('leave' in program.pty) program.pty.leave()
      this.options.log.error(`a session could not be taken over: ${(error as Error).message}`, { pid: program.pty.pid })
    }
  }

  private sharedLink(): Promise<HostLink> {
    const link = (this.shared ??= this.startLink(this.options.socket))
    link.catch(() => {
      if (this.shared === link) this.shared = null
    })
    return link
  }

  private isolatedSocket(id: string): string {
    const { socket } = this.options
    return join(dirname(socket), `${basename(socket, '.sock')}+${id.slice(0, 8)}.sock`)
  }

  private async startLink(socket: string): Promise<HostLink> {
    const { keepSeconds } = this.options
    await startHost({ socket, keepSeconds, log: `${socket.replace(/\.sock$/, '')}.log` })
    const link = await this.join(socket)
    if (!link) throw new CoreError('spawn-failed', `the host that was started at ${socket} does not answer`)
    return link
  }

  /** Null where no host listens. */
  private async join(socket: string): Promise<HostLink | null> {
    const link = await HostLink.open(socket, this.options, (program) => this.adopt(program)).catch(ignoreAbsent)
    if (!link) return null
    this.links.add(link)
    if (this.left !== null) link.leaveNote(this.left)
    link.onLost.on(() => this.handleLost(link))
    if (socket !== this.options.socket) link.onForgotten.on((left) => void (left === 0 && this.end(link)))
    return link
  }

  /** One that was there for a session that is kept no longer. */
  private async end(link: HostLink): Promise<void> {
    this.links.delete(link)
    await link.stop()
  }

  private handleLost(link: HostLink): void {
    this.lostCount++
    this.links.delete(link)
    this.options.log.error('a host has ended, and with it its sessions', { socket: link.path })
    if (link.path === this.options.socket) this.shared = null
    this.onLost.emit()
  }
}

/** How the registry makes a session of a program in a host. */
function launched(pty: HostedPty | RevivedPty): Launched {
  if (pty instanceof RevivedPty) return { open: (_options, listener) => pty.start(listener), keep: () => {} }
  return {
    open: (_options, listener) => pty.start(listener),
    keep: (session: Session) => {
      const saveMeta = (): void => pty.setMeta(JSON.stringify(session.meta))
      session.onRename.on(saveMeta)
      session.onTags.on(saveMeta)
      session.attachments.onChange.on(() => pty.keyframe())
      pty.saveWith(() => encodeKeyframe(session.save()))
    },
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return null
  throw error
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
