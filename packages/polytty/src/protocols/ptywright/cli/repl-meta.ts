/**
 * The repl's own commands, which begin with a colon: shorter ways to ask the server, and the adapters that this repl knows,
 * of which one may have the focus: requests to an adapter that name none go to it.
 */
import type { ParamsOf, Ptywright, RpcClient } from '@polytty/client'
import { CoreError } from '../../../base/core-error.js'
import { readLine } from './repl-line.js'

type Meta = (words: readonly string[], rest: string) => unknown

export class ReplMeta {
  private readonly tabs = new Map<string, string>()
  private focused: string | null = null
  private readonly commands: Readonly<Record<string, Meta>> = {
    live: () => this.client.call('adapter.live'),
    rpc: (_, rest) => {
      const request = readLine(rest)
      if (!request) throw new CoreError('invalid-params', ':rpc needs a method')
      return this.client.send(request.method, request.params)
    },
    notifications: (words) => this.client.call('server.set_notifications', readNotifications(words)),
    attach: ([id]) => this.attach(id),
    focus: ([id]) => this.focus(id),
    tabs: () => this.describeTabs(),
  }

  constructor(private readonly client: RpcClient<Ptywright>) {}

  private get names(): string[] {
    return Object.keys(this.commands).map((name) => `:${name}`)
  }

  /** What a command, without its colon, gives to print: an object, or a line of text. */
  async run(line: string): Promise<unknown> {
    const [name, ...words] = line.trim().split(/\s+/) as [string, ...string[]]
    const command = Object.hasOwn(this.commands, name) && this.commands[name]
    if (!command) throw new CoreError('invalid-params', `unknown command :${name}; available: ${this.names.join(', ')}`)
    return command(words, line.trim().slice(name.length))
  }

  /** The params of a request, with the adapter that has the focus where one is needed and none is named. */
  withFocus(method: string, params: object): object {
    const takesOne = /^adapter\.(?!list$|live$|start$|resume$|cancel_wait$)/.test(method)
    return takesOne && this.focused !== null ? { adapter: this.focused, ...params } : params
  }

  private async attach(id: string | undefined): Promise<string> {
    if (id === undefined) throw new CoreError('invalid-params', ':attach needs the name of an adapter, or all')
    const { adapters } = await this.client.call('adapter.live')
    const found = adapters.filter(({ adapter, finished }) => (id === 'all' ? !finished : adapter === id))
    if (id !== 'all' && found.length === 0) throw new CoreError('invalid-params', `unknown adapter: ${id}`)
    for (const { adapter, plugin } of found) this.tabs.set(adapter, plugin)
    this.focused = found.at(-1)?.adapter ?? this.focused
    return found.length === 0 ? 'no live adapters' : `attached: ${this.describeTabs()}`
  }

  private focus(id: string | undefined): string {
    if (id === undefined || !this.tabs.has(id))
      throw new CoreError('invalid-params', `unknown adapter: ${id ?? ''}; :attach it first`)
    this.focused = id
    return this.describeTabs()
  }

  private describeTabs(): string {
    const tabs = [...this.tabs].map(([id, plugin]) => `${id === this.focused ? '*' : ''}${id}:${plugin}`)
    return tabs.length === 0 ? 'no adapters are attached' : tabs.join('  ')
  }
}

/** `on adapters=e1,e2 sessions=s1`, or `off`. */
function readNotifications([switched, ...words]: readonly string[]): ParamsOf<Ptywright, 'server.set_notifications'> {
  const enabled = switched === 'on'
  if (!enabled && switched !== 'off')
    throw new CoreError('invalid-params', ':notifications on|off [adapters=e1,e2] [sessions=s1,s2]')
  const lists = words.map((word) => {
    const [, name, ids] = /^(adapters|sessions)=(.*)$/.exec(word) ?? []
    if (!enabled || name === undefined)
      throw new CoreError('invalid-params', `expected adapters=… or sessions=… after on, not ${word}`)
    return [name, ids!.split(',').filter((id) => id !== '')] as const
  })
  return { enabled, ...Object.fromEntries(lists) }
}
