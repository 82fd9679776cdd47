/** A recording of the conversation and the screen in a file. */
import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Clock } from '../../base/clock.js'
import type { Disposable } from '../../base/disposable.js'
import { FileSink, FrameLog } from '../../record/index.js'
import { makeFolder } from './files.js'
import type { Tui } from './tui.js'

export class Recording implements Disposable {
  readonly path: string
  private readonly log: FrameLog
  private readonly sink: FileSink

  /** Adds to the file if it exists. */
  constructor(
    path: string,
    clock: Clock,
    readonly frameIntervalMs: number,
  ) {
    const file = resolve(path)
    makeFolder(dirname(file))
    this.sink = new FileSink(file, { append: true })
    this.log = new FrameLog(this.sink, clock, frameIntervalMs)
    this.path = realpathSync(file)
  }

  /** Why nothing more is written; null while it is. */
  get endedEarly(): string | null {
    return this.sink.failure
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
