/** Replaces this process by another program, with the same number, terminal and open streams. */
import { libc } from './libc.js'

/** Comes back only where that cannot be done. */
export function replaceProcess(path: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  libc()?.execve(path, [path, ...args, null], [...variables, null])
}
