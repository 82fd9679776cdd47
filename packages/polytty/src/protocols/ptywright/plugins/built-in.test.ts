/** The plugins that come with the server, fed with screens that no program has ever shown. */
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../base/clock.js'
import { classified, readReturned } from '../adapters/shapes.js'
import { PluginRegistry } from './plugin-registry.js'

const registry = new PluginRegistry(systemClock, false)
afterAll(() => registry.dispose())

const pieces = [
  ...['❯ 1. Yes', '  2. No', '│ ❯ 2. No, exit │', '❯', '> ', '> hello', '│ > │', '>>>', '...', '$', 'shop=#'],
  ...['╭────╮', '╰────╯', '─'.repeat(40), '╌'.repeat(40), '│', '✻ Brewed for 3s', '✻ Thinking…', 'Total cost: $1'],
  ...['esc to interrupt', 'API Error: 429 retry in 3s', 'Do you trust it?', 'https://example.com/x', '12% used'],
  ...[
    'Press Enter to continue',
    'Esc to close',
    'Select model',
    'Traceback (most recent call last):',
    '',
    ' '.repeat(150),
  ],
]
const line = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 80 }))
const screen = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n').replaceAll('\0', ''))
const marks = fc.constantFrom('', '\x1b]133;A\x07$ \x1b]133;B\x07', '\x1b]133;D;3\x07', '\x1b]133;C\x07', '\x1b]133;')
const input = fc
  .record({ screen, printed: fc.array(fc.oneof(line, marks)), stable_ms: fc.nat(1000), process_exited: fc.boolean() })
  .map(({ screen, printed, ...rest }) => {
    const transcript = printed.join('\r\n')
    const labels = { run: 0, eval: 0, turn_start: 0, sent: transcript.length }
    const split = { screen, body_text: screen, status_text: '' }
    const common = { transcript, markers: labels, marker_offsets: labels, cursor: transcript.length, sequence: 1 }
    return { ...split, ...common, completed_turn_stable_ms: 300, params: {}, ...rest }
  })

describe.each(['claude-code', 'shell', 'repl'])('%s', (name) => {
  const instance = registry.instantiate(registry.get(name))

  test('every screen has one of the states it describes', async () => {
    const { states } = await registry.describe(registry.get(name))
    const known = states.map((state) => state.name)
    await fc.assert(
      fc.asyncProperty(input, fc.constantFrom(null, 'prompt_submitted', 'cancelling'), async (input, last_intent) => {
        const { value } = await instance.call('classify', { ...input, last_intent })
        expect(known).toContain(readReturned(classified, value, name, 'classify').state)
        const over = (await instance.call('turn_over', input)).value
        expect(typeof over === 'boolean' || (over as { matched: unknown }).matched === true).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('every intent plans something or says why not', async () => {
    const { intents } = await registry.describe(registry.get(name))
    const params = fc.record({ prompt: fc.string(), index: fc.nat(4), command: fc.string(), text: fc.string() })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...intents), params, input, async ({ name: intent }, params, context) => {
        const { value } = await instance.call(intent, params, { context }).catch((error: Error) => {
          expect(error.message).toMatch(/stale_dialog|dialog_open|no option|needs/)
          return { value: { actions: [] } }
        })
        expect(value).toHaveProperty('actions')
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['spaces', ' '.repeat(200)],
    ['frames', '│'.repeat(200)],
    ['rules', '─'.repeat(200)],
    ['options', '❯ 1. Yes'.repeat(25)],
    ['digits', '1'.repeat(200)],
    ['colons', 'a: '.repeat(66)],
  ])('a screen full of %s is no more work than it may be', async (_, row) => {
    const screen = Array.from({ length: 60 }, () => row).join('\n')
    const transcript = screen.repeat(20).slice(-131_072)
    const labels = { run: 0, eval: 0, turn_start: 0 }
    const texts = { screen, body_text: screen, status_text: '', transcript }
    const input = { ...texts, markers: labels, marker_offsets: labels, stable_ms: 500, cursor: 0, params: {} }
    expect((await instance.call('classify', input)).value).toHaveProperty('state')
    await instance.call('turn_over', input)
  })
})
