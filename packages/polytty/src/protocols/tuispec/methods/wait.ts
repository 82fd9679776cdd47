/** Waiting, and asserting, which is waiting too. */
import { z } from 'zod'
import { encodeReadiness, readiness, wantedStates } from '../../readiness.js'
import { method } from '../context.js'
import { ambiguityMode, milliseconds, ok, pollIntervalMs, timeoutMs } from '../params.js'
import { regex, selector } from '../selector.js'
import { ambiguityOf } from '../settings.js'
import { waitFor, waitForReady, waitForStable, waitUntilGone, waitUntilPattern } from '../waiting.js'

const done = { ok: true } as const
const failures = ['session-not-found', 'wait-timeout', 'session-exited'] as const

const waitForText = method({
  name: 'waitForText',
  summary: 'Wait until a selector finds something.',
  params: z.object({ selector, timeoutMs, pollIntervalMs, ambiguityMode: ambiguityMode.nullish() }),
  result: ok,
  errors: [...failures, 'conflict'],
  examples: [
    {
      about: 'what does not come',
      params: { selector: { type: 'exact', text: 'Ready' }, timeoutMs: 0 },
      error: -32004,
    },
    {
      about: 'rows and columns are counted from 1',
      params: { selector: { type: 'at', col: 0, row: 1 } },
      error: -32602,
    },
    { about: 'no regular expression', params: { selector: { type: 'regex', pattern: 'a(' } }, error: -32602 },
  ],
  handler: async (client, { selector, timeoutMs, ambiguityMode }, { signal }) => {
    const ambiguity = ambiguityMode && ambiguityOf(ambiguityMode)
    await waitFor(client.active(), selector, { timeoutMs, ambiguity, signal })
    return done
  },
})

const waitUntil = method({
  name: 'waitUntil',
  summary: 'Wait until a regular expression matches in the text of the screen.',
  params: z.object({
    pattern: regex,
    timeoutMs,
    pollIntervalMs,
  }),
  result: ok,
  errors: failures,
  examples: [{ about: 'what does not come', params: { pattern: 'Ready|Done', timeoutMs: 0 }, error: -32004 }],
  handler: async (client, { pattern, timeoutMs }, { signal }) => {
    await waitUntilPattern(client.active(), pattern, { timeoutMs, signal })
    return done
  },
})

const stable = method({
  name: 'waitForStable',
  summary: 'Wait until the text of the screen has not changed for a while, counted from the call at the earliest.',
  params: z.object({ debounceMs: milliseconds, timeoutMs, pollIntervalMs }),
  result: ok,
  errors: failures,
  examples: [
    { params: { debounceMs: 10 }, result: { ok: true } },
    { about: 'less time than quiet', params: { debounceMs: 1000, timeoutMs: 0 }, error: -32004 },
    { about: 'without debounceMs', params: {}, error: -32602 },
  ],
  deviation:
    'No wait polls, so pollIntervalMs has no effect: every change is looked at when it happens. An app that has exited is stable.',
  handler: async (client, { debounceMs, timeoutMs }, { signal }) => {
    await waitForStable(client.active(), debounceMs, { timeoutMs, signal }, client.core.clock)
    return done
  },
})

const ready = method({
  name: 'waitForReady',
  summary: 'Wait until the app has answered all that was typed and waits for more, or has ended.',
  params: z.object({ states: wantedStates, timeoutMs }),
  result: readiness,
  errors: failures,
  deviation: 'An addition.',
  examples: [
    { params: {}, result: { state: '$any' } },
    { about: 'a state that does not come', params: { states: ['secret-input'], timeoutMs: 0 }, error: -32004 },
  ],
  handler: async (client, { states, timeoutMs }, { signal }) =>
    encodeReadiness(await waitForReady(client.active(), states ?? undefined, { timeoutMs, signal })),
})

const expectVisible = method({
  name: 'expectVisible',
  summary: 'Fail unless a selector finds something within the timeout of the session.',
  params: z.object({ selector, timeoutMs, pollIntervalMs }),
  result: ok,
  errors: [...failures, 'conflict'],
  examples: [
    {
      about: 'what does not come',
      params: { selector: { type: 'exact', text: 'Ready' }, timeoutMs: 0 },
      error: -32004,
    },
  ],
  handler: async (client, { selector, timeoutMs }, { signal }) => {
    await waitFor(client.active(), selector, { timeoutMs, signal })
    return done
  },
})

const expectNotVisible = method({
  name: 'expectNotVisible',
  summary: 'Fail unless a selector finds nothing within the timeout of the session.',
  params: z.object({ selector, timeoutMs, pollIntervalMs }),
  result: ok,
  errors: failures,
  examples: [{ params: { selector: { type: 'exact', text: 'Error' } }, result: { ok: true } }],
  handler: async (client, { selector, timeoutMs }, { signal }) => {
    await waitUntilGone(await client.settled(signal), selector, { timeoutMs, signal })
    return done
  },
})

export const waitMethods = [waitForText, waitUntil, stable, ready, expectVisible, expectNotVisible]
