/** A protocol from outside: its transcripts and the examples of its declarations, over what really carries it. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { needs } from '../needs.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { type Line, play, readTranscript } from './player.js'
import type { ConformanceSetup } from './setup.js'

export async function conformance(protocol: Protocol): Promise<void> {
  const folder = fileURLToPath(protocol.conformance)
  const { setup } = (await import(`${folder}setup.ts`)) as { setup: ConformanceSetup }
  const { dialect, errors } = await protocol.declarations()
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const transcripts = new Map(names.map((name) => [name, readTranscript(`${folder}${name}`)]))

  describe(protocol.name, () => {
    afterAll(() => setup.stop?.())

    for (const [name, lines] of transcripts)
      test(`transcript ${name}`, needs(...(lines[0]?.needs ?? [])), () =>
        converse(setup, lines, lines[0]?.server, name),
      )

    for (const example of examplesOf(dialect))
      test(`example ${example.title}`, needs(...example.needs), () =>
        converse(setup, setup.example(example), undefined, example.id),
      )

    test('every method succeeds, and every event and error code occurs, in some conversation', () => {
      const { methods, events, codes } = findGaps(dialect, errors, [...transcripts.values()])
      const { unseen = {} } = setup
      expect({
        methods: methods.filter((name) => !unseen.methods?.includes(name)),
        events: events.filter((name) => !unseen.events?.includes(name)),
        codes: codes.filter((code) => !unseen.codes?.includes(code)),
      }).toEqual({ methods: [], events: [], codes: [] })
    })
  })
}

async function converse(
  setup: ConformanceSetup,
  lines: readonly Line[],
  options: Line['server'],
  name: string,
): Promise<void> {
  const server = await setup.start(options, name)
  await play(lines, (client) => server.connect(client), new Map(server.bindings)).finally(() => server.stop())
}
