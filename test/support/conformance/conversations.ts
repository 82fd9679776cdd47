/** The conversations of a protocol: its transcripts and the examples of its declarations, each ready to be played. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { examplesOf } from './examples.js'
import { type Line, play, readTranscript } from './player.js'
import type { ConformanceSetup } from './setup.js'

export interface NamedConversation {
  /** The file of a transcript, or the title of an example. */
  readonly name: string
  readonly isExample: boolean
  /** Programs that it runs. */
  readonly needs: readonly string[]
  /** With a server of its own; rejects with what went wrong. */
  play(): Promise<void>
}

export interface Conversations {
  readonly setup: ConformanceSetup
  readonly all: readonly NamedConversation[]
  readonly transcripts: readonly (readonly Line[])[]
}

export async function conversationsOf(protocol: Protocol): Promise<Conversations> {
  const folder = fileURLToPath(protocol.conformance)
  const { setup } = (await import(`${folder}setup.ts`)) as { setup: ConformanceSetup }
  const { dialect } = await protocol.declarations()
  const converse = async (lines: readonly Line[], options: Line['server'], name: string): Promise<void> => {
    const server = await setup.start(options, name)
    await play(lines, (client) => server.connect(client), new Map(server.bindings)).finally(() => server.stop())
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const transcripts = names.map((name) => readTranscript(`${folder}${name}`))
  const all = [
    ...transcripts.map((lines, index) => {
      const [first] = lines
      const name = names[index] ?? ''
      return { name, isExample: false, needs: first?.needs ?? [], play: () => converse(lines, first?.server, name) }
    }),
    ...examplesOf(dialect).map((example) => ({
      name: example.title,
      isExample: true,
      needs: example.needs,
      play: () => converse(setup.example(example), undefined, example.id),
    })),
  ]
  return { setup, all, transcripts }
}
