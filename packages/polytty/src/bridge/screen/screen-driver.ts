/**
 * GNU screen, by its own commands: `-X` does, `-Q` asks. It reports neither colours nor changes; a window is read by
 * `hardcopy`, into a file in a folder that is ours alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { deferred } from '../../base/deferred.js'
import { onlyScreens } from '../screens/only-screens.js'
import type { ReadScreen } from '../screens/repaint.js'
import { runProgram } from '../screens/run-program.js'
import type { ScreenDriver } from '../screens/screen-source.js'
import type { Pane } from '../source.js'

const HINT = 'Start it with: screen -dmS main, and name that session: screen:main'
/** Bytes of one command that types. */
const WRITE_BYTES = 512
/** hardcopy is done after its command has returned. */
const FILE_WAIT_MS = 10
const FILE_WAITS = 50

const bridge = onlyScreens('screen', { polled: true }, 'styles', 'scrollback', 'signal')

export class GnuScreenDriver implements ScreenDriver {
  readonly bridge = bridge
  readonly address: string
  private readonly command: readonly string[]
  private readonly folder = mkdtempSync(join(tmpdir(), 'polytty-screen-'))
  private count = 0

  constructor(
    where: string | undefined,
    private readonly clock: Clock,
  ) {
    const name = where ?? process.env.STY
    this.command = ['screen', ...(name === undefined ? [] : ['-S', name])]
    this.address = this.command.join(' ')
  }

  async list(): Promise<readonly Pane[]> {
    const text = await this.run('-Q', 'windows', '|%n %t')
    const panes: Pane[] = []
    for (const [, id = '', title = ''] of text.matchAll(/\|(\d+) ([^|]*)/g)) {
      const { cols, rows } = await this.info(id)
      panes.push({ id, name: id, title, cols, rows, pid: 0, command: title || 'screen', cwd: null })
    }
    return panes
  }

  async read({ id, title }: Pane): Promise<ReadScreen> {
    const { cols, rows, cursor } = await this.info(id)
    const file = join(this.folder, String(++this.count))
    await this.run('-p', id, '-X', 'hardcopy', file)
    const text = await this.readWhenDone(file)
    rmSync(file, { force: true })
    return { cols, rows, lines: text.replace(/\n$/, '').split('\n'), cursor: { ...cursor, visible: true }, title }
  }

  async write({ id }: Pane, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += WRITE_BYTES)
      await this.run('-p', id, '-X', 'stuff', stuffed(bytes.subarray(at, at + WRITE_BYTES)))
  }

  async close({ id }: Pane): Promise<void> {
    await this.run('-p', id, '-X', 'kill')
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** `(1,2)/(80,24)+100 …`: column and row from 1, then the size. */
  private async info(id: string): Promise<{ cols: number; rows: number; cursor: { row: number; col: number } }> {
    const text = await this.run('-p', id, '-Q', 'info')
    const found = /\((\d+),(\d+)\)\/\((\d+),(\d+)\)/.exec(text)
    if (!found) throw new CoreError('not-found', `screen said nothing of window ${id}: ${text.trim()}`, { hint: HINT })
    const [col = 1, row = 1, cols = 80, rows = 24] = found.slice(1).map(Number)
    return { cols, rows, cursor: { row: row - 1, col: col - 1 } }
  }

  private async readWhenDone(file: string): Promise<string> {
    for (let wait = 0; ; wait++) {
      const text = await readFile(file).then(decode, () => '')
      if (text.endsWith('\n') || wait === FILE_WAITS) return text
      const { promise, resolve } = deferred<void>()
      this.clock.after(FILE_WAIT_MS, resolve)
      await promise
    }
  }

  private run(...args: readonly string[]): Promise<string> {
    return runProgram([...this.command, ...args], HINT)
  }
}

/** screen writes what it can as single bytes, whatever the locale is. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

/** As `stuff` reads it: a backslash and three octal digits for what is not plain. */
function stuffed(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9 ,.:;/_=+-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`
    })
    .join('')
}
