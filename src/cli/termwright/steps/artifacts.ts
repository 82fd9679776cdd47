/** What a run leaves behind: screens, screenshots and the trace, in a folder of its own. */
import { writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { CoreError } from '../../../base/core-error.js'
import { makeFolder } from '../../../files/make-folder.js'
import type { LineClient } from '../line-client.js'

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
  async afterStep(client: LineClient, step: number, failed: boolean): Promise<void> {
    if (this.mode === 'off' || (this.mode === 'onFailure' && !failed)) return
    const name = `${failed ? 'failure' : 'step'}-${String(step).padStart(3, '0')}-screen`
    this.save(`${name}.txt`, `${await client.call<string>('screen', { format: 'text' })}\n`)
    this.save(`${name}.json`, `${JSON.stringify(await client.call('screen', { format: 'json' }))}\n`)
  }

  /** Writes a file into the folder; a name that leads elsewhere is refused. */
  save(name: string, data: string | Uint8Array): void {
    const path = resolve(this.folder, name)
    if (!path.startsWith(this.folder + sep))
      throw new CoreError('invalid-path', `${name} lies outside the artifacts' folder`)
    makeFolder(this.folder)
    writeFileSync(path, data)
  }

  pathOf(name: string): string {
    return join(this.folder, name)
  }
}
