/** Step files of termwright, as `polytty/steps`: read, and played against the programs they name. */
import { type Played, type PlayOptions, playSteps, reachDaemon } from './protocols/termwright/cli/steps/play.js'
import { readStepFile } from './protocols/termwright/cli/steps/read.js'

export type { Played, PlayOptions }

/** Plays a step file to its end, or to the first step that fails. */
export async function playStepFile(path: string, options: PlayOptions = {}): Promise<Played> {
  const file = readStepFile(path)
  const { client, stop } = await reachDaemon(file, undefined, { wire: undefined, defaultEnv: true, oscEmulation: true })
  try {
    return await playSteps(client, file, options)
  } finally {
    client.close()
    await stop()
  }
}
