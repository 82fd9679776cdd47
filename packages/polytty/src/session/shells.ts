/** Distinguishes interactive shells from those that run a script. */
import { basename } from 'node:path'
import { readText } from '../ready/kernel/proc.js'

const shells = new Set(['sh', 'bash', 'zsh', 'fish', 'dash', 'ash', 'ksh', 'mksh', 'csh', 'tcsh'])

/** Options of shells whose value is a word of its own. */
const takesValue = /^(?:--rcfile|--init-file|--init-command|-[oOC])$/

/** True when the arguments make the shell run a command or a file instead of asking a user. */
export function runsScript(args: readonly string[]): boolean {
  return args.some(
    (arg, index) =>
      /^-[a-zA-Z]*c/.test(arg) ||
      arg === '--command' ||
      (!arg.startsWith('-') && !takesValue.test(args[index - 1] ?? '')),
  )
}

export function isInteractiveShell(program: string, args: readonly string[]): boolean {
  return shells.has(basename(program)) && !runsScript(args)
}

/** The same of a process that runs; false where it may not be seen. A shell at a login has a dash before its name. */
export function isShellProcess(pid: number): boolean {
  const [program = '', ...args] = readText(`/proc/${pid}/cmdline`)?.split('\0').slice(0, -1) ?? []
  return isInteractiveShell(program.replace(/^-/, ''), args)
}
