/** Verdicts on whether a program waits for its user, as the protocols show them: the same in all, but for one name. */
import { z } from 'zod'
import { readyStates, type Verdict } from '../ready/index.js'

export const readyState = z.enum(readyStates)

/** Which states to wait for. */
export const wantedStates = z
  .array(readyState)
  .min(1)
  .nullish()
  .describe('Only these states count; any in which the program waits for its user, or has ended, if absent.')

const common = {
  state: readyState,
  since: z.number().int().describe('When that began, in milliseconds since the epoch.'),
  confidence: z.number().describe('From 0 to 1.'),
  secret: z.boolean().describe('Whether what is typed would not be shown.'),
  prompt: z.string().nullable().describe('What stands before the cursor where a line is asked for.'),
  evidence: z.array(z.object({ fact: z.string(), value: z.string() })).describe('The facts it rests on.'),
  pid: z.number().int().nullable().describe('The process it is about.'),
  command: z.string().nullable(),
}

const exitCode = z
  .number()
  .int()
  .nullable()
  .describe('Of the program if it has ended, of the last command at a prompt of a shell that reports it.')

/** For protocols with names like `exitCode`, and for those with names like `exit_code`. */
export const readiness = z.object({ ...common, exitCode })
export const snakeReadiness = z.object({ ...common, exit_code: exitCode })

export function encodeReadiness(verdict: Verdict): z.input<typeof readiness> {
  const { state, since, confidence, secret, prompt, evidence, pid, command, exitCode } = verdict
  return { state, since, confidence, secret, prompt, evidence: [...evidence], pid, command, exitCode }
}

export function encodeSnakeReadiness(verdict: Verdict): z.input<typeof snakeReadiness> {
  const { exitCode: exit_code, ...rest } = encodeReadiness(verdict)
  return { ...rest, exit_code }
}
