/** A recording of the conversation and the screen in a file. */
import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import { FileSink, FrameLog } from '../../record/index.js'
import type { Tui } from './tui.js'

export class Recording implements Disposable {
  readonly path: string
  private readonly log: FrameLog

  /** Adds to the file if it exists. */
  constructor(
    path: string,
    clock: Clock,
    readonly frameIntervalMs: number,
  ) {
    const file = resolve(path)
    makeFolder(dirname(file))
    this.log = new FrameLog(new FileSink(file, { append: true }), clock, frameIntervalMs)
    this.path = realpathSync(file)
  }

  message(direction: 'request' | 'response' | 'notification', line: string): void {
    this.log.message(direction, line)
  }

  watch(tui: Tui): void {
    this.log.watch(tui)
  }

  dispose(): void {
    this.log.dispose()
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CoreError('invalid-path', `cannot record in ${folder}: ${reason}`, { path: folder }, { cause: error })
  }
}
