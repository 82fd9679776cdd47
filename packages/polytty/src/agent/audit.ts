/** A log of every input: lines of JSON, only ever appended to. Secrets are in it by their names. */
import { closeSync, writeSync } from 'node:fs'
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { openRegular } from '../files/regular-file.js'

export interface AuditEntry {
  readonly client: string
  readonly session: string
  readonly tool: string
  readonly input: string
  /** What came of it where someone was asked. */
  readonly decision?: 'approved' | 'denied' | 'unanswered'
}

export class AuditLog implements Disposable {
  private readonly fd: number

  constructor(
    path: string,
    private readonly clock: Clock,
  ) {
    this.fd = openRegular(path, 'append')
  }

  note(entry: AuditEntry): void {
    writeSync(this.fd, `${JSON.stringify({ at: new Date(this.clock.now()).toISOString(), ...entry })}\n`)
  }

  dispose(): void {
    closeSync(this.fd)
  }
}
