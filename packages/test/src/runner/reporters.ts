/** What is printed and written of a run: lines as tests end, JSON, JUnit. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { styleText } from 'node:util'
import { escapeMarkup } from '@polytty/render'
import { CoreError } from 'polytty/sessions'
import { link, usesColors } from '../failure.js'
import { countOf, type RunSummary, type Status, type TestResult } from './results.js'

export interface Reporter {
  tested?(result: TestResult): void
  ended(summary: RunSummary): void
}

const makers: Readonly<Record<string, (outputDir: string) => Reporter>> = {
  list: () => listReporter,
  json: (outputDir) => fileReporter(outputDir, 'results.json', (summary) => `${JSON.stringify(summary, null, 2)}\n`),
  junit: (outputDir) => fileReporter(outputDir, 'junit.xml', junitReport),
}

export function makeReporters(names: readonly string[], outputDir: string): Reporter[] {
  return names.map((name) => {
    const make = Object.hasOwn(makers, name) ? makers[name] : undefined
    if (make) return make(outputDir)
    throw new CoreError('invalid-params', `no reporter ${name}: one or more of ${Object.keys(makers).join(', ')}`)
  })
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function paint(color: Parameters<typeof styleText>[0], text: string): string {
  return usesColors() ? styleText(color, text) : text
}

const marks: Readonly<Record<Status, () => string>> = {
  passed: () => paint('green', '✓'),
  failed: () => paint('red', '✗'),
  flaky: () => paint('yellow', '~'),
  skipped: () => paint('dim', '-'),
}

const listReporter: Reporter = {
  tested({ file, title, status, durationMs, error, notes, attachments, runs }) {
    const where = relative(process.cwd(), file)
    const often = runs > 1 ? `, ${runs} runs` : ''
    print(`${marks[status]()} ${where} › ${title} ${paint('dim', `(${Math.round(durationMs)} ms${often})`)}`)
    for (const note of notes) print(`    note: ${note}`)
    if (error === null) return
    print(error.replace(/^/gm, '    '))
    for (const path of attachments) if (!error.includes(path)) print(`    artifact: ${link(path)}`)
  },
  ended(summary) {
    const counts = (['passed', 'failed', 'flaky', 'skipped'] as const)
      .map((status) => ({ status, count: countOf(summary, status) }))
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => `${count} ${status}`)
    const obsolete = summary.files.flatMap((file) => file.obsolete)
    if (obsolete.length > 0) print(`obsolete snapshots, which no test asks for:\n  ${obsolete.join('\n  ')}`)
    print(`${counts.join(', ') || 'no tests'} (${(summary.durationMs / 1000).toFixed(1)} s)`)
  },
}

function fileReporter(outputDir: string, name: string, write: (summary: RunSummary) => string): Reporter {
  return {
    ended: (summary) => {
      mkdirSync(outputDir, { recursive: true })
      writeFileSync(join(outputDir, name), write(summary))
    },
  }
}

const escapes = /\x1b(?:\[[0-9;]*m|\]8;;[^\x1b]*\x1b\\)/g

/** Attachments in the form that Jenkins and GitLab read. */
function junitReport(summary: RunSummary): string {
  const suites = summary.files.flatMap(({ file, tests }) => [
    `  <testsuite name="${nameOf(file)}" ${junitCounts(tests)}>`,
    ...tests.flatMap((test) => junitCase(test)),
    '  </testsuite>',
  ])
  const total = `<testsuites ${junitCounts(summary.tests)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', total, ...suites, '</testsuites>', ''].join('\n')
}

/** The same on every machine that the project is checked out on. */
function nameOf(file: string): string {
  return escapeMarkup(relative(process.cwd(), file))
}

function junitCounts(tests: readonly TestResult[]): string {
  const seconds = tests.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000
  const failures = countOf({ tests }, 'failed')
  return `tests="${tests.length}" failures="${failures}" skipped="${countOf({ tests }, 'skipped')}" time="${seconds.toFixed(3)}"`
}

function junitCase({ file, title, status, durationMs, error, attachments }: TestResult): string[] {
  const open = `    <testcase classname="${nameOf(file)}" name="${escapeMarkup(title)}" time="${(durationMs / 1000).toFixed(3)}">`
  const text = error?.replace(escapes, '')
  return [
    open,
    ...(status === 'skipped' ? ['      <skipped/>'] : []),
    ...(text === undefined
      ? []
      : [`      <failure message="${escapeMarkup(text.split('\n')[0]!)}">${escapeMarkup(text)}</failure>`]),
    ...(attachments.length > 0
      ? [
          `      <system-out>${attachments.map((path) => `[[ATTACHMENT|${escapeMarkup(path)}]]`).join('\n')}</system-out>`,
        ]
      : []),
    '    </testcase>',
  ]
}
