/** The tags of a session: few, short, and each there once. */
import { requireName, requireTagCount } from './spawn-options.js'

export interface TagChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export class Tags {
  readonly all: ReadonlySet<string>
  private readonly set: Set<string>

  constructor(tags: readonly string[]) {
    this.all = this.set = new Set(tags)
  }

  /** Adds and removes; says what that changed. */
  change(add: readonly string[], remove: readonly string[]): TagChange {
    for (const tag of add) requireName('tag', tag)
    const removed = remove.filter((tag) => this.set.has(tag) && !add.includes(tag))
    const added = [...new Set(add)].filter((tag) => !this.set.has(tag))
    requireTagCount(this.set.size - removed.length + added.length)
    for (const tag of removed) this.set.delete(tag)
    for (const tag of added) this.set.add(tag)
    return { added, removed }
  }
}
