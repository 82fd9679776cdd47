/** A step file of termwright as a test: it passes when its last step does. */
import { basename } from 'node:path'
import { playStepFile } from 'polytty/steps'
import { runAttempts } from './attempts.js'
import type { FileResult, RunOptions, TestResult } from './results.js'
import { empty, textOf } from './run-file.js'

/** Which files are played instead of loaded. */
export const isStepFile = (file: string): boolean => /\.(?:ya?ml|json)$/.test(file)

export async function runStepFile(
  file: string,
  options: RunOptions,
  report: (result: TestResult) => void,
): Promise<FileResult> {
  const title = basename(file)
  const isWanted =
    (options.grep === null || title.includes(options.grep)) && (options.only?.[file] ?? [title]).includes(title)
  if (!isWanted) return { file, tests: [], obsolete: [] }
  let attachments: readonly string[] = []
  const attempts = await runAttempts(options, async () => {
    try {
      const { failed, artifacts } = await playStepFile(file, { artifactsDir: options.outputDir })
      attachments = artifacts === null ? [] : [artifacts]
      return failed && `step ${failed.step}, ${failed.action}: ${failed.error}`
    } catch (error) {
      return textOf(error)
    }
  })
  const result: TestResult = { ...empty(file, title), ...attempts, attachments }
  report(result)
  return { file, tests: [result], obsolete: [] }
}
