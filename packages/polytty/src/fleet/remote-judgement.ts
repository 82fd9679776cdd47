/**
 * Whether the program of another node waits for its user, as its node says: only there the kernel can be asked. It is
 * asked on the schedule of whoever wants to know, and an answer counts for as long as nothing was typed or printed since.
 */
import type { Judgement } from '../ready/index.js'
import type { Position } from './position.js'

export interface RemoteAnswer {
  readonly judgement: Judgement
  /** How far the program had printed. */
  readonly position: Position
}

export interface JudgedProgram {
  ask(): Promise<RemoteAnswer>
  /** How far it was read here. */
  position(): Position
  /** How many inputs its node has taken from here; null while one is under way. */
  inputs(): number | null
}

const notAsked: Judgement = {
  ...{ state: 'busy', confidence: 0.5, secret: false, pid: null, command: null, exitCode: null },
  evidence: [{ fact: 'its node', value: 'has not answered yet' }],
}

export class RemoteJudgement {
  private answer: (RemoteAnswer & { readonly inputs: number | null }) | null = null
  private asking: Promise<void> | null = null
  private failed = false

  constructor(private readonly program: JudgedProgram) {}

  /** Null where its node cannot be asked. `isFresh`: only what is so now will do. */
  latest(isFresh: boolean): Judgement | null {
    void this.refresh()
    if (this.failed) return null
    return this.answer && (!isFresh || this.isCurrent(this.answer)) ? this.answer.judgement : notAsked
  }

  refresh(): Promise<void> {
    this.asking ??= this.askOnce().finally(() => (this.asking = null))
    return this.asking
  }

  private async askOnce(): Promise<void> {
    const inputs = this.program.inputs()
    try {
      this.answer = { ...(await this.program.ask()), inputs }
      this.failed = false
    } catch {
      this.failed = true
    }
  }

  private isCurrent({ position, inputs }: RemoteAnswer & { readonly inputs: number | null }): boolean {
    const { program } = this
    return position.offset === program.position().offset && inputs !== null && inputs === program.inputs()
  }
}
