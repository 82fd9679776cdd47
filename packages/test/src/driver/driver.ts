/** The kit for other languages: each method with plain params and a plain result. Kits and terminals are known by number. */
import { CoreError } from 'polytty/sessions'
import { ExpectationError } from '../expect.js'
import { judge } from '../judge.js'
import { Kit, type TestPlace } from '../kit.js'
import { type MatcherName, matcherNames } from '../matchers/table.js'
import type { LaunchOptions } from '../options.js'
import { describeObsolete } from '../runners/scopes.js'
import { obsoleteSnapshots } from '../snapshots/store.js'
import type { Terminal } from '../terminal.js'
import { type Chain, locate, perform, revive } from './subjects.js'

interface Opened {
  readonly kit: Kit
  readonly terminals: Terminal[]
}

interface About {
  readonly kit: number
  readonly terminal?: number
  readonly chain?: Chain
}

interface Asked extends About {
  readonly matcher: string
  readonly args?: readonly unknown[]
  readonly negated?: boolean
  readonly soft?: boolean
  readonly timeoutMs?: number
}

export class Driver {
  private readonly opened = new Map<number, Opened>()
  private count = 0

  /** What can be asked for. */
  readonly methods = {
    open: async ({ place, options = {} }: { place: TestPlace; options?: LaunchOptions }) => {
      const kit = new Kit(place, options)
      const id = ++this.count
      this.opened.set(id, { kit, terminals: [kit.terminal] })
      return { kit: id }
    },
    /** Starts the program of the options, where they name one. */
    start: async ({ kit }: About) => {
      await this.of(kit).kit.open()
    },
    launch: async ({ kit, program, options }: About & Pick<LaunchOptions, 'program'> & { options?: LaunchOptions }) => {
      const opened = this.of(kit)
      const terminal = await opened.kit.launch(program, options)
      const known = opened.terminals.indexOf(terminal)
      return { terminal: known >= 0 ? known : opened.terminals.push(terminal) - 1 }
    },
    perform: async ({ name, args = [], chain = [], ...about }: About & { name: string; args?: readonly unknown[] }) =>
      perform(this.terminal(about), chain, name, args),
    run: async ({ command, timeoutMs, ...about }: About & { command: string; timeoutMs?: number }) => {
      const shell = await this.terminal(about).shell()
      return shell.run(command, { timeoutMs })
    },
    /** What the program is doing, and how it ended. */
    state: async (about: About) => {
      const terminal = this.terminal(about)
      const { exit, verdict, session } = terminal
      return { exit, verdict, title: session.title, cols: session.cols, rows: session.rows, pid: session.pid }
    },
    expect: async ({ matcher, args = [], chain = [], negated = false, soft = false, timeoutMs, ...about }: Asked) => {
      const terminal = this.terminal(about)
      if (!matcherNames.includes(matcher as MatcherName))
        throw new CoreError('invalid-params', `there is no matcher ${matcher}: ${matcherNames.join(', ')}`)
      const subject = locate(terminal, chain)
      const options = { negated, soft, timeoutMs }
      const { message } = await judge(matcher as MatcherName, subject, revive(terminal, args), options)
      if (message !== null && soft) terminal.failSoftly(new ExpectationError(message))
      return { message }
    },
    end: async ({ kit, failed }: About & { failed: boolean }) => {
      const opened = this.of(kit)
      this.opened.delete(kit)
      const { attachments, isNamed, failures } = await opened.kit.end(failed)
      return { attachments, isNamed, failures: failures.map(({ message }) => message), notes: opened.kit.notes }
    },
    /** Snapshots that no test of a file has asked for, in words; null where there are none. */
    obsolete: async ({ file }: { file: string }) => describeObsolete(obsoleteSnapshots(file)),
  }

  /** Ends what no one has ended. */
  async dispose(): Promise<void> {
    const left = [...this.opened.values()]
    this.opened.clear()
    await Promise.allSettled(left.map(({ kit }) => kit.end(false)))
  }

  private of(kit: number): Opened {
    const opened = this.opened.get(kit)
    if (!opened) throw new CoreError('not-found', `there is no kit ${kit}: it was ended, or never opened`)
    return opened
  }

  private terminal({ kit, terminal = 0 }: About): Terminal {
    const found = this.of(kit).terminals[terminal]
    if (!found) throw new CoreError('not-found', `kit ${kit} has no terminal ${terminal}`)
    return found
  }
}
