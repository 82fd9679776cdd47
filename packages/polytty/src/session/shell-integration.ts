/**
 * Makes bash, zsh and fish mark their prompts and commands (OSC 133) and report their directory (OSC 7) without touching
 * the user's files: the shell is started with a script of ours, kept in a private temporary folder, that first does
 * what the shell would have done and then adds the marks.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Disposable } from '../base/disposable.js'
import { bashScript, fishScript, zshScript } from './shell-scripts.js'
import { runsScript } from './shells.js'
import type { ResolvedOptions } from './spawn-options.js'

export class ShellIntegration implements Disposable {
  private folder: string | null = null

  /** With a folder that is given, the scripts stay there: shells of other processes may be reading them. */
  constructor(private readonly kept: string | null = null) {}

  /** The options with the integration added; unchanged for other programs and for shells that run a script. */
  apply<O extends ResolvedOptions>(options: O): O {
    switch (basename(options.program)) {
      case 'bash':
        return this.applyBash(options)
      case 'zsh':
        return runsScript(options.args) ? options : this.applyZsh(options)
      case 'fish':
        return runsScript(options.args)
          ? options
          : {
              ...options,
              marksPrompts: true,
              args: ['--init-command', `source '${join(this.scripts(), 'polytty.fish')}'`, ...options.args],
            }
      default:
        return options
    }
  }

  dispose(): void {
    if (this.folder && !this.kept) rmSync(this.folder, { recursive: true, force: true })
    this.folder = null
  }

  private applyBash<O extends ResolvedOptions>(options: O): O {
    if (runsScript(options.args) || options.args.some((arg) => /^--(?:rcfile|init-file|norc|posix)$/.test(arg)))
      return options
    // A login shell reads no rc file, so ours starts as an ordinary one and reads the login files itself.
    const isLogin = (arg: string) => arg === '-l' || arg === '--login'
    const login = options.args.some(isLogin)
    return {
      ...options,
      marksPrompts: true,
      args: ['--rcfile', join(this.scripts(), 'polytty.bash'), ...options.args.filter((arg) => !isLogin(arg))],
      env: login ? { ...options.env, POLYTTY_LOGIN: '1' } : options.env,
    }
  }

  private applyZsh<O extends ResolvedOptions>(options: O): O {
    const { ZDOTDIR: own = '' } = options.env
    const env = { ...options.env, POLYTTY_ZDOTDIR: own, ZDOTDIR: join(this.scripts(), 'zsh') }
    return { ...options, marksPrompts: true, env }
  }

  private scripts(): string {
    if (this.folder) return this.folder
    const folder = this.kept ?? mkdtempSync(join(tmpdir(), 'polytty-shell-'))
    mkdirSync(join(folder, 'zsh'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'polytty.bash'), bashScript)
    writeFileSync(join(folder, 'polytty.fish'), fishScript)
    writeFileSync(join(folder, 'zsh', '.zshenv'), zshScript)
    this.folder = folder
    return folder
  }
}
