/** The options by which an operator says what agents may do. */
import { type Command, Option } from 'commander'
import type { AgentPolicy } from '../agent/index.js'
import { gather } from '../cli-kit/gather.js'

export interface PolicyFlags {
  readonly secrets?: string
  readonly secretsAnywhere?: boolean
  readonly approve?: readonly string[]
  readonly audit?: string
}

export function addPolicyOptions(command: Command): Command {
  return command
    .option('--secrets <file>', 'NAME=value lines that agents may type as <secret:NAME>; only its owner may read it')
    .option('--secrets-anywhere', 'allow typing them even where they would be shown')
    .option('--audit <file>', 'append every input, of agents and all other clients, to this file')
}

/** Only where others can reach the server that asks. */
export function approveOption(): Option {
  return new Option(
    '--approve <regex>',
    'require approval (polytty approve) before clients type or start what this matches; may be repeated',
  )
    .argParser(gather)
    .default([])
}

/** undefined where none was given. */
export function policyOf({ secrets, secretsAnywhere, approve = [], audit }: PolicyFlags): AgentPolicy | undefined {
  if (secrets === undefined && audit === undefined && approve.length === 0) return undefined
  return { secrets, secretsAnywhere, approve, audit }
}
