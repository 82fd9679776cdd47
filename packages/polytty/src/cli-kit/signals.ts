/** Stop signals. The first signal stops cleanly; a second one ends the process at once. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) {
      process.once(signal, () => {
        for (const again of stopSignals) process.once(again, () => process.exit(1))
        resolve(signal)
      })
    }
  })
}
