/** The built-in `claude-code` plugin on screens that are data: what each of them means, and what is read off it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../base/clock.js'
import type { AdapterState } from '../adapters/shapes.js'
import { PluginRegistry } from './plugin-registry.js'

const file = new URL('../conformance/screens/claude-code.txt', import.meta.url)
const [, ...parts] = readFileSync(fileURLToPath(file), 'utf8').split(/^==== /m)
const screens = parts.map((part) => {
  const [head, ...rows] = part.split('\n')
  const [name, state, intent, metadata] = head!.split('|').map((cell) => cell.trim())
  return {
    name,
    state,
    intent: intent || null,
    metadata: metadata ? JSON.parse(metadata) : {},
    screen: rows.join('\n'),
  }
})

const registry = new PluginRegistry(systemClock, false)
const instance = registry.instantiate(registry.get('claude-code'))
afterAll(() => registry.dispose())

interface Seen {
  readonly intent?: string | null
  readonly stableMs?: number
  readonly markers?: Readonly<Record<string, number>>
}

function inputOf(screen: string, { intent = null, stableMs = 300, markers = {} }: Seen) {
  const texts = { screen: screen.trimEnd(), body_text: screen, status_text: '', transcript: '' }
  const times = { stable_ms: stableMs, completed_turn_stable_ms: 300, sequence: 1 }
  return { ...texts, ...times, last_intent: intent, markers, marker_offsets: {}, cursor: 90 }
}

async function classify(screen: string, seen: Seen = {}) {
  const { value } = await instance.call('classify', inputOf(screen, seen))
  return value as AdapterState & { host_marks?: unknown }
}

test.each(screens)('$name: $state', async ({ state, intent, metadata, screen }) => {
  expect(await classify(screen, { intent })).toMatchObject({ state, metadata })
})

test.each(screens)('$name: options are lists', async ({ intent, screen }) => {
  const { metadata } = await classify(screen, { intent })
  const { dialog, options } = (metadata ?? {}) as { dialog?: { options?: unknown }; options?: unknown }
  for (const list of [dialog?.options, options]) if (list !== undefined) expect(list).toBeInstanceOf(Array)
})

test('every state that is described is reached', async () => {
  const { states } = await registry.describe(registry.get('claude-code'))
  expect([...new Set(screens.map(({ state }) => state))].sort()).toEqual(states.map(({ name }) => name).sort())
})

describe('waiting for the end of a turn', () => {
  const goesOn = ['thinking', 'cancelling', 'ready']

  test.each(screens)('$name', async ({ state, intent, screen }) => {
    // Who began a turn, a predicate sees by the marker.
    const markers: Record<string, number> = intent === 'prompt_submitted' ? { turn_start: 0 } : {}
    const { value } = await instance.call('turn_over', inputOf(screen, { markers }))
    if (screen.trim() === '' || goesOn.includes(state!)) expect(value).toBe(false)
    else expect(value).toMatchObject({ matched: true })
  })
})

describe('a turn that has ended', () => {
  const screen = '❯ Which?\n\n⏺ That one.\n\n✻ Mused for 2s\n\n❯'

  test('is known before the screen stands still, with less confidence', async () => {
    const [early, late] = [
      await classify(screen, { intent: 'prompt_submitted', stableMs: 0 }),
      await classify(screen, { intent: 'prompt_submitted' }),
    ]
    expect([early.state, late.state]).toEqual(['completed_turn', 'completed_turn'])
    expect(early.confidence).toBeLessThan(late.confidence)
  })

  test('marks its end in the transcript, once', async () => {
    const first = await classify(screen, { intent: 'prompt_submitted', markers: { turn_start: 10, turn_end: 5 } })
    expect(first).toMatchObject({
      host_marks: [{ label: 'turn_end' }],
      metadata: { transcript: { turn_start: 10, turn_end: 90 } },
    })
    const again = await classify(screen, { intent: 'prompt_submitted', markers: { turn_start: 10, turn_end: 80 } })
    expect(again.host_marks).toBeUndefined()
    expect(again.metadata).toMatchObject({ transcript: { turn_start: 10, turn_end: 80 } })
  })
})

test('keys answer a dialog that has no numbers', async () => {
  const { screen } = screens.find(({ name }) => name === 'a permission by keys')!
  await classify(screen)
  const choose = async (option: string) =>
    (await instance.call('choose_option', { option }, { context: inputOf(screen, {}) })).value
  expect(await choose('deny')).toEqual({ actions: [{ type: 'key', value: 'escape' }] })
  expect(await choose('Approve')).toEqual({ actions: [{ type: 'key', value: 'enter' }] })
})
