/** What agents may ask, and what the operator allows them. */
import type { See } from './answer.js'

/** What the operator allows agents. */
export interface AgentPolicy {
  /** A file with secrets, which agents use by name. */
  readonly secrets?: string
  readonly secretsAnywhere?: boolean
  /** Inputs of agents and all other clients that match one of these wait until someone agrees. */
  readonly approve?: readonly string[]
  /** Where every input is logged. */
  readonly audit?: string
}

export interface OpenParams {
  readonly command?: string | readonly string[]
  readonly name?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly size?: string
  readonly until?: string
  readonly timeout?: number
}

export interface RunParams {
  readonly command: string
  readonly session?: string
  readonly timeout?: number
  readonly max?: number
}

export interface ActParams {
  readonly session?: string
  readonly keys?: string
  readonly text?: string
  readonly until?: string
  readonly timeout?: number
  readonly see?: See
}

export interface LookParams {
  readonly session?: string
  readonly at?: 'screen' | 'outline' | 'history' | 'styles' | 'image'
  readonly find?: string
  readonly lines?: string
  readonly since?: number
}

export interface SessionsParams {
  readonly do?: 'list' | 'close' | 'signal' | 'resize' | 'handoff'
  readonly session?: string
  readonly value?: string
}
