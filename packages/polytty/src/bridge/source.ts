/**
 * The port of bridges: terminals that someone else runs, and whose panes become sessions here. What a source leaves out
 * cannot be done with its panes, and is answered so; bridged-pty.ts makes a PTY of a pane, bridges.ts the sessions.
 */
import type { Emitter } from '../base/emitter.js'
import type { Bridge, ExitStatus } from '../session/pty/port.js'

export type { Bridge }

/** A pane as its terminal lists it. */
export interface Pane {
  /** As that terminal has it, such as `%3`. */
  readonly id: string
  /** What people call it there, such as `main:0.1`. */
  readonly name: string
  readonly title: string
  readonly cols: number
  readonly rows: number
  /** The process in it; 0 where that is on another machine, or not known. */
  readonly pid: number
  /** What runs in it; the bridge's own name where that is not known. */
  readonly command: string
  readonly cwd: string | null
}

/** What becomes of a pane, in the order in which it happened there. */
export interface PaneSink {
  /** Output; the bytes are valid only during the call. */
  output(bytes: Uint8Array): void
  /** Bytes that bring any terminal of its size to what it shows: what came before does not matter to it. */
  repaint(bytes: Uint8Array): void
  /** Whether that is what the terminal shows, but for blanks at the end of rows. */
  shows(text: string): boolean
  resized(cols: number, rows: number): void
  ended(status: ExitStatus): void
}

/** A pane that someone reads. */
export interface PaneLink {
  /** Resolves when the other terminal has taken the bytes. */
  write?(bytes: Uint8Array): Promise<void>
  /** What the terminal answers, where that is ours to do. */
  reply?(bytes: Uint8Array): void
  /** Pastes in brackets if the program asked for them, which the other terminal knows; absent where it does not. */
  paste?(bytes: Uint8Array): Promise<void>
  /** Resolves when the pane has that size; rejects with what kept it from that. */
  resize?(cols: number, rows: number): Promise<void>
  /** Closes the pane. */
  close?(): Promise<void>
  /** Output may wait: the reader has fallen behind. */
  pause(): void
  resume(): void
  /** How to know whether someone watches: for panes that can only be looked at again and again. */
  watchedBy?(isWatched: () => boolean): void
  /** Someone has looked at the screen. */
  looked?(): void
  /** Reads no more of it; the pane stays as it is. */
  release(): void
}

/** What a program is started with in another terminal. */
export interface PaneStart {
  readonly program: string
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cols: number
  readonly rows: number
}

export interface SessionSource {
  readonly bridge: Bridge
  /** Where it is, for people: a socket, a command. */
  readonly address: string
  /** What ids and names of its sessions begin with; empty where those of its panes cannot be mistaken for others. */
  readonly prefix: string
  /** Whether it answers what programs ask of their terminal; else we do. */
  readonly answersQueries: boolean
  /** Panes that came after `list` was called, and those that are called otherwise now. */
  readonly onPane: Emitter<Pane>
  /** The other terminal is gone, and with it every pane. */
  readonly onLost: Emitter<string>
  /** Every pane there is. Those that come later are reported from then on. */
  list(): Promise<readonly Pane[]>
  /**
   * Reads a pane: first what brings an empty terminal of its size to what it shows, then what follows, with nothing
   * lost or repeated between the two. Resolves when the first of it is there.
   */
  attach(id: string, sink: PaneSink): Promise<PaneLink>
  /** Opens a new pane for a program, and `made` it known before anyone else sees it; absent where that cannot be had. */
  create?(start: PaneStart, made: (id: string) => void): Promise<Pane>
  /** Starts the program in that pane, which is read already; its process id. */
  begin?(id: string, start: PaneStart): Promise<number>
  /** Lets every pane be. */
  stop(): Promise<void>
}
