/**
 * Native engines (vt100, avt and alacritty_terminal, in Rust) as peers: a small program beside this file, built with cargo
 * where cargo is there, that runs one round of one engine whenever it is asked.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Mix } from './mixes.js'

export const nativeEngines = ['vt100', 'avt', 'alacritty'] as const
export type NativeEngine = (typeof nativeEngines)[number]

const source = fileURLToPath(new URL('../../bench/engine/racer', import.meta.url))

export class Racer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'polytty-racer-'))
  readonly #files = new Map<string, string>()
  readonly #process: ChildProcess
  readonly #answers: AsyncIterator<string>

  private constructor(program: string) {
    const racer = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#process = racer
    this.#answers = createInterface({ input: racer.stdout })[Symbol.asyncIterator]()
  }

  /** Builds and starts it; a sentence where that is not possible. */
  static start(): Racer | string {
    const args = ['build', '--release', '--quiet', '--manifest-path', join(source, 'Cargo.toml')]
    const built = spawnSync('cargo', args, { encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'] })
    if (built.error) return 'cargo is not installed, so native engines were not measured.'
    if (built.status !== 0) return `the native engines could not be built: ${built.stderr.trim().split('\n').at(-1)}`
    return new Racer(join(source, 'target', 'release', 'racer'))
  }

  /** Megabytes in a second of processor time. */
  async measure(engine: NativeEngine, mix: Mix): Promise<number> {
    let file = this.#files.get(mix.name)
    if (file === undefined) {
      file = join(this.#folder, String(this.#files.size))
      writeFileSync(file, mix.bytes)
      this.#files.set(mix.name, file)
    }
    this.#process.stdin?.write(`${engine} ${mix.cols} ${mix.rows} ${mix.tiny ? 'tiny' : 'whole'} ${file}\n`)
    const answer = await this.#answers.next()
    if (answer.done) throw new Error(`the native engine ${engine} ended while it read: ${mix.name}`)
    return (mix.bytes.length / Number(answer.value)) * 1e3
  }

  close(): void {
    this.#process.stdin?.end()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
