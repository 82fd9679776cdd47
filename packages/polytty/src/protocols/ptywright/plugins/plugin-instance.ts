/**
 * One running copy of a plugin: its Lua state, loaded when it is first needed and again after its thread was lost.
 * Copies share nothing: an adapter's never sees what another's, or a predicate's, remembers.
 */
import { CoreError } from '../../../base/core-error.js'
import type { Disposable } from '../../../base/disposable.js'
import type { Ask, LuaThread } from './lua-thread.js'
import type { Plugin } from './plugin.js'

interface Called {
  readonly value: unknown
  /** Whether the watched member of the input was looked at. */
  readonly watched: boolean
}

interface CallOptions {
  /** A second argument. */
  readonly context?: unknown
  /** A member of the input of which the caller wants to know whether it was looked at. */
  readonly watch?: string
}

export class PluginInstance implements Disposable {
  private readonly state: number
  private loadedIn = 0
  private names: ReadonlySet<string> = new Set()
  private disposed = false

  constructor(
    readonly plugin: Plugin,
    private readonly thread: LuaThread,
    /** Whether the thread is this instance's alone. */
    private readonly ownsThread: boolean,
  ) {
    this.state = thread.newState()
  }

  /** The names of the functions that the plugin exports. */
  exported(): Promise<ReadonlySet<string>> {
    return this.guard('load', (ask) => this.load(ask))
  }

  async call(name: string, input: unknown, more: CallOptions = {}): Promise<Called> {
    const { context = null, watch = null } = more
    return this.guard(name, async (ask) => {
      await this.load(ask)
      return (await ask({ op: 'call', state: this.state, name, input, context, watch })) as Called
    })
  }

  dispose(): void {
    if (this.disposed) return
    this.disposed = true
    if (this.ownsThread) return this.thread.dispose()
    const isLoaded = (): boolean => this.loadedIn === this.thread.generation
    void this.thread
      .exclusively(async (ask) => isLoaded() && (await ask({ op: 'drop', state: this.state })))
      .catch(() => {})
  }

  private async load(ask: Ask): Promise<ReadonlySet<string>> {
    if (this.loadedIn === this.thread.generation) return this.names
    const { manifest, source } = this.plugin
    const names = await ask({
      op: 'load',
      state: this.state,
      source,
      chunkName: `${manifest.name}/${manifest.entrypoint}`,
      permissions: manifest.permissions,
    })
    this.loadedIn = this.thread.generation
    this.names = new Set(names as string[])
    return this.names
  }

  private guard<T>(doing: string, task: (ask: Ask) => Promise<T>): Promise<T> {
    const { name } = this.plugin.manifest
    return this.thread.exclusively(task).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CoreError('internal', `plugin ${name} failed in ${doing}: ${reason}`, {}, { cause: error })
    })
  }
}
