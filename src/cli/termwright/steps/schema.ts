/** What a step file may say. */
import { z } from 'zod'

const timeoutMs = z.number().min(0).max(86_400_000).optional()
const text = z.string().min(1)
const cell = z.number().int().min(0).max(9999)

/** A name that is a file name and nothing more: it cannot leave the artifacts' folder. */
const fileName = z
  .string()
  .regex(/^(?!\.)[\w.-]{1,100}$/, 'use letters, digits, ".", "-" and "_" only, not starting with "."')

/** A step that may be written short: `- press: Enter` for `- press: {key: Enter}`. */
function short<K extends string, S extends z.ZodRawShape>(key: K, shape: S) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? value : { [key]: value }),
    z.object(shape).strict(),
  )
}

const textStep = short('text', { text, timeoutMs })
const patternStep = short('pattern', { pattern: text, timeoutMs })

export const actions = {
  waitForText: textStep,
  waitForPattern: patternStep,
  waitForTextGone: textStep,
  waitForPatternGone: patternStep,
  waitForIdle: short('idleMs', { idleMs: z.number().min(0).max(3_600_000), timeoutMs }),
  waitForExit: z.preprocess(
    (value) => value ?? {},
    z.object({ timeoutMs, exitCode: z.number().int().optional() }).strict(),
  ),
  expectText: textStep,
  expectPattern: patternStep,
  notExpectText: short('text', { text }),
  notExpectPattern: short('pattern', { pattern: text }),
  press: short('key', { key: text }),
  type: short('text', { text: z.string() }),
  hotkey: z
    .object({
      modifier: z.string().optional(),
      key: z.string().optional(),
      ctrl: z.boolean().optional(),
      alt: z.boolean().optional(),
      ch: z.string().optional(),
    })
    .strict(),
  raw: short('bytesBase64', { bytesBase64: z.string() }),
  resize: z.object({ cols: z.number().int().min(1).max(1000), rows: z.number().int().min(1).max(1000) }).strict(),
  screenshot: short('name', { name: fileName }),
  mouseClick: z.object({ row: cell, col: cell, button: z.enum(['left', 'middle', 'right']).optional() }).strict(),
  mouseMove: z.object({ row: cell, col: cell }).strict(),
  mouseScroll: z
    .object({
      row: cell,
      col: cell,
      direction: z.enum(['up', 'down', 'left', 'right']),
      count: z.number().int().min(1).max(1000).optional(),
    })
    .strict(),
  sleep: short('ms', { ms: z.number().min(0).max(600_000) }),
}

export type ActionName = keyof typeof actions

export interface Step {
  readonly action: ActionName
  readonly params: Readonly<Record<string, unknown>>
}

const names = Object.keys(actions) as ActionName[]

const step = z.record(z.string(), z.unknown()).transform((value, context): Step => {
  const [name, ...others] = Object.keys(value)
  const action = names.find((known) => known === name)
  if (!action || others.length > 0) {
    const message = action
      ? 'a step has one action'
      : `no action ${JSON.stringify(name ?? '')}; there is: ${names.join(', ')}`
    context.addIssue({ code: 'custom', message, path: name === undefined ? [] : [name] })
    return z.NEVER
  }
  const checked = actions[action].safeParse(value[action])
  if (checked.success) return { action, params: checked.data as Record<string, unknown> }
  for (const { message, path } of checked.error.issues)
    context.addIssue({ code: 'custom', message, path: [action, ...path] })
  return z.NEVER
})

export const stepFile = z
  .object({
    session: z
      .object({
        command: text,
        args: z.array(z.string()).default([]),
        cols: z.number().int().min(1).max(1000).default(80),
        rows: z.number().int().min(1).max(1000).default(24),
        env: z.record(z.string(), z.string().nullable()).default({}),
        cwd: z.string().optional(),
      })
      .strict()
      .optional(),
    steps: z.array(step).min(1),
    artifacts: z
      .object({
        mode: z.enum(['onFailure', 'always', 'off']).default('onFailure'),
        dir: z.string().min(1).default('termwright-artifacts'),
      })
      .strict()
      .prefault({}),
  })
  .strict()

export type StepFile = z.output<typeof stepFile>
