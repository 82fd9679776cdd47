/**
 * Plays a film in a terminal, on the alternate screen: Space pauses, ← and → step, ↑ and ↓ go five frames, r starts
 * again, q leaves. At the end it stops and waits. Gives the terminal back as it was, whatever happens.
 */

import { Terminal } from '@polytty/terminal'
import type { Clock } from '../../../base/clock.js'
import { deferred } from '../../../base/deferred.js'
import type { Disposable } from '../../../base/disposable.js'
import type { Film } from './film.js'

export interface FilmPlayerOptions {
  readonly clock: Clock
  /** How many times faster than it was. */
  readonly factor: number
  readonly showInput: boolean
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
}

const LEAP = 5
const HELP = 'Space pause  ←→ step  ↑↓ ±5  r restart  q quit'

/** What a key does, by the bytes that it sends. */
const keys: Readonly<Record<string, (player: FilmPlayer) => void>> = {
  ' ': (player) => player.togglePause(),
  '\x1b[C': (player) => player.step(1),
  '\x1bOC': (player) => player.step(1),
  '\x1b[D': (player) => player.step(-1),
  '\x1bOD': (player) => player.step(-1),
  '\x1b[A': (player) => player.step(LEAP),
  '\x1bOA': (player) => player.step(LEAP),
  '\x1b[B': (player) => player.step(-LEAP),
  '\x1bOB': (player) => player.step(-LEAP),
  r: (player) => player.restart(),
  q: (player) => player.quit(),
  '\x03': (player) => player.quit(),
}

export class FilmPlayer {
  private index = 0
  private playing = true
  private timer: Disposable | null = null
  private readonly ended = deferred<void>()

  constructor(
    private readonly film: Film,
    private readonly options: FilmPlayerOptions,
  ) {}

  /** Resolves when the person has had enough. */
  async play(): Promise<void> {
    const { stdin, stdout } = this.options
    const handleKeys = (bytes: Buffer): void => this.handleKeys(bytes.toString('latin1'))
    const draw = (): void => this.draw()
    stdin.setRawMode(true)
    stdin.on('data', handleKeys)
    stdout.on('resize', draw)
    stdout.write('\x1b[?1049h\x1b[?25l')
    try {
      this.show(0)
      await this.ended.promise
    } finally {
      this.timer?.dispose()
      stdin.off('data', handleKeys)
      stdout.off('resize', draw)
      stdin.setRawMode(false)
      stdin.pause()
      stdout.write('\x1b[?25h\x1b[?1049l')
    }
  }

  togglePause(): void {
    if (!this.playing && this.index === this.film.frames.length - 1) return this.restart()
    this.playing = !this.playing
    this.show(this.index)
  }

  /** Goes some frames on or back, and stays there. */
  step(by: number): void {
    this.playing = false
    this.show(Math.min(Math.max(this.index + by, 0), this.film.frames.length - 1))
  }

  restart(): void {
    this.playing = true
    this.show(0)
  }

  quit(): void {
    this.ended.resolve()
  }

  /** Several keys may come in one piece; other keys do nothing. */
  private handleKeys(text: string): void {
    for (const key of text.match(/\x1b[[O][A-D]|./gs) ?? []) keys[key]?.(this)
  }

  private show(index: number): void {
    this.index = index
    this.timer?.dispose()
    this.timer = null
    const { frames } = this.film
    if (index === frames.length - 1) this.playing = false
    this.draw()
    if (!this.playing) return
    const waitMs = (frames[index + 1].atMs - frames[index].atMs) / this.options.factor
    this.timer = this.options.clock.after(Math.max(waitMs, 0), () => this.show(index + 1))
  }

  private draw(): void {
    const { stdout } = this.options
    const { columns: cols = 80, rows = 24 } = stdout
    const lines = this.film.frames[this.index].text.split('\n').slice(0, rows - 1)
    // A screen of our own cuts lines where the terminal ends, wide characters included.
    const screen = new Terminal({ cols, rows, scrollback: 0 })
    screen.write(`\x1b[?7l${lines.map((line, row) => `\x1b[${row + 1}H${line}`).join('')}`)
    screen.write(`\x1b[${rows}H\x1b[7m${this.statusLine(cols)}`)
    const snapshot = screen.snapshot()
    const shown = Array.from({ length: rows }, (_, row) => {
      const text = snapshot.row(row).text
      return `\x1b[${row + 1}H${row === rows - 1 ? `\x1b[7m${text}\x1b[m` : text}\x1b[K`
    })
    stdout.write(`\x1b[?2026h${shown.join('')}\x1b[?2026l`)
  }

  private statusLine(cols: number): string {
    const { frames, requests } = this.film
    const { atMs } = frames[this.index]
    const input = this.options.showInput ? requests.findLast((request) => request.atMs <= atMs)?.text : undefined
    const place = `${this.playing ? '▶' : '⏸'} frame ${this.index + 1}/${frames.length}  ${(atMs / 1000).toFixed(1)} s`
    return [place, ...(input ? [`> ${input}`] : []), HELP].join('  ').slice(0, cols)
  }
}
