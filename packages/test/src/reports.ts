/** What a program has reported besides its screen: bells, notifications, the clipboard, images, commands of a shell. */
import type { TerminalModes } from '@polytty/terminal'
import type { Clock, Disposable, Session, SessionEvent } from 'polytty/sessions'

type Kind<T extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: T }>

/** Something that was reported, and when on the clock's monotonic scale. */
export interface Reported<T> {
  readonly at: number
  readonly event: T
}

/** A command of a shell that marks them: where it was asked for, and where its output is. */
export interface Command {
  /** Where the prompt begins and where it ends. */
  readonly prompt: Kind<'promptMark'>
  input?: Kind<'promptMark'>
  output?: Kind<'promptMark'>
  end?: Kind<'promptMark'>
}

/** More of a kind than anyone asks for are forgotten, the oldest first. */
const MAX_KEPT = 1000

export class Reports implements Disposable {
  readonly bells: Reported<Kind<'bell'>>[] = []
  readonly notifications: Reported<Kind<'notification'>>[] = []
  readonly images: Reported<Kind<'image'>>[] = []
  readonly commands: Command[] = []
  /** What was last copied; null if nothing was. */
  clipboard: string | null = null
  /** The modes before the program changed any. */
  readonly initialModes: TerminalModes
  private readonly watch: Disposable

  constructor(
    session: Session,
    private readonly clock: Clock,
  ) {
    this.initialModes = session.terminal.modes
    this.watch = session.onEvent.on((event) => this.note(event))
  }

  dispose(): void {
    this.watch.dispose()
  }

  private note(event: SessionEvent): void {
    switch (event.type) {
      case 'bell':
        return this.keep(this.bells, event)
      case 'notification':
        return this.keep(this.notifications, event)
      case 'image':
        return this.keep(this.images, event)
      case 'clipboard':
        this.clipboard = event.text
        return
      case 'cleared':
      case 'reset':
        this.images.length = 0
        return
      case 'promptMark':
        this.noteMark(event)
    }
  }

  private keep<T>(list: Reported<T>[], event: T): void {
    list.push({ event, at: this.clock.monotonic() })
    if (list.length > MAX_KEPT) list.shift()
  }

  private noteMark(mark: Kind<'promptMark'>): void {
    const command = this.commands.at(-1)
    if (mark.mark === 'promptStart') {
      // A prompt that no command was entered at is drawn again.
      if (command && !command.output) this.commands.pop()
      this.commands.push({ prompt: mark })
      if (this.commands.length > MAX_KEPT) this.commands.shift()
    } else if (mark.mark === 'commandStart') {
      if (command && !command.output) command.input = mark
      else this.commands.push({ prompt: mark, input: mark })
    } else if (command && mark.mark === 'outputStart') command.output = mark
    else if (command?.output && mark.mark === 'commandFinished') command.end = mark
  }
}
