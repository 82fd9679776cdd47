/** Starting a session, and apps in it. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { milliseconds, ok, pollIntervalMs } from '../params.js'
import { selector } from '../selector.js'
import { overrides, resolveSettings } from '../settings.js'
import { Tui } from '../tui.js'
import { waitFor } from '../waiting.js'

const initialize = method({
  name: 'initialize',
  summary: 'Start the session: its settings, its folder, and an empty screen.',
  params: z.object({
    name: z.string().trim().min(1, 'a name must not be empty').max(200).nullish().describe('"session" if absent.'),
    ...overrides,
  }),
  result: z.object({
    sessionName: z.string(),
    artifactRoot: z.string(),
    rows: z.number().int(),
    cols: z.number().int(),
    version: z.string(),
  }),
  errors: ['session-exists', 'invalid-params', 'invalid-path'],
  examples: [{ about: 'a second time', params: { name: 'again' }, error: -32002 }],
  deviation:
    "The session's folder is emptied of all but baselines: with those gone there would be nothing to compare with, and nothing to update.",
  handler: async (client, { name, ...params }) => {
    if (client.tui) throw new CoreError('session-exists', 'the session was already started')
    const settings = resolveSettings(client.host.options, params)
    const tui = new Tui(name ?? 'session', settings, client.core.sessions)
    const { session } = client.host
    const resized = session?.resize(params.terminalCols ?? session.cols, params.terminalRows ?? session.rows)
    if (session) {
      tui.adopt(session)
      client.noteUse(session)
    }
    client.tui = tui
    client.recording?.watch(tui)
    await resized
    const { rows, cols } = session ?? settings
    return { sessionName: tui.name, artifactRoot: tui.artifacts.root, rows, cols, version: client.core.version }
  },
})

const launch = method({
  name: 'launch',
  summary: 'Start an app on an empty screen, ending the one before. With `readySelector`, wait until that is visible.',
  params: z.object({
    command: z.string().min(1),
    args: z.array(z.string()).nullish(),
    env: z
      .record(z.string(), z.string().nullable())
      .nullish()
      .describe('Added to what is inherited; null removes a variable.'),
    cwd: z.string().nullish(),
    readySelector: selector.nullish(),
    readyTimeoutMs: milliseconds.nullish(),
    readyPollIntervalMs: pollIntervalMs,
  }),
  result: ok,
  errors: ['session-not-found', 'spawn-failed', 'wait-timeout', 'session-exited', 'invalid-request'],
  examples: [
    { params: { command: '/bin/cat' }, result: { ok: true } },
    {
      params: {
        command: '/bin/sh',
        args: ['-c', 'echo "Ready, $WHO"; cat'],
        env: { WHO: 'world', LANG: null },
        cwd: '/',
        readySelector: { type: 'exact', text: 'Ready, world' },
        readyTimeoutMs: 10_000,
      },
      result: { ok: true },
    },
    { about: 'what does not exist', params: { command: '/no/such/program' }, error: -32004 },
    { about: 'without a command', params: {}, error: -32602 },
  ],
  handler: async (client, { command, args, env, cwd, readySelector, readyTimeoutMs }, { signal }) => {
    const tui = client.active()
    const { options } = client.host
    const app = await tui.launch({
      program: command,
      args: args ?? [],
      inherit: options.inherit,
      env: env ?? {},
      cwd: resolve(options.cwd, cwd ?? '.'),
    })
    client.noteUse(app)
    client.firstLook.noteInput(app)
    if (readySelector) await waitFor(tui, readySelector, { timeoutMs: readyTimeoutMs, signal })
    return { ok: true as const }
  },
})

export const lifecycleMethods = [initialize, launch]
