/** A place in a session's log: bytes of output, and notes, that came before it. */
export interface Position {
  readonly offset: number
  readonly notes: number
}

export const start: Position = { offset: 0, notes: 0 }

export function isAtLeast(one: Position, other: Position): boolean {
  return one.offset >= other.offset && one.notes >= other.notes
}
