/**
 * All that one test has: its folder, its terminals, its snapshots. Runners open a kit before a test and end it after;
 * then its programs are ended, of which none may be left, and a failure leaves its files.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { processesOf, Redactor, type Session, SessionRegistry, systemClock } from 'polytty/sessions'
import { fileName, leaveArtifacts } from './artifacts.js'
import { Chaos } from './chaos.js'
import { TerminalError } from './failure.js'
import { defaults, type LaunchOptions, parseSize, requireOptions, wordsOf } from './options.js'
import { SnapshotStore, type UpdateMode, updateMode } from './snapshots/store.js'
import { Terminal } from './terminal.js'
import { noTrace, type Trace } from './trace.js'
import { profileOf, resolveWords, Workspace } from './workspace.js'

/** Where a test stands in its runner. */
interface Registry {
  readonly sessions: SessionRegistry
  readonly redactor: Redactor | null
}

export interface TestPlace {
  /** The test's file, beside which its snapshots are; null where there is none. */
  readonly file: string | null
  readonly title: string
  /** Where failures leave their files; test-results in the project if absent, null for nowhere. */
  readonly outputDir?: string | null
  /** The folder of this test's failure itself, where the runner has one. */
  readonly outputFolder?: string
  /** What the runner was asked to do with snapshots; null if nothing. */
  readonly update?: UpdateMode | null
  readonly trace?: Trace
  /** Where notes go that are no failures. */
  readonly note?: (text: string) => void
}

export interface KitEnd {
  /** Files that a failure has left. */
  readonly attachments: readonly string[]
  /** An error has named them already. */
  readonly isNamed: boolean
  /** What soft expectations found. */
  readonly failures: readonly Error[]
}

export const OUTPUT_FOLDER = 'test-results'

export class Kit {
  /** The test's terminal; a program runs in it once one was launched. */
  readonly terminal: Terminal
  readonly notes: string[] = []
  private readonly workspace = new Workspace()
  /** By the secrets that are taken out of what their sessions show. */
  private readonly registries = new Map<string, Registry>()
  private readonly terminals: Terminal[] = []
  private readonly failures: Error[] = []
  private readonly snapshots: SnapshotStore
  private readonly outputFolder: string | null

  constructor(
    private readonly place: TestPlace,
    private readonly options: LaunchOptions = {},
  ) {
    this.snapshots = new SnapshotStore(place.file, place.title, updateMode(place.update ?? null))
    this.outputFolder = outputFolder(place)
    this.terminal = this.add()
  }

  /** The terminal, with its program started where the options name one. */
  async open(): Promise<Terminal> {
    requireOptions(this.options)
    if (this.options.program !== undefined) await this.terminal.launch(this.options.program)
    return this.terminal
  }

  /** Starts a program in a further terminal, or in the first if none runs there. */
  readonly launch = async (
    program: LaunchOptions['program'],
    options: Omit<LaunchOptions, 'program'> = {},
  ): Promise<Terminal> => (this.terminal.isRunning ? this.add() : this.terminal).launch(program, options)

  /** Ends the programs and removes the folder; a test that failed leaves its files first. */
  async end(failed: boolean): Promise<KitEnd> {
    const hasFailed = failed || this.failures.length > 0
    const isNamed = this.isNamed
    let attachments: string[] = []
    try {
      if (hasFailed) attachments = this.leave()
    } finally {
      for (const terminal of this.terminals) terminal.close()
      const registries = [...this.registries.values()].map(({ sessions }) => sessions)
      const sessions = registries.flatMap((registry) => registry.list())
      const graceMs = this.options.endMs ?? defaults.endMs
      await Promise.all(registries.map((registry) => registry.dispose({ graceMs })))
      await requireNoneLeft(sessions)
      this.workspace.remove()
    }
    // An expectation that no one awaits fails now, and its error names these.
    if (!hasFailed && !isNamed && this.isNamed) attachments = this.leave()
    return { attachments, isNamed: this.isNamed, failures: this.failures }
  }

  private get isNamed(): boolean {
    return this.terminals.some((terminal) => terminal.hasFailed)
  }

  private add(): Terminal {
    const number = this.terminals.length
    const folder = this.outputFolder && (number === 0 ? this.outputFolder : join(this.outputFolder, String(number + 1)))
    const terminal = new Terminal({
      clock: systemClock,
      trace: this.place.trace ?? noTrace,
      snapshots: this.snapshots,
      outputFolder: folder,
      defaults: this.options,
      start: (options) => this.start(options),
      note: (text) => this.note(text),
      failSoftly: (error) => void this.failures.push(error),
    })
    this.terminals.push(terminal)
    return terminal
  }

  private note(text: string): void {
    this.notes.push(text)
    this.place.note?.(text)
  }

  private registryFor(given: readonly string[] = []): Registry {
    const secrets = [...new Set([...(this.options.secrets ?? []), ...given])]
    const key = JSON.stringify(secrets)
    const known = this.registries.get(key)
    if (known) return known
    const redactor = secrets.length > 0 ? new Redactor({ literals: secrets, builtIn: false }) : null
    const made = { redactor, sessions: new SessionRegistry({ redactor }) }
    this.registries.set(key, made)
    return made
  }

  private async start(options: LaunchOptions) {
    requireOptions(options)
    const { workspace, place } = this
    const { sessions, redactor } = this.registryFor(options.secrets)
    workspace.write(options.files ?? {})
    const places = [...(place.file === null ? [] : [dirname(place.file)]), process.cwd()]
    const [program, ...args] = resolveWords(wordsOf(options.program), options.files, places)
    const profile = profileOf(options)
    const chaos = Chaos.of(options.chaos)
    const session = await sessions.create({
      program: program!,
      args,
      cwd: options.cwd ?? workspace.folder,
      inherit: workspace.environment(options),
      env: { COLORTERM: null, TERM: options.term ?? profile.term, ...profile.env, ...options.env },
      ...parseSize(options.size ?? defaults.size),
      shellIntegration: true,
      splitOutput: chaos?.split ?? false,
      terminal: { ...(profile.identity && { identity: profile.identity }) },
    })
    return { session, chaos, redactor }
  }

  private leave(): string[] {
    const { outputFolder } = this
    if (outputFolder === null) return []
    return this.terminals.flatMap((terminal) => {
      const { evidence } = terminal
      return evidence && terminal.outputFolder ? leaveArtifacts(terminal.outputFolder, evidence) : []
    })
  }
}

export function outputFolder({
  outputDir = join(process.cwd(), OUTPUT_FOLDER),
  file,
  title,
  ...place
}: TestPlace): string | null {
  if (place.outputFolder !== undefined) return place.outputFolder
  if (outputDir === null) return null
  return join(outputDir, ...(file === null ? [] : placeInProject(file)), fileName(title))
}

/** The folders and the name of a test file, so that files of one name stay apart; none of it leads out of where it is put. */
function placeInProject(file: string): string[] {
  return relative(process.cwd(), file)
    .split(sep)
    .map((part) => (part === '..' ? '_' : part))
}

/** What was started and runs although all of it was ended is a failure of its own. */
async function requireNoneLeft(sessions: readonly Session[]): Promise<void> {
  const alive = sessions.filter(({ processesLeft }) => processesLeft > 0)
  const left = (await Promise.all(alive.map(({ id }) => processesOf(id)))).flat()
  if (left.length === 0) return
  const named = left.map((pid) => `${pid} (${commandOf(pid)})`)
  throw new TerminalError(`this test left processes behind: ${named.join(', ')}`)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return 'gone by now'
  }
}
