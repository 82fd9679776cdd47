/**
 * The PTY port: all that a session needs of a pseudo-terminal. native-pty.ts has it in this process, and `host/link` in
 * another one that outlives this; nothing else in the project knows what is behind it.
 */

import type { PaletteOverrides } from '@polytty/terminal'
import type { Facts, Judgement, LookFurther } from '../../ready/index.js'
import type { ForegroundFacts } from '../../ready/kernel/foreground.js'

/** How a program ended: by a code, or by a signal such as 'SIGTERM'. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: string | null
  /** Where neither is known: why. */
  readonly reason?: string
}

/** The reason of a session that is on disk alone, and can be started again. */
export const REVIVED = 'revived'

/** For whoever wants to use it all the same. */
export function describeEnd({ reason }: ExitStatus): string {
  if (reason === REVIVED)
    return 'nothing runs in this session, which was restored from disk: polytty revive starts its command again'
  return reason === undefined ? 'the program has exited' : `the program has exited: ${reason}`
}

export interface PtyOptions {
  /** As it was asked for: what the program sees as its name. */
  readonly program: string
  /** Where it was found. */
  readonly path: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly cols: number
  readonly rows: number
  readonly pixelWidth: number
  readonly pixelHeight: number
  /** Bytes that may wait for a program that does not read; 1 MiB if absent. */
  readonly queueBytes?: number
}

export interface PtyListener {
  /**
   * Bytes as read; the buffer is reused, so it is valid only during the call. `at`, on the clock's monotonic scale, where
   * that was not now.
   */
  onData(bytes: Uint8Array, at?: number): void
  /** The program is gone and all it wrote has been given to `onData`. Called once. */
  onExit(status: ExitStatus): void
  /** What was noted at this place by a session that read the same output before. */
  onNote?(note: PtyNote): void
  /** The text that the screen shows now. */
  text?(): string
}

/** What changes a session between two pieces of output, and would have to be done again by another that reads them. */
export type PtyNote =
  | {
      readonly type: 'resize'
      readonly cols: number
      readonly rows: number
      readonly pixelWidth: number
      readonly pixelHeight: number
    }
  | { readonly type: 'palette'; readonly overrides: Partial<PaletteOverrides> }
  | { readonly type: 'colorScheme'; readonly scheme: 'dark' | 'light' }
  /** Something was typed; `entered` if it ended a line. */
  | { readonly type: 'input'; readonly entered: boolean }

/** What the kernel knows of a program and its terminal; null for what cannot be had. */
export interface KernelView {
  facts(further: LookFurther): Facts
  foreground(): ForegroundFacts | null
  /** Whether something was typed that the program has not read. */
  hasUnreadInput(): boolean | null
}

/** What cannot be done with the panes of a bridge. */
export const bridgeGaps = [
  ...(['raw-output', 'styles', 'cursor', 'scrollback', 'mouse', 'exit-status'] as const),
  ...(['write', 'resize', 'close', 'create', 'signal'] as const),
] as const

export type BridgeGap = (typeof bridgeGaps)[number]

/** Where a program is in another terminal's pane: what that can do. */
export interface Bridge {
  /** The other terminal, such as `tmux`. */
  readonly kind: string
  /** Whether its output is read, of which the engine makes the screen, or only the screen itself. */
  readonly grade: 'bytes' | 'screens'
  /** It does not report changes: it is polled, after input and while someone watches. */
  readonly polled: boolean
  readonly unsupported: readonly BridgeGap[]
}

export interface WriteOptions {
  /**
   * Names this input, so that it is not typed again when whoever sent it cannot know that it was, and sends it again:
   * sixteen bytes in hexadecimal.
   */
  readonly key?: string
  /** It is a paste without brackets: a terminal that knows whether the program asked for them may add those. */
  readonly pasted?: boolean
}

interface EndOptions {
  readonly signal?: string
  readonly graceMs?: number
}

/** What a session asks of the machine that has its program, where that is another. */
export interface RemoteProgram {
  /** The name of that machine in the fleet. */
  readonly node: string
  signal(name: string): Promise<void>
  /** Ends the program and everything it started. */
  kill(options: EndOptions): Promise<ExitStatus>
  /** The same, and the session is forgotten there. */
  remove(options: EndOptions): Promise<ExitStatus | null>
  rename(name: string): Promise<void>
  setTags(add: readonly string[], remove: readonly string[]): Promise<void>
  /** Whether it waits for its user, as is known here; null if its machine cannot be asked. */
  judged(isFresh: boolean): Judgement | null
  /** Asks its machine now. */
  judge(): Promise<void>
}

export interface Pty {
  readonly pid: number
  /** Absent for a program of our own. */
  readonly bridge?: Bridge
  /**
   * Queues bytes; resolves when the kernel has them all. Rejects with `input-overflow` when the queue is full and
   * with `session-exited` when no one is left to read.
   */
  write(bytes: Uint8Array, options?: WriteOptions): Promise<void>
  /** An answer of the terminal, numbered by where it ends among all of them; empty for one that is suppressed. */
  reply(bytes: Uint8Array, number: number): void
  /** Answers up to this number were written before this session began to read. */
  readonly replied: number
  /** Where it returns a promise, the size is reported by a note when it is so, and then the promise resolves. */
  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void | Promise<void>
  /**
   * Keeps what is done at this place of the output, for a session that reads it again. A promise where it is done by
   * another machine first: then it comes back through `onNote`, and the promise resolves after that.
   */
  note(note: PtyNote): Promise<void> | null
  /** For a program on another machine. */
  readonly remote?: RemoteProgram
  readonly kernel: KernelView
  /** When the process that started it was started, on the kernel's scale: no process of the session is older. */
  readonly originStart: number
  /** Whether bytes wait that the kernel has not taken yet. */
  readonly hasQueued: boolean
  /** Stops reading: the kernel's buffer fills and the program waits. */
  pause(): void
  resume(): void
  /** True until every process has let go of the terminal. */
  readonly open: boolean
  /** Resolves when every process has let go of the terminal. */
  readonly closed: Promise<void>
  /** Ends a program that is not ours, in its own terminal's way; absent where signals do. */
  end?(): Promise<void>
  /** How to know whether someone watches the screen; absent where changes are reported anyway. */
  watchedBy?(isWatched: () => boolean): void
  /** Someone has looked at the screen; absent for the same reason. */
  looked?(): void
  /** Hangs up: closes our end, which the kernel reports to the processes on it by SIGHUP. */
  hangUp(): void
  /** The session is forgotten: nothing of it needs to be kept. */
  forget(): void
}
