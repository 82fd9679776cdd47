/** Signals by their numbers. */
import { constants } from 'node:os'

const names = new Map(Object.entries(constants.signals).map(([name, number]) => [number as number, name]))

export function signalName(number: number): string {
  return names.get(number) ?? `SIG${number}`
}
