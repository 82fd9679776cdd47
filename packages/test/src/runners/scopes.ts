/** For runners without fixtures: the options of `test.use`, which hold for the file or the `describe` they are in. */
import type { LaunchOptions } from '../options.js'
import { obsoleteSnapshots } from '../snapshots/store.js'

export class Scopes {
  private stack: LaunchOptions[] = [{}]
  private defined = 0
  private passed = 0

  /** What holds here. */
  get options(): LaunchOptions {
    return this.stack.at(-1)!
  }

  readonly use = (options: LaunchOptions): void => {
    this.stack = [...this.stack.slice(0, -1), { ...this.options, ...options }]
  }

  /** Runs the body of a `describe`. */
  enter(body: () => void): void {
    this.stack = [...this.stack, this.options]
    try {
      body()
    } finally {
      this.stack = this.stack.slice(0, -1)
    }
  }

  noteDefined(): void {
    this.defined++
  }

  notePassed(): void {
    this.passed++
  }

  /** A line about snapshots that no test wants; null where there are none, or where not all tests have passed. */
  obsoleteLine(file: string | undefined): string | null {
    if (file === undefined || this.passed < this.defined) return null
    return describeObsolete(obsoleteSnapshots(file))
  }
}

export function describeObsolete(paths: readonly string[]): string | null {
  return paths.length > 0 ? `obsolete snapshots, which no test asks for:\n  ${paths.join('\n  ')}` : null
}
