/**
 * The plugins of a server: those that come with it, and those its operator trusts. Built-in ones share a thread; every
 * copy of another has one of its own, so that whatever it does costs no one else. Predicates and descriptions use one
 * copy of each plugin that no adapter sees.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import type { Disposable } from '../../../base/disposable.js'
import { Emitter } from '../../../base/emitter.js'
import { packageFolder } from '../../../base/package.js'
import { describePlugin, type PluginDescription } from './describe.js'
import { LuaThread } from './lua-thread.js'
import type { PluginManifest } from './manifest.js'
import { type Plugin, readPlugin } from './plugin.js'
import { PluginInstance } from './plugin-instance.js'

const builtInFolder = join(packageFolder, 'plugins')

const MAX_LOADED = 100

export class PluginRegistry implements Disposable {
  /** What plugins print, with their names. */
  readonly onPrint = new Emitter<string>()
  private readonly plugins = new Map<string, Plugin>()
  private readonly shared = new Map<string, PluginInstance>()
  private readonly commonThread: LuaThread
  /** For the next adapters, if they are kept: a loaded copy of each built-in plugin, a thread for one that is not. */
  private readonly spares = new Map<string, PluginInstance>()
  private spareThread: LuaThread | null = null
  private disposed = false

  constructor(
    private readonly clock: Clock,
    /** Whether clients may load and unload plugins. */
    readonly allowLoad: boolean,
    /** Whether threads are started before they are needed: it takes a tenth of a second or two. */
    private readonly ahead = false,
  ) {
    this.commonThread = this.newThread()
    for (const name of readdirSync(builtInFolder).sort()) {
      const plugin = readPlugin(join(builtInFolder, name, 'manifest.toml'), true)
      this.plugins.set(plugin.manifest.name, plugin)
    }
  }

  get(name: string): Plugin {
    const plugin = this.plugins.get(name)
    if (plugin) return plugin
    throw new CoreError('invalid-params', `unknown plugin: ${name}`)
  }

  manifests(): PluginManifest[] {
    return [...this.plugins.values()].map(({ manifest }) => manifest)
  }

  builtIns(): PluginManifest[] {
    return [...this.plugins.values()].filter(({ builtIn }) => builtIn).map(({ manifest }) => manifest)
  }

  /** Gets ready for the next adapters, if that is wanted; resolves when all is there. */
  async prepare(): Promise<void> {
    if (!this.ahead || this.disposed) return
    const plugins = [...this.plugins.values()]
    const missing = plugins.filter(({ builtIn, manifest }) => builtIn && !this.spares.has(manifest.name))
    const spares = missing.map((plugin) => new PluginInstance(plugin, this.commonThread, false))
    for (const spare of spares) this.spares.set(spare.plugin.manifest.name, spare)
    // What cannot be had now is tried again when it is needed.
    await Promise.allSettled(spares.map((spare) => spare.exported()))
    if (this.disposed || plugins.every(({ builtIn }) => builtIn)) return
    this.spareThread ??= this.newThread()
    await this.spareThread.prepare().catch(() => {})
  }

  /** A copy for an adapter. */
  instantiate(plugin: Plugin): PluginInstance {
    if (plugin.builtIn) return this.takeSpare(plugin) ?? new PluginInstance(plugin, this.commonThread, false)
    const thread = this.spareThread ?? this.newThread()
    this.spareThread = null
    return new PluginInstance(plugin, thread, true)
  }

  /** The copy that belongs to no adapter. */
  instanceOf(plugin: Plugin): PluginInstance {
    const { name } = plugin.manifest
    const instance = this.shared.get(name) ?? this.instantiate(plugin)
    this.shared.set(name, instance)
    return instance
  }

  /** What a plugin offers. */
  describe(plugin: Plugin): Promise<PluginDescription> {
    return describePlugin(this.instanceOf(plugin))
  }

  /** Reads a plugin from disk and runs its entrypoint once, so that one that cannot run is refused now. */
  async load(manifestPath: string): Promise<Plugin> {
    const plugin = readPlugin(manifestPath)
    const { name } = plugin.manifest
    this.requireFree(name)
    const instance = this.instantiate(plugin)
    try {
      await instance.exported()
      // Someone else may have been faster.
      this.requireFree(name)
    } catch (error) {
      instance.dispose()
      throw error
    }
    this.plugins.set(name, plugin)
    this.shared.set(name, instance)
    return plugin
  }

  unload(name: string, live: number): void {
    if (this.get(name).builtIn)
      throw new CoreError('invalid-params', `plugin ${name} is built in and cannot be unloaded`)
    if (live > 0) throw new CoreError('invalid-params', `plugin ${name} has live adapters; call adapter.close first`)
    this.plugins.delete(name)
    this.shared.get(name)?.dispose()
    this.shared.delete(name)
  }

  dispose(): void {
    this.disposed = true
    for (const instance of this.shared.values()) instance.dispose()
    this.commonThread.dispose()
    this.spareThread?.dispose()
  }

  private takeSpare({ manifest: { name } }: Plugin): PluginInstance | undefined {
    const spare = this.spares.get(name)
    this.spares.delete(name)
    return spare
  }

  private requireFree(name: string): void {
    if (this.plugins.has(name)) throw new CoreError('conflict', `plugin ${name} is already registered`)
    if (this.plugins.size >= MAX_LOADED)
      throw new CoreError('resource-limit', `${this.plugins.size} plugins are registered; at most ${MAX_LOADED}`)
  }

  private newThread(): LuaThread {
    return new LuaThread(this.clock, (chunkName, line) => this.onPrint.emit(`${chunkName}: ${line}`))
  }
}
