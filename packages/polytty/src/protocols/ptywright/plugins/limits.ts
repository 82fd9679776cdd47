/** What one call of a plugin, and its loading, may use. */
export const limits = {
  instructions: 5_000_000,
  timeMs: 5000,
  memoryBytes: 32 * 1024 * 1024,
  /** Characters of one printed line, and lines a call. */
  printChars: 1000,
  printLines: 100,
} as const
