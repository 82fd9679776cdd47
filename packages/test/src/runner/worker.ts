/** A process that runs test files, one after another, as its parent sends them. */
import type { FileResult, RunOptions, TestResult } from './results.js'
import { runFile } from './run-file.js'
import { isStepFile, runStepFile } from './run-steps.js'
import { catchStrays } from './strays.js'

export type Order = { readonly file: string; readonly options: RunOptions }
export type Answer =
  | { readonly type: 'test'; readonly result: TestResult }
  | { readonly type: 'file'; readonly result: FileResult }

const send = (answer: Answer): void => void process.send?.(answer)

// Of a stack only what is the test's own is shown, which may stand far below.
Error.stackTraceLimit = 50
catchStrays()
process.on('message', ({ file, options }: Order) => {
  const run = isStepFile(file) ? runStepFile : runFile
  void run(file, options, (result) => send({ type: 'test', result })).then((result) => send({ type: 'file', result }))
})

// Whatever a test has left running must not keep the run from ending.
process.on('disconnect', () => process.exit())
