/** The live adapters of a server: started, found by name (`e1`, `e2`, …, never given twice), and closed here. */
import { CoreError } from '../../../base/core-error.js'
import type { Disposable } from '../../../base/disposable.js'
import type { Session } from '../../../session/index.js'
import type { Core } from '../../core.js'
import type { Plugin } from '../plugins/plugin.js'
import type { PluginRegistry } from '../plugins/plugin-registry.js'
import { SessionView } from '../session-view.js'
import type { NamedSessions } from '../sessions.js'
import { Adapter } from './adapter.js'
import { WaitIds } from './wait-ids.js'

/** What the caller says about the program; the manifest says the rest. */
export interface Target {
  readonly program?: string | null
  readonly args?: readonly string[] | null
  readonly cwd?: string | null
  readonly env?: Readonly<Record<string, string | null>> | null
  readonly rows?: number | null
  readonly cols?: number | null
  readonly pixel_width?: number | null
  readonly pixel_height?: number | null
}

const DEFAULT_ROWS = 40
const DEFAULT_COLS = 120

export class Adapters implements Disposable {
  readonly waits = new WaitIds()
  private readonly byId = new Map<string, Adapter>()
  private readonly destroyed: Disposable
  private count = 0

  constructor(
    private readonly core: Core,
    private readonly sessions: NamedSessions,
    private readonly plugins: PluginRegistry,
  ) {
    // Other dialects can end a session too.
    this.destroyed = core.sessions.onDestroyed.on((session) => this.forget(session))
  }

  get(id: string): Adapter {
    const adapter = this.byId.get(id)
    if (adapter) return adapter
    throw new CoreError('invalid-params', `unknown adapter: ${id}`)
  }

  find(id: string): Adapter | undefined {
    return this.byId.get(id)
  }

  /** In the order of their numbers. */
  list(): Adapter[] {
    return [...this.byId.values()]
  }

  /** How many adapters use a plugin. */
  countOf(plugin: string): number {
    return this.list().filter(({ manifest }) => manifest.name === plugin).length
  }

  async start(plugin: Plugin, target: Target): Promise<Adapter> {
    const { name, default_target: standard } = plugin.manifest
    const program = target.program ?? standard?.program
    if (!program) throw new CoreError('invalid-params', `plugin ${name} has no default program: pass program`)
    const instance = this.plugins.instantiate(plugin)
    // What the program does first is to be seen by whoever asked: it does not run while the plugin's thread starts. A
    // plugin that cannot be loaded is a state, which the first look reports.
    await instance.exported().catch(() => {})
    const creating = this.core.sessions.create({
      program,
      args: target.args ?? standard?.args ?? [],
      cwd: target.cwd ?? undefined,
      env: { ...standard?.env, ...target.env, ...standard?.required_env },
      rows: target.rows ?? standard?.rows ?? DEFAULT_ROWS,
      cols: target.cols ?? standard?.cols ?? DEFAULT_COLS,
      pixelWidth: target.pixel_width ?? 0,
      pixelHeight: target.pixel_height ?? 0,
      // Plugins for shells go by the marks; other programs are left as they are.
      shellIntegration: true,
    })
    const session = await creating.catch((error: unknown) => {
      instance.dispose()
      throw error
    })
    const id = `e${++this.count}`
    this.sessions.claim(session, id)
    const view = new SessionView(session, this.sessions, this.core.clock)
    const adapter = new Adapter(id, view, instance, this.core.clock)
    this.byId.set(id, adapter)
    return adapter
  }

  /** Ends the program and forgets the adapter. */
  async close(adapter: Adapter): Promise<void> {
    await this.core.sessions.remove(adapter.session)
  }

  dispose(): void {
    this.destroyed.dispose()
    for (const { instance } of this.byId.values()) instance.dispose()
    this.byId.clear()
  }

  private forget(session: Session): void {
    const adapter = this.list().find((candidate) => candidate.session === session)
    if (!adapter) return
    this.byId.delete(adapter.id)
    adapter.instance.dispose()
  }
}
