/** What a run leaves behind: screens, screenshots and the trace, in a folder of its own. */
import { realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { CoreError } from '../../../../base/core-error.js'
import { makeFolder } from '../../../../files/make-folder.js'
import { writeNoLinkBelow } from '../../../../files/write-no-link.js'
import { type DaemonClient, readText } from '../daemon-client.js'

export function numbered(what: 'step' | 'failure', step: number): string {
  return `${what}-${String(step).padStart(3, '0')}`
}

export class Artifacts {
  private readonly folder: string

  constructor(
    private readonly mode: 'onFailure' | 'always' | 'off',
    dir: string,
    startedAt: Date,
  ) {
    this.folder = resolve(dir, startedAt.toISOString().replaceAll(':', '-'))
  }

  /** Keeps the screen after a step, if the mode wants it. */
  async afterStep(client: DaemonClient, step: number, failed: boolean): Promise<void> {
    if (this.mode === 'off' || (this.mode === 'onFailure' && !failed)) return
    const name = `${numbered(failed ? 'failure' : 'step', step)}-screen`
    this.save(`${name}.txt`, `${await readText(client)}\n`)
    this.save(`${name}.json`, `${JSON.stringify(await client.call('screen', { format: 'json' }))}\n`)
  }

  /** Writes a file into the folder; a name that leads elsewhere is refused. */
  save(name: string, data: string | Uint8Array): void {
    const path = resolve(this.folder, name)
    if (!path.startsWith(this.folder + sep))
      throw new CoreError('invalid-path', `${name} is outside the artifacts folder`)
    makeFolder(this.folder)
    // Links above the folder are the user's own.
    const above = dirname(this.folder)
    writeNoLinkBelow(join(realpathSync(above), relative(above, path)), data)
  }

  pathOf(name: string): string {
    return join(this.folder, name)
  }
}
