/** Looking at an adapter's program: its screen, what it printed, and what its plugin makes of them. */
import { z } from 'zod'
import { redactDeep } from '../../../redaction/deep.js'
import { adapterState } from '../adapters/shapes.js'
import { method } from '../context.js'
import { encodeSnapshot, screenSnapshot } from '../encode.js'
import { requirePermission } from '../plugins/manifest.js'
import { readRedactor, redactionParams, redactTail } from '../redaction.js'

const params = z.object({ adapter: z.string(), ...redactionParams })

const snapshot = method({
  name: 'adapter.snapshot',
  summary: 'The screen, redacted unless asked not to be.',
  params,
  result: screenSnapshot,
  errors: ['invalid-params', 'permission-denied', 'invalid-pattern'],
  examples: [{ params: { adapter: '$adapter' }, result: { size: { rows: 40, cols: 120 }, title: '$any' } }],
  handler: async ({ server }, params, { signal }) => {
    const { manifest, session, turns, view } = server.adapters.get(params.adapter)
    requirePermission(manifest, 'adapter.snapshot', 'screen.read')
    const redactor = readRedactor(params)
    return turns.take(signal, async () => encodeSnapshot(session, session.snapshot(), view.sequence, redactor))
  },
})

const transcript = method({
  name: 'adapter.transcript',
  summary: 'What was printed, as far as it is kept, redacted unless asked not to be.',
  params,
  result: z.object({ text: z.string() }),
  errors: ['invalid-params', 'permission-denied', 'invalid-pattern'],
  examples: [{ params: { adapter: '$adapter' }, result: { text: '$any' } }],
  handler: async ({ server }, params, { signal }) => {
    const { manifest, session, turns } = server.adapters.get(params.adapter)
    requirePermission(manifest, 'adapter.transcript', 'transcript.read')
    const redactor = readRedactor(params)
    const text = await turns.take(signal, async () => session.transcript.read())
    return { text: redactor?.redact(text) ?? text }
  },
})

/** How much of the transcript an inspection shows, in bytes. */
const TAIL_BYTES = 4096

const inspect = method({
  name: 'adapter.inspect',
  summary: 'What the plugin sees and how it classifies it: to find out why a state is not as expected.',
  params,
  result: z.object({
    adapter: z.string(),
    plugin: z.string(),
    session: z.string(),
    state: adapterState,
    plain_text: z.string(),
    body_text: z.string(),
    status_text: z.string(),
    transcript_tail: z.string(),
    sequence: z.number().int(),
  }),
  errors: ['invalid-params', 'permission-denied', 'invalid-pattern'],
  examples: [
    {
      params: { adapter: '$adapter' },
      result: { adapter: '$adapter', plugin: 'shell', state: '$any', status_text: '$any' },
    },
  ],
  handler: async ({ server, sessions }, params, { signal }) => {
    const adapter = server.adapters.get(params.adapter)
    const { id, manifest, session, turns, view } = adapter
    requirePermission(manifest, 'adapter.inspect', 'screen.read')
    const redactor = readRedactor(params)
    return turns.take(signal, async () => {
      const state = await adapter.state()
      const { screen, body_text, status_text } = view.texts(redactor)
      const shown = { state: redactDeep(state, redactor), plain_text: screen, body_text, status_text }
      const tail = lastBytes(redactTail(session.transcript.read(), TAIL_BYTES, redactor), TAIL_BYTES)
      const names = { adapter: id, plugin: manifest.name, session: sessions.idOf(session) }
      return { ...names, ...shown, transcript_tail: tail, sequence: view.sequence }
    })
  },
})

/** The end of a text within so many bytes of UTF-8, cut at a character. */
function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  let from = Math.max(0, bytes.length - most)
  while (from < bytes.length && (bytes[from]! & 0xc0) === 0x80) from++
  return bytes.toString('utf8', from)
}

export const readMethods = [snapshot, transcript, inspect]
