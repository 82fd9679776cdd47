/** A snapshot as plain text: the rows of the region, right-trimmed unless asked not to be. */
import type { Snapshot, TextOptions } from '@polytty/terminal'

export function renderText(snapshot: Snapshot, options: TextOptions = {}): string {
  return snapshot.text(options)
}
