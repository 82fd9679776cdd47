/**
 * Makes bash, zsh and fish mark their prompts and commands (OSC 133) and tell their directory (OSC 7) without touching
 * the user's files: the shell is started with a script of ours, kept in a private temporary folder, that first does
 * what the shell would have done and then adds the marks.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Disposable } from '../base/disposable.js'
import { bashScript, fishScript, zshScript } from './shell-scripts.js'
import type { ResolvedOptions } from './spawn-options.js'

export class ShellIntegration implements Disposable {
  private folder: string | null = null

  /** The options with the integration added; unchanged for other programs and for shells that run a script. */
  apply(options: ResolvedOptions): ResolvedOptions {
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
              args: ['--init-command', `source '${join(this.scripts(), 'polytty.fish')}'`, ...options.args],
            }
      default:
        return options
    }
  }

  dispose(): void {
    if (this.folder) rmSync(this.folder, { recursive: true, force: true })
    this.folder = null
  }

  private applyBash(options: ResolvedOptions): ResolvedOptions {
    if (runsScript(options.args) || options.args.some((arg) => /^--(?:rcfile|init-file|norc|posix)$/.test(arg)))
      return options
    // A login shell reads no rc file, so ours starts as an ordinary one and reads the login files itself.
    const isLogin = (arg: string) => arg === '-l' || arg === '--login'
    const login = options.args.some(isLogin)
    return {
      ...options,
      args: ['--rcfile', join(this.scripts(), 'polytty.bash'), ...options.args.filter((arg) => !isLogin(arg))],
      env: login ? { ...options.env, POLYTTY_LOGIN: '1' } : options.env,
    }
  }

  private applyZsh(options: ResolvedOptions): ResolvedOptions {
    const { ZDOTDIR: own = '' } = options.env
    return { ...options, env: { ...options.env, POLYTTY_ZDOTDIR: own, ZDOTDIR: join(this.scripts(), 'zsh') } }
  }

  private scripts(): string {
    if (this.folder) return this.folder
    const folder = mkdtempSync(join(tmpdir(), 'polytty-shell-'))
    mkdirSync(join(folder, 'zsh'))
    writeFileSync(join(folder, 'polytty.bash'), bashScript)
    writeFileSync(join(folder, 'polytty.fish'), fishScript)
    writeFileSync(join(folder, 'zsh', '.zshenv'), zshScript)
    this.folder = folder
    return folder
  }
}

/** True when the arguments make the shell run a command or a file instead of asking a user. */
function runsScript(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]*c/.test(arg) || arg === '--command' || !arg.startsWith('-'))
}
