/** A protocol from outside: its transcripts and the examples of its declarations, over what really carries it. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Protocol } from '../../../packages/polytty/src/protocols/protocol.js'
import { needs } from '../needs.js'
import { conversationsOf } from './conversations.js'
import { findGaps } from './coverage.js'

export async function conformance(protocol: Protocol): Promise<void> {
  const { setup, all, transcripts } = await conversationsOf(protocol)
  const { dialect, errors } = await protocol.declarations()

  describe(protocol.name, () => {
    afterAll(() => setup.stop?.())

    for (const { name, isExample, needs: programs, play } of all)
      test(`${isExample ? 'example' : 'transcript'} ${name}`, needs(...programs), play)

    test('every method succeeds, and every event and error code occurs, in some conversation', () => {
      const { methods, events, codes } = findGaps(dialect, errors, transcripts)
      const { unseen = {} } = setup
      expect({
        methods: methods.filter((name) => !unseen.methods?.includes(name)),
        events: events.filter((name) => !unseen.events?.includes(name)),
        codes: codes.filter((code) => !unseen.codes?.includes(code)),
      }).toEqual({ methods: [], events: [], codes: [] })
    })
  })
}
