/** What every termwright command takes, before or after its name: the shape of answers, and how programs are started. */
import { type Command, Option } from 'commander'
import type { SpawnOptions } from '../../../session/index.js'
import { type WireRule, type WireShape, wireRules } from '../dialect.js'

export interface Settings {
  /** undefined where no one said: a daemon goes by what its clients send. */
  readonly wire: WireRule | undefined
  readonly defaultEnv: boolean
  readonly oscEmulation: boolean
}

export function addSettings(command: Command, visible = false): Command {
  const options = [
    new Option(
      '--wire <rule>',
      'shape of answers: one for all clients, or chosen by what they send; where that does not decide, the document’s or the released program’s (default: "auto")',
    ).choices(wireRules),
    new Option('--no-default-env', 'leave TERM, COLORTERM and NO_COLOR of the program as they are'),
    new Option('--no-osc-emulation', 'do not answer the program when it asks for colours (OSC 10, 11, 12)'),
  ]
  for (const option of options) command.addOption(visible ? option : option.hideHelp())
  return command
}

/** What was said nearest to the command counts; what was switched off anywhere is off. */
export function settingsOf(command: Command): Settings {
  const { wire, defaultEnv, oscEmulation } = command.opts<Partial<Settings>>()
  const outer = command.parent ? settingsOf(command.parent) : null
  return {
    wire: wire ?? outer?.wire,
    defaultEnv: (defaultEnv ?? true) && (outer?.defaultEnv ?? true),
    oscEmulation: (oscEmulation ?? true) && (outer?.oscEmulation ?? true),
  }
}

/** The same on a command line, for a daemon in another process. */
export function settingsArguments({ wire, defaultEnv, oscEmulation }: Settings): string[] {
  return [
    ...(wire ? ['--wire', wire] : []),
    ...(defaultEnv ? [] : ['--no-default-env']),
    ...(oscEmulation ? [] : ['--no-osc-emulation']),
  ]
}

/** The shape that commands read and print themselves. */
export function ownShape({ wire }: Pick<Settings, 'wire'>): WireShape {
  return wire === 'released' || wire === 'auto-released' ? 'released' : 'document'
}

/** How a program is started under these settings; what `env` says counts more. */
export function spawnSettings(
  { defaultEnv, oscEmulation }: Pick<Settings, 'defaultEnv' | 'oscEmulation'>,
  env: Readonly<Record<string, string | null>> = {},
): Pick<SpawnOptions, 'env' | 'answerQueries'> {
  const { TERM = null, COLORTERM = null, NO_COLOR = null } = process.env
  return {
    env: defaultEnv ? env : { TERM, COLORTERM, NO_COLOR, ...env },
    answerQueries: oscEmulation ? true : 'all-but-colors',
  }
}
