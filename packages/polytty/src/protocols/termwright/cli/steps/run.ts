/** Runs the steps one after another against a daemon, keeps a trace, and stops at the first that fails. */
import { createHash } from 'node:crypto'
import { systemClock } from '../../../../base/clock.js'
import { type DaemonClient, readText, takeScreenshot } from '../daemon-client.js'
import { type Artifacts, numbered } from './artifacts.js'
import type { Step } from './schema.js'

export interface StepResult {
  readonly step: number
  readonly action: string
  readonly duration_ms: number
  readonly before_hash: string
  readonly after_hash: string
  readonly error: string | null
}

export async function runSteps(
  client: DaemonClient,
  steps: readonly Step[],
  artifacts: Artifacts,
  report: (result: StepResult) => void,
): Promise<StepResult[]> {
  const trace: StepResult[] = []
  for (const [index, step] of steps.entries()) {
    const before_hash = await screenHash(client)
    const started = systemClock.monotonic()
    const error = await perform(client, step, index + 1, artifacts).catch(reasonOf)
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
async function perform(client: DaemonClient, step: Step, number: number, artifacts: Artifacts): Promise<string | null> {
  const { action, params } = step
  if (action === 'screenshot') {
    const name = params.name || `${numbered('step', number)}-screenshot`
    artifacts.save(`${name}.png`, await takeScreenshot(client))
    return null
  }
  if (action === 'waitForExit') {
    const { exit_code } = await client.call('wait_for_exit', { timeout_ms: params.timeoutMs })
    const wanted = params.exitCode
    return wanted === undefined || wanted === exit_code ? null : `expected exit code ${wanted}, got ${exit_code}`
  }
  await act(client, step)
  return null
}

/** Calls what the action stands for, with params spelled in both ways where there are two. */
function act(
  client: DaemonClient,
  { action, params }: Exclude<Step, { action: 'screenshot' | 'waitForExit' }>,
): Promise<unknown> {
  switch (action) {
    case 'sleep':
      return new Promise<void>((done) => systemClock.after(params.ms, done))
    // An expectation waits too: what was typed a step before may still be on its way.
    case 'waitForText':
    case 'expectText':
      return client.call('wait_for_text', { text: params.text, timeout_ms: params.timeoutMs })
    case 'waitForPattern':
    case 'expectPattern':
      return client.call('wait_for_pattern', { pattern: params.pattern, timeout_ms: params.timeoutMs })
    case 'waitForTextGone':
      return client.call('wait_for_text_gone', { text: params.text, timeout_ms: params.timeoutMs })
    case 'waitForPatternGone':
      return client.call('wait_for_pattern_gone', { pattern: params.pattern, timeout_ms: params.timeoutMs })
    case 'waitForIdle': {
      const { idleMs, timeoutMs } = params
      return client.call('wait_for_idle', { duration_ms: idleMs, idle_ms: idleMs, timeout_ms: timeoutMs })
    }
    case 'notExpectText':
      return client.call('not_expect_text', params)
    case 'notExpectPattern':
      return client.call('not_expect_pattern', params)
    case 'press':
      return client.call('press', params)
    case 'type':
      return client.call('type', params)
    case 'hotkey': {
      const { modifier, key, ctrl, alt, ch } = params
      const held = (modifier ?? '').toLowerCase()
      const spelled = { ctrl: ctrl ?? held.includes('ctrl'), alt: alt ?? held.includes('alt'), ch: ch ?? key }
      return client.call('hotkey', { modifier, key, ...spelled })
    }
    case 'raw':
      return client.call('raw', { bytes: params.bytesBase64, bytes_base64: params.bytesBase64 })
    case 'resize':
      return client.call('resize', params)
    case 'mouseClick':
      return client.call('mouse_click', params)
    case 'mouseMove':
      return client.call('mouse_move', params)
    case 'mouseScroll':
      return client.call('mouse_scroll', params)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A name for the text on the screen: equal texts have equal hashes, whichever daemon is asked. */
async function screenHash(client: DaemonClient): Promise<string> {
  return createHash('sha256')
    .update(await readText(client))
    .digest('hex')
    .slice(0, 16)
}
