/** Where a session starts that names no folder: at home, as when one logs in. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'

/** `home`: the variable that the session is given; the server's own if absent. */
export function homeFolder(home: string | null = null): string | undefined {
  const folder = home ?? homedir()
  return existsSync(folder) ? folder : undefined
}
