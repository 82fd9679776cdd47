/** Servers of NATS for tests: each with a folder of its own, on a port of loopback, ended by its id. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNats } from '../../scripts/programs.mjs'

export interface NatsOptions {
  /** Where it keeps its streams. */
  readonly folder: string
  /** Any free one if absent. */
  readonly port?: number
  /** Lines of its configuration, besides. */
  readonly config?: string
}

export class Nats {
  private constructor(
    private readonly options: NatsOptions,
    private process: ChildProcess,
    readonly port: number,
  ) {}

  static async start(options: NatsOptions): Promise<Nats> {
    const { process, port } = await run(options)
    return new Nats(options, process, port)
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.process.pid!
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name)
  }

  async stop(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const ended = once(this.process, 'exit')
    this.process.kill(name)
    await ended
  }

  /** The same again: same folder, same port. */
  async restart(): Promise<void> {
    await this.stop()
    this.process = (await run({ ...this.options, port: this.port })).process
  }
}

async function run({ folder, port = -1, config = '' }: NatsOptions): Promise<{ process: ChildProcess; port: number }> {
  const file = join(folder, 'nats.conf')
  writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(folder)} }\n${config}\n`)
  const child = spawn(findNats()!, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  const found = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${log}`)))
    child.stderr.on('data', (data: Buffer) => {
      log = `${log}${data}`.slice(-8192)
      const [, listening] = /client connections on 127\.0\.0\.1:(\d+)/.exec(log) ?? []
      if (listening && log.includes('Server is ready')) resolve(Number(listening))
    })
  })
  return { process: child, port: found }
}
