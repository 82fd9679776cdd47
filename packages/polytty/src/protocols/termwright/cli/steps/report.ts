/** What people and CI systems read of a run. */
import { style } from '../../../../cli-kit/style.js'
import type { StepResult } from './run.js'
import type { Step } from './schema.js'

/** One line a step, as it ends. */
export function reportLine({ step, action, duration_ms, error }: StepResult, { params }: Step, total: number): string {
  const mark = error === null ? style('green', '✓') : style('red', '✗')
  const detail = Object.values(params)
    .filter((value) => typeof value === 'string')
    .map((value) => JSON.stringify(value))
    .join(' ')
  const line = `${mark} ${String(step).padStart(String(total).length)}/${total} ${action} ${detail} ${style('dim', `(${duration_ms} ms)`)}`
  return error === null ? line : `${line}\n    ${style('red', error)}`
}

/** The run as a JUnit suite: a case a step, those that did not run marked as skipped. */
export function junitReport(file: string, steps: readonly Step[], results: readonly StepResult[]): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(3)
  const total = results.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  const failures = results.filter(({ error }) => error !== null).length
  const cases = steps.map(({ action }, index) => {
    const result = results[index]
    const open = `    <testcase classname="${escapeXml(file)}" name="${index + 1} ${escapeXml(action)}" time="${seconds(result?.duration_ms ?? 0)}"`
    if (!result) return `${open}><skipped/></testcase>`
    if (result.error === null) return `${open}/>`
    return `${open}><failure message="${escapeXml(result.error)}"/></testcase>`
  })
  const counts = `tests="${steps.length}" failures="${failures}" skipped="${steps.length - results.length}" time="${seconds(total)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapeXml(file)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML has no way to say most control characters: they are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)
}
