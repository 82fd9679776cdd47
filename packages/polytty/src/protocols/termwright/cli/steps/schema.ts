/** What a step file may say. */

import { z } from 'zod'
import { MAX_CELLS, MAX_WAIT_MS } from '../../../../base/limits.js'

const timeoutMs = z.number().min(0).max(MAX_WAIT_MS).optional().describe('How long to wait at most; 30000 if absent.')
const text = z.string().min(1)
const pattern = text.describe('A regular expression.')
const cell = z.number().int().min(0).max(9999)

/** A name that is a file name and nothing more: it cannot leave the artifacts' folder. */
const fileName = z
  .string()
  .trim()
  .regex(/^(?!\.)[^/\\\p{Cc}]{0,100}$/u, 'use a file name of at most 100 characters, not starting with "."')

/** A step that may be written short: `- press: Enter` for `- press: {key: Enter}`. */
function short<K extends string, S extends z.ZodRawShape>(key: K, shape: S) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? value : { [key]: value }),
    z.object(shape).strict(),
  )
}

const textStep = short('text', { text, timeoutMs })
const patternStep = short('pattern', { pattern, timeoutMs })

type Category = 'wait' | 'input' | 'assert' | 'capture'

interface Action<P extends z.ZodType> {
  readonly category: Category
  readonly brief: string
  readonly params: P
  readonly example: string
}

function action<P extends z.ZodType>(category: Category, brief: string, params: P, example: string): Action<P> {
  return { category, brief, params, example }
}

export const actions = {
  waitForText: action('wait', 'Wait until text is on the screen.', textStep, '{text: "Ready", timeoutMs: 5000}'),
  waitForPattern: action('wait', 'Wait until a pattern matches.', patternStep, '{pattern: "v\\\\d+"}'),
  waitForTextGone: action('wait', 'Wait until text has left the screen.', textStep, '{text: "Loading"}'),
  waitForPatternGone: action('wait', 'Wait until a pattern no longer matches.', patternStep, '{pattern: "\\\\d+ %"}'),
  waitForIdle: action(
    'wait',
    'Wait until the screen has not changed for a while.',
    short('idleMs', { idleMs: z.number().min(0).max(3_600_000), timeoutMs }),
    '{idleMs: 500}',
  ),
  waitForExit: action(
    'wait',
    'Wait until the program ends, with this exit code if one is given.',
    z.preprocess((value) => value ?? {}, z.object({ timeoutMs, exitCode: z.number().int().optional() }).strict()),
    '{exitCode: 0}',
  ),
  expectText: action('assert', 'Fail unless text comes to the screen.', textStep, '{text: "Done"}'),
  expectPattern: action('assert', 'Fail unless a pattern comes to match.', patternStep, '{pattern: "\\\\d+ files"}'),
  notExpectText: action('assert', 'Fail if text is on the screen now.', short('text', { text }), '{text: "Error"}'),
  notExpectPattern: action(
    'assert',
    'Fail if a pattern matches now.',
    short('pattern', { pattern }),
    '{pattern: "fail|crash"}',
  ),
  press: action('input', 'Press one key.', short('key', { key: text }), '{key: Enter}'),
  type: action('input', 'Type text; no Enter at its end.', short('text', { text: z.string() }), '{text: "hello"}'),
  hotkey: action(
    'input',
    'Press a character with modifiers.',
    z
      .object({
        ctrl: z.boolean().optional(),
        alt: z.boolean().optional(),
        ch: z.string().optional().describe('The character.'),
        modifier: z.string().optional().describe('Instead of ctrl and alt: "ctrl", "alt+shift".'),
        key: z.string().optional().describe('Instead of ch: any key.'),
      })
      .strict(),
    '{ctrl: true, ch: c}',
  ),
  raw: action('input', 'Write bytes.', short('bytesBase64', { bytesBase64: z.string() }), '{bytesBase64: "G1tB"}'),
  resize: action(
    'input',
    'Change the size of the terminal.',
    z.object({ cols: z.number().int().min(1).max(MAX_CELLS), rows: z.number().int().min(1).max(MAX_CELLS) }).strict(),
    '{cols: 120, rows: 40}',
  ),
  screenshot: action(
    'capture',
    'Save a picture of the screen as NAME.png among the artifacts.',
    z.preprocess(
      (value) => (typeof value === 'string' ? { name: value } : (value ?? {})),
      z.object({ name: fileName.optional().describe('step-NNN-screenshot if absent.') }).strict(),
    ),
    '{name: "after login"}',
  ),
  mouseClick: action(
    'input',
    'Click on a cell.',
    z.object({ row: cell, col: cell, button: z.enum(['left', 'middle', 'right']).optional() }).strict(),
    '{row: 2, col: 10}',
  ),
  mouseMove: action(
    'input',
    'Move the pointer to a cell.',
    z.object({ row: cell, col: cell }).strict(),
    '{row: 2, col: 10}',
  ),
  mouseScroll: action(
    'input',
    'Turn the wheel on a cell.',
    z
      .object({
        row: cell,
        col: cell,
        direction: z.enum(['up', 'down', 'left', 'right']),
        count: z.number().int().min(1).max(1000).optional(),
      })
      .strict(),
    '{row: 2, col: 10, direction: down}',
  ),
  sleep: action(
    'wait',
    'Do nothing for a while; waiting for something is better.',
    short('ms', { ms: z.number().min(0).max(600_000) }),
    '{ms: 200}',
  ),
}

export type ActionName = keyof typeof actions

export type Step = {
  [A in ActionName]: { readonly action: A; readonly params: z.output<(typeof actions)[A]['params']> }
}[ActionName]

const names = Object.keys(actions) as ActionName[]

const step = z.record(z.string(), z.unknown()).transform((value, context): Step => {
  const [name, ...others] = Object.keys(value)
  const action = names.find((known) => known === name)
  if (!action || others.length > 0) {
    const message = action
      ? 'a step has one action'
      : `no action ${JSON.stringify(name ?? '')}; available: ${names.join(', ')}`
    context.addIssue({ code: 'custom', message, path: name === undefined ? [] : [name] })
    return z.NEVER
  }
  const checked = actions[action].params.safeParse(value[action])
  if (checked.success) return { action, params: checked.data } as Step
  for (const { message, path } of checked.error.issues)
    context.addIssue({ code: 'custom', message, path: [action, ...path] })
  return z.NEVER
})

export const stepFile = z
  .object({
    session: z
      .object({
        /** A list is the whole command line; `args` then says nothing. */
        command: z.union([text, z.tuple([text], z.string())]),
        args: z.array(z.string()).default([]),
        cols: z.number().int().min(1).max(MAX_CELLS).default(80),
        rows: z.number().int().min(1).max(MAX_CELLS).default(24),
        env: z.record(z.string(), z.string().nullable()).default({}),
        cwd: z.string().optional(),
        noDefaultEnv: z.boolean().default(false),
        noOscEmulation: z.boolean().default(false),
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
