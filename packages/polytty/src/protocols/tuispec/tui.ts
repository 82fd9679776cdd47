/**
 * The session of this dialect: a name, its settings and folder, and one app at a time on a screen that is there before
 * the first app and after the last. Who watches the screen goes on watching when another app is launched.
 */

import { type Snapshot, Terminal } from '@polytty/terminal'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { ExitStatus, Session, SessionRegistry, SpawnOptions } from '../../session/index.js'
import { Artifacts } from './artifacts.js'
import type { Settings } from './settings.js'

/** How long an app that is replaced may take to end by itself. */
const END_GRACE_MS = 500

export class Tui implements Disposable {
  readonly artifacts: Artifacts
  /** The screen changed, or is another one. */
  readonly onChange = new Emitter<void>()
  private readonly empty: Snapshot
  private current: Session | null = null
  /** True for a session that someone else made: it is driven here, and not ended. */
  private adopted = false
  private left = false
  private watching: Disposable | null = null

  constructor(
    readonly name: string,
    readonly settings: Settings,
    private readonly sessions: SessionRegistry,
  ) {
    const { cols, rows, artifactDir } = settings
    this.artifacts = new Artifacts(artifactDir, name)
    this.empty = new Terminal({ cols, rows, scrollback: 0 }).snapshot()
  }

  /** Starts an app on an empty screen; the one before is ended first. */
  async launch(options: SpawnOptions): Promise<Session> {
    if (this.adopted)
      throw new CoreError(
        'invalid-request',
        `this server serves the session ${this.app?.name}, which is already running`,
      )
    await this.endApp()
    const { cols, rows } = this.settings
    // Others know the app by the session's name.
    const app = await this.sessions.create({ ...options, name: this.sessions.freeName(this.name), cols, rows })
    this.watch(app)
    // Whoever asked for it has gone in the meantime.
    if (this.left) await this.leave()
    return app
  }

  /** Takes a running session for its app. */
  adopt(session: Session): void {
    this.adopted = true
    this.watch(session)
  }

  snapshot(): Snapshot {
    return this.app?.snapshot() ?? this.empty
  }

  /** The screen's text, every row of it, without blanks at their ends. */
  text(): string {
    return this.snapshot().text()
  }

  /** The app that was launched last, also when it has exited; null before the first. */
  get app(): Session | null {
    return this.current
  }

  /** The same, where there must be one. */
  launched(): Session {
    if (this.app) return this.app
    throw new CoreError('not-found', 'no app has been launched yet: call launch first')
  }

  /** The app, if it still takes input. */
  live(): Session {
    const app = this.launched()
    if (app.exit) throw new CoreError('session-exited', `the app has exited (${describeExit(app.exit)})`)
    return app
  }

  /** Kills the app's processes without asking; what takes longer is the registry's to finish. */
  killApp(): void {
    if (this.app && !this.adopted && !this.app.exit) void this.app.signal('SIGKILL').catch(() => {})
  }

  /** Ends the app without waiting for it, unless it is someone else's. */
  async leave(): Promise<void> {
    this.left = true
    this.killApp()
    if (!this.adopted) await this.endApp()
  }

  dispose(): void {
    this.watching?.dispose()
    this.onChange.clear()
  }

  private watch(app: Session): void {
    this.current = app
    this.watching = app.onChange.on(() => this.onChange.emit())
    this.onChange.emit()
  }

  private async endApp(): Promise<void> {
    const app = this.current
    this.current = null
    this.watching?.dispose()
    if (app) await this.sessions.remove(app, { graceMs: END_GRACE_MS })
  }
}

export function describeExit({ code, signal }: ExitStatus): string {
  return signal ? `killed by ${signal}` : `exit status ${code}`
}
