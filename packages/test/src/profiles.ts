/**
 * Terminals that programs meet, as data: what is in their environment, what is answered to their questions, and which
 * protocols and widths there are. The engine below stays the same, so a profile is as far as programs can look.
 */
import type { TerminalIdentity } from '@polytty/terminal'

export interface Profile {
  readonly term: string
  /** What programs read besides TERM. */
  readonly env: Readonly<Record<string, string>>
  /** Colours that programs are led to expect. */
  readonly colors: 16 | 256 | 'truecolor'
  /** null for the engine's own answers. */
  readonly identity: TerminalIdentity | null
}

const truecolor = { COLORTERM: 'truecolor' }

function identity(primary: string, secondary: string, version: string | null, more: Partial<TerminalIdentity> = {}) {
  return {
    ...{ primary, secondary, version },
    ...{ kittyKeyboard: false, graphemeClusters: false, alternateScreen: true },
    ...more,
  } satisfies TerminalIdentity
}

export const profiles = {
  polytty: { term: 'xterm-256color', env: truecolor, colors: 'truecolor', identity: null },
  xterm: {
    term: 'xterm-256color',
    env: {},
    colors: 256,
    identity: identity('64;1;2;6;9;15;16;17;18;21;22;28', '41;390;0', 'XTerm(390)'),
  },
  kitty: {
    term: 'xterm-kitty',
    env: { ...truecolor, KITTY_WINDOW_ID: '1' },
    colors: 'truecolor',
    identity: identity('62;52;', '1;4000;42', 'kitty(0.42.1)', { kittyKeyboard: true, graphemeClusters: true }),
  },
  iterm2: {
    term: 'xterm-256color',
    env: { ...truecolor, TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.10', LC_TERMINAL: 'iTerm2' },
    colors: 'truecolor',
    identity: identity('64;1;2;4;6;17;18;21;22', '64;2500;0', 'iTerm2 3.5.10', { kittyKeyboard: true }),
  },
  tmux: {
    term: 'tmux-256color',
    env: { ...truecolor, TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.5a' },
    colors: 'truecolor',
    identity: identity('1;2;4', '84;0;0', 'tmux 3.5a'),
  },
  'windows-terminal': {
    term: 'xterm-256color',
    env: { ...truecolor, WT_SESSION: '00000000-0000-0000-0000-000000000000' },
    colors: 'truecolor',
    identity: identity('61;4;6;7;14;21;22;23;24;28;32;42;52', '0;10;1', null, { graphemeClusters: true }),
  },
  'linux-console': {
    term: 'linux',
    env: {},
    colors: 16,
    identity: identity('6', '0;0;0', null, { alternateScreen: false }),
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as readonly ProfileName[]
