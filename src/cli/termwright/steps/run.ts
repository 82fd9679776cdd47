/** Runs the steps one after another against a daemon, keeps a trace, and stops at the first that fails. */
import { systemClock } from '../../../base/clock.js'
import { DaemonError, type LineClient } from '../line-client.js'
import type { Artifacts } from './artifacts.js'
import type { Step } from './schema.js'

export interface StepResult {
  readonly step: number
  readonly action: string
  readonly duration_ms: number
  readonly before_hash: string
  readonly after_hash: string
  readonly error: string | null
}

/** Which method an action calls, and how its params are spelled there. */
const calls: Readonly<Record<string, (params: Record<string, unknown>) => [method: string, params: object]>> = {
  waitForText: ({ text, timeoutMs }) => ['wait_for_text', { text, timeout_ms: timeoutMs }],
  waitForPattern: ({ pattern, timeoutMs }) => ['wait_for_pattern', { pattern, timeout_ms: timeoutMs }],
  waitForTextGone: ({ text, timeoutMs }) => ['wait_for_text_gone', { text, timeout_ms: timeoutMs }],
  waitForPatternGone: ({ pattern, timeoutMs }) => ['wait_for_pattern_gone', { pattern, timeout_ms: timeoutMs }],
  waitForIdle: ({ idleMs, timeoutMs }) => ['wait_for_idle', { duration_ms: idleMs, timeout_ms: timeoutMs }],
  // An expectation is a wait that does not wait unless it is told to.
  expectText: ({ text, timeoutMs }) => ['wait_for_text', { text, timeout_ms: timeoutMs ?? 0 }],
  expectPattern: ({ pattern, timeoutMs }) => ['wait_for_pattern', { pattern, timeout_ms: timeoutMs ?? 0 }],
  notExpectText: (params) => ['not_expect_text', params],
  notExpectPattern: (params) => ['not_expect_pattern', params],
  press: (params) => ['press', params],
  type: (params) => ['type', params],
  hotkey: (params) => ['hotkey', params],
  raw: ({ bytesBase64 }) => ['raw', { bytes: bytesBase64 }],
  resize: (params) => ['resize', params],
  mouseClick: (params) => ['mouse_click', params],
  mouseMove: (params) => ['mouse_move', params],
  mouseScroll: (params) => ['mouse_scroll', params],
}

export async function runSteps(
  client: LineClient,
  steps: readonly Step[],
  artifacts: Artifacts,
  report: (result: StepResult) => void,
): Promise<StepResult[]> {
  const trace: StepResult[] = []
  for (const [index, step] of steps.entries()) {
    const before_hash = await screenHash(client)
    const started = systemClock.monotonic()
    const error = await perform(client, step, artifacts).catch(reasonOf)
    const duration_ms = Math.round(systemClock.monotonic() - started)
    const after_hash = await screenHash(client)
    const result = { step: index + 1, action: step.action, duration_ms, before_hash, after_hash, error }
    trace.push(result)
    report(result)
    await artifacts.afterStep(client, index + 1, error !== null)
    if (error !== null) break
  }
  return trace
}

/** Does the step; gives the reason where it failed, null where it did not. */
async function perform(client: LineClient, { action, params }: Step, artifacts: Artifacts): Promise<string | null> {
  if (action === 'sleep') {
    await new Promise<void>((done) => systemClock.after(Number(params.ms), done))
    return null
  }
  if (action === 'screenshot') {
    artifacts.save(`${params.name}.png`, Buffer.from(await client.call<string>('screenshot', {}), 'base64'))
    return null
  }
  if (action === 'waitForExit') {
    const { exit_code } = await client.call<{ exit_code: number }>('wait_for_exit', { timeout_ms: params.timeoutMs })
    const wanted = params.exitCode
    return wanted === undefined || wanted === exit_code ? null : `expected exit code ${wanted}, got ${exit_code}`
  }
  const [method, converted] = calls[action]!(params)
  await client.call(method, converted)
  return null
}

function reasonOf(error: unknown): string {
  if (error instanceof DaemonError || error instanceof Error) return error.message
  return String(error)
}

/** The hash of the present screen: no screen has an empty one. */
async function screenHash(client: LineClient): Promise<string> {
  return (await client.call<{ hash: string }>('wait_for_screen_change', { last_hash: '', timeout_ms: 0 })).hash
}
