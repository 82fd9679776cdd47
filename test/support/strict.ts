/** Parts of a server under test: results and events are held against their declarations, and no failure of ours passes. */
import { onTestFinished } from 'vitest'
import type { DispatcherOptions } from '../../packages/polytty/src/protocols/dispatcher.js'

export interface Strict {
  readonly parts: DispatcherOptions
  /** Throws if something failed inside the server since the last time. */
  verify(): void
}

export function watchFailures(): Strict {
  const failures: string[] = []
  return {
    parts: {
      checkResults: true,
      onInternalError: (error, where) => failures.push(`${where}: ${error instanceof Error ? error.stack : error}`),
    },
    verify() {
      const found = failures.splice(0)
      if (found.length > 0) throw new Error(`failures inside the server:\n${found.join('\n')}`)
    },
  }
}

/** For a server of one test. */
export function strict(): DispatcherOptions {
  const { parts, verify } = watchFailures()
  onTestFinished(verify)
  return parts
}
