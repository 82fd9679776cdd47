/**
 * A terminal under test: what a test does to its program, and what it finds there. Every action resolves when the program
 * has answered it. Expectations are in expect.ts, what a failure leaves behind in kit.ts.
 */
import type { Snapshot } from '@polytty/terminal'
import { type Element, printOutline } from 'polytty/outline'
import { type ExitStatus, encodeKey, encodePaste, type KeyPress, type Verdict } from 'polytty/sessions'
import type { Action } from './actions.js'
import type { Locator } from './locator.js'
import { type LaunchOptions, parseSize, type Size } from './options.js'
import { RunningTerminal } from './running-terminal.js'
import { Shell } from './shell.js'

export interface TypeOptions {
  readonly each?: boolean
  /** Kept out of recordings and errors. */
  readonly secret?: boolean
}

export class Terminal extends RunningTerminal {
  /** Starts a program; resolves when it waits for input, paints by itself or serves, after 3 s at the latest. */
  async launch(program: LaunchOptions['program'], options: Omit<LaunchOptions, 'program'> = {}): Promise<this> {
    await this.start({ ...options, program })
    return this
  }

  /** The shell of this terminal; starts bash where no program was started. */
  async shell(program: LaunchOptions['program'] = 'bash'): Promise<Shell> {
    if (!this.isRunning) await this.launch(program)
    return new Shell(this)
  }

  /** Presses keys one after another, each once the one before was answered: 'Enter', 'Ctrl+C', 'Down', 'x'. */
  async press(...keys: readonly (string | KeyPress)[]): Promise<void> {
    const names = keys.map((key) => (typeof key === 'string' ? key : key.key)).join(' ')
    // Wrong names are found before anything is typed.
    for (const key of keys) encodeKey(key)
    await this.act('press', names, async () => {
      for (const [index, key] of keys.entries()) {
        // The action as a whole waits for the answer to its last key.
        if (index > 0) await this.answer(false)
        await this.sendKey(key)
      }
    })
  }

  /** Types text; line ends are Enter. With `each` the answer to every character is awaited. */
  async type(text: string, { each = false, secret = false }: TypeOptions = {}): Promise<void> {
    const typed = text.replace(/\r?\n/g, '\r')
    await this.act('type', secret ? '(secret)' : JSON.stringify(text), async () => {
      for (const part of each ? [...typed] : [typed]) {
        await this.send(Buffer.from(part), secret)
        if (each) await this.answer(false)
      }
    })
  }

  /** Pastes text, in brackets where the program asked for that. */
  async paste(text: string): Promise<void> {
    await this.act('paste', JSON.stringify(text), () => this.send(encodePaste(text, this.session.terminal.modes)))
  }

  /** Sends bytes as they are. */
  async write(bytes: string | Uint8Array): Promise<void> {
    await this.act('write', JSON.stringify(String(bytes)), () => this.send(Buffer.from(bytes)))
  }

  async resize(size: Size): Promise<void> {
    const { cols, rows } = parseSize(size)
    await this.act('resize', size, async () => this.session.resize(cols, rows))
  }

  async focus(focused = true): Promise<void> {
    await this.act('focus', focused ? 'in' : 'out', () => this.session.focus(focused))
  }

  async signal(name: string): Promise<void> {
    await this.act('signal', name, async () => this.session.signal(name))
  }

  /** Waits for the answer to what happened outside of it: a file that changed, a request that was served. */
  async settle(): Promise<Verdict> {
    return (await this.act('settle', '', async () => {})).verdict!
  }

  /** A row of the screen, counted from 0; negative numbers count from the last. */
  row(index: number): Locator {
    return this.rowAt(index)
  }

  column(index: number): Locator {
    return this.columnAt(index)
  }

  /** The screen as text, with its rows trimmed. */
  screen(): string {
    return this.snapshot().text()
  }

  snapshot(): Snapshot {
    return this.session.snapshot()
  }

  outline(): readonly Element[] {
    return this.view().outline
  }

  outlineText(): string {
    return printOutline(this.outline())
  }

  /** What the program was doing when the last action had been answered. */
  get verdict(): Verdict {
    return this.view().actions.last.verdict ?? this.session.ready
  }

  /** What was done so far, the start first. */
  get actions(): readonly Action[] {
    return this.view().actions.all
  }

  get exit(): ExitStatus | null {
    return this.session.exit
  }
}
