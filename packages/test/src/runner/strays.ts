/** Rejections that no one awaits, which would end the process: they fail the test that runs when they come. */
import { setImmediate } from 'node:timers/promises'

let strays: unknown[] = []

export function catchStrays(): void {
  process.on('unhandledRejection', (reason) => void strays.push(reason))
}

/** Those that came since the last call. Node reports them once the promises that can go on have done so. */
export async function takeStrays(): Promise<readonly unknown[]> {
  await setImmediate()
  const taken = strays
  strays = []
  return taken
}
