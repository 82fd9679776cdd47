/** The terminals that can be bridged, and how one is named: its kind, and where it is if that is not the usual place. */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Log } from '../base/log.js'
import type { ScreenDriver } from './screens/screen-source.js'
import type { SessionSource } from './source.js'

export interface BridgeSpec {
  readonly kind: BridgeKind
  /** A socket, a label, a name, a command line: as the kind has it. */
  readonly where?: string
}

interface Parts {
  readonly clock: Clock
  readonly log: Log
}

interface Kind {
  /** What `where` is, for people. */
  readonly where: string
  /** Ports that the wrightty package uses for its bridge, from and to. */
  readonly ports: readonly [number, number] | null
  open(where: string | undefined, parts: Parts): Promise<SessionSource>
}

export const kinds = {
  tmux: {
    where: 'label (-L) or path (-S) of its socket',
    ports: [9441, 9460],
    open: async (where, { log }) => {
      const { TmuxSource } = await import('./tmux/tmux-source.js')
      return new TmuxSource({ ...(where?.includes('/') ? { socket: where } : { label: where }), log })
    },
  },
  kitty: {
    where: 'socket that it listens on (default: $KITTY_LISTEN_ON)',
    ports: [9461, 9480],
    open: async (where, { clock }) => {
      const { KittyDriver } = await import('./kitty/kitty-driver.js')
      return screens(new KittyDriver(where), clock)
    },
  },
  wezterm: {
    where: 'socket of its server (default: $WEZTERM_UNIX_SOCKET)',
    ports: [9420, 9440],
    open: async (where, { clock }) => {
      const { WeztermDriver } = await import('./wezterm/wezterm-driver.js')
      return screens(new WeztermDriver(where), clock)
    },
  },
  zellij: {
    where: 'name of the session (default: $ZELLIJ_SESSION_NAME)',
    ports: [9481, 9500],
    open: async (where, { clock }) => {
      const { ZellijDriver } = await import('./zellij/zellij-driver.js')
      return screens(new ZellijDriver(where), clock)
    },
  },
  screen: {
    where: 'name of the session (default: $STY)',
    ports: null,
    open: async (where, { clock }) => {
      const { GnuScreenDriver } = await import('./screen/screen-driver.js')
      return screens(new GnuScreenDriver(where, clock), clock)
    },
  },
  ghostty: {
    where: 'nothing: it cannot be bridged',
    ports: [9501, 9520],
    open: async () => {
      throw new CoreError(
        'not-supported',
        'Ghostty cannot be bridged: it offers no way to read its screen from outside',
        {
          hint: 'Run tmux in it, and bridge that: polytty bridge tmux',
        },
      )
    },
  },
  command: {
    where: 'command line, such as ssh -t build.example.org',
    ports: null,
    open: async (where, { clock }) => {
      const { CommandSource } = await import('./command/command-source.js')
      return new CommandSource(where, clock)
    },
  },
} satisfies Readonly<Record<string, Kind>>

async function screens(driver: ScreenDriver, clock: Clock): Promise<SessionSource> {
  const { ScreenSource } = await import('./screens/screen-source.js')
  return new ScreenSource(driver, clock)
}

export type BridgeKind = keyof typeof kinds

export const bridgeKinds = Object.keys(kinds) as readonly BridgeKind[]

/** `tmux`, `tmux:work`, `tmux:/path/of/socket`. */
export function parseBridge(text: string): BridgeSpec {
  const [kind = '', ...where] = text.split(':')
  if (!Object.hasOwn(kinds, kind))
    throw new CoreError('invalid-params', `no bridge to ${JSON.stringify(kind)}; there are ${bridgeKinds.join(', ')}`)
  return { kind: kind as BridgeKind, ...(where.length > 0 && { where: where.join(':') }) }
}

export function openSource({ kind, where }: BridgeSpec, parts: Parts): Promise<SessionSource> {
  const entry: Kind = kinds[kind]
  return entry.open(where, parts)
}
