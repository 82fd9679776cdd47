/**
 * A program with the plugin that understands it. Turns intents into input, the screen into a state, and builds the
 * matchers to wait for; what the words mean is the plugin's alone. Whose turn it is, is the caller's to keep.
 */
import type { Clock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import type { Session } from '../../../session/index.js'
import { type Action, perform } from '../actions.js'
import type { MatcherParam } from '../matchers.js'
import { type Permission, type PluginManifest, requirePermission } from '../plugins/manifest.js'
import type { PluginInstance } from '../plugins/plugin-instance.js'
import { COMPLETED_TURN_STABLE_MS, type SessionView } from '../session-view.js'
import { type AdapterState, classified, matcher, plan, readReturned } from './shapes.js'
import { Turns } from './turns.js'

export class Adapter {
  readonly turns = new Turns()
  private lastIntent: string | null = null

  constructor(
    readonly id: string,
    readonly view: SessionView,
    readonly instance: PluginInstance,
    private readonly clock: Clock,
  ) {}

  get session(): Session {
    return this.view.session
  }

  get manifest(): PluginManifest {
    return this.instance.plugin.manifest
  }

  /** What the program is doing; fails when the plugin does. */
  async classify(): Promise<AdapterState> {
    const input = this.classifierInput()
    const { value } = await this.instance.call('classify', input)
    const { host_marks: marks = [], ...state } = readReturned(classified, value, this.manifest.name, 'classify')
    for (const { label } of marks) this.session.transcript.mark(label)
    return {
      ...state,
      sequence: state.sequence ?? input.sequence,
      ...(this.lastIntent === null ? {} : { last_intent: this.lastIntent }),
    }
  }

  /** The same, with a state of its own for a plugin that fails. */
  async state(): Promise<AdapterState> {
    try {
      return await this.classify()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const evidence = `plugin failed: ${reason}`
      return { state: 'plugin_error', confidence: 0, evidence, sequence: this.view.sequence }
    }
  }

  /** Does what the plugin plans for an intent. */
  async send(method: string, intent: string, params: unknown, abort: AbortSignal): Promise<void> {
    if (this.session.exited) throw new CoreError('session-exited', 'session is closed')
    await this.requireExported('intent', intent)
    const { value } = await this.instance.call(intent, params ?? {}, { context: this.classifierInput() })
    const { actions, last_intent: lastIntent } = readReturned(plan, value, this.manifest.name, intent)
    for (const { type } of actions) requirePermission(this.manifest, method, permissionFor(type))
    for (const action of actions) await perform(this.session, action, this.clock, abort)
    if (lastIntent !== undefined) this.lastIntent = lastIntent === '' ? null : lastIntent
  }

  /** What to wait for, as the plugin has it. */
  async matcher(intent: string, params: unknown): Promise<MatcherParam> {
    await this.requireExported('wait matcher', intent)
    const input = { ...(params as object | null), completed_turn_stable_ms: COMPLETED_TURN_STABLE_MS }
    const { value } = await this.instance.call(intent, input)
    return readReturned(matcher, value, this.manifest.name, intent)
  }

  private classifierInput() {
    return { ...this.view.classifierInput(), last_intent: this.lastIntent }
  }

  private async requireExported(what: 'intent' | 'wait matcher', name: string): Promise<void> {
    const isMatcher = name.endsWith('_matcher')
    const isOther = name === 'classify' || name === 'describe' || isMatcher !== (what === 'wait matcher')
    if (!isOther && (await this.instance.exported()).has(name)) return
    throw new CoreError(
      'invalid-params',
      `unknown ${what}: ${name}; plugin.describe lists what ${this.manifest.name} has`,
    )
  }
}

function permissionFor(type: Action['type']): Permission {
  if (type === 'kill' || type === 'signal') return 'session.kill'
  return type === 'resize' ? 'session.resize' : 'input.write'
}
