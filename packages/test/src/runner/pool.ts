/** Gives test files to worker processes, as many at a time as there are workers. A worker that dies fails its file. */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CoreError } from 'polytty/sessions'
import type { FileResult, RunOptions, TestResult } from './results.js'
import { empty } from './run-file.js'
import type { Answer, Order } from './worker.js'

const worker = join(import.meta.dirname, 'worker.js')

export async function runInPool(
  files: readonly string[],
  workers: number,
  options: RunOptions,
  report: (result: TestResult) => void,
): Promise<FileResult[]> {
  const waiting = [...files]
  const results: FileResult[] = []
  const execArgv = files.some((file) => /\.[cm]?tsx?$/.test(file)) ? typescriptLoader() : []
  const work = async (): Promise<void> => {
    let child: ChildProcess | null = null
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      child ??= fork(worker, { execArgv: [...process.execArgv, ...execArgv] })
      const result = await runOn(child, { file, options }, report)
      results.push(result)
      if (!child.connected) child = null
    }
    child?.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(workers, files.length) }, work))
  return results.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file))
}

function runOn(child: ChildProcess, order: Order, report: (result: TestResult) => void): Promise<FileResult> {
  const { file } = order
  return new Promise((resolve) => {
    const tests: TestResult[] = []
    const end = (result: FileResult): void => {
      child.off('message', take).off('exit', died)
      resolve(result)
    }
    const take = (answer: Answer): void => {
      if (answer.type === 'file') return end(answer.result)
      tests.push(answer.result)
      report(answer.result)
    }
    const died = (code: number | null, signal: string | null): void => {
      const error = `the process that ran this file ended with ${signal ?? code}`
      const result: TestResult = { ...empty(file, 'the file itself'), status: 'failed', error }
      report(result)
      end({ file, tests: [...tests, result], obsolete: [] })
    }
    child.on('message', take).on('exit', died)
    child.send(order)
  })
}

/** What makes Node load TypeScript: nothing where it can, else tsx of the project. */
function typescriptLoader(): string[] {
  if (Reflect.get(process.features, 'typescript')) return []
  try {
    const tsx = createRequire(join(process.cwd(), 'package.json')).resolve('tsx')
    return ['--import', pathToFileURL(tsx).href]
  } catch {
    throw new CoreError('missing-program', 'this version of Node does not load TypeScript', {
      hint: 'Install tsx in the project (npm install --save-dev tsx), or use Node 22.18 or newer.',
    })
  }
}
