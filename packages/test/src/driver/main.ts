/**
 * The kit as a process: requests on standard input, one per line, `{ id, method, params }`; answers on standard output,
 * `{ id, result }` or `{ id, error: { kind, message } }`, in the order in which they are ready. It ends with its input.
 */
import { createInterface } from 'node:readline'
import { CoreError } from 'polytty/sessions'
import { TerminalError } from '../failure.js'
import { Driver } from './driver.js'

interface Request {
  readonly id: number
  readonly method: string
  readonly params: never
}

const driver = new Driver()
const send = (answer: object): void => void process.stdout.write(`${JSON.stringify(answer)}\n`)

async function answer(line: string): Promise<void> {
  const { id, method, params } = JSON.parse(line) as Request
  try {
    const run = driver.methods[method as keyof Driver['methods']]
    if (!run) throw new CoreError('unknown-method', `there is no method ${JSON.stringify(method)}`)
    send({ id, result: (await run(params)) ?? null })
  } catch (error) {
    const kind = error instanceof TerminalError ? 'failure' : error instanceof CoreError ? error.code : 'internal'
    send({ id, error: { kind, message: error instanceof Error ? error.message : String(error) } })
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  .on('close', () => void driver.dispose().then(() => process.exit()))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.stdin.destroy())
