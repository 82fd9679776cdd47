/** The server itself: what it can do, and who may use it. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { eventNames } from '../events.js'

const getInfo = method({
  name: 'Wrightty.getInfo',
  summary: 'What this server is and what it can do. Needs no authentication.',
  params: z.object({}),
  result: z.object({
    version: z.string(),
    implementation: z.string(),
    name: z.string().optional(),
    authentication: z.enum(['none', 'password']),
    capabilities: z.object({
      screenshot: z.array(z.enum(['text', 'ansi', 'json', 'svg', 'png'])),
      maxSessions: z.number().int(),
      supportsResize: z.boolean(),
      supportsScrollback: z.boolean(),
      supportsMouse: z.boolean(),
      supportsSessionCreate: z.boolean(),
      supportsColorPalette: z.boolean(),
      supportsRawOutput: z.boolean(),
      supportsShellIntegration: z.boolean(),
      recording: z.array(z.enum(['session', 'video', 'actions'])),
      events: z.array(z.string()),
    }),
  }),
  examples: [
    { params: {}, result: { version: '0.1.0', implementation: 'polytty', capabilities: { supportsMouse: true } } },
  ],
  handler: ({ core }) => ({
    version: PROTOCOL_VERSION,
    implementation: 'polytty',
    ...(core.name === null ? {} : { name: core.name }),
    authentication: core.auth.required ? ('password' as const) : ('none' as const),
    capabilities: {
      screenshot: ['text' as const, 'ansi' as const, 'json' as const, 'svg' as const, 'png' as const],
      maxSessions: core.maxSessions,
      supportsResize: true,
      supportsScrollback: true,
      supportsMouse: true,
      supportsSessionCreate: true,
      supportsColorPalette: true,
      supportsRawOutput: true,
      supportsShellIntegration: true,
      recording: ['session' as const, 'video' as const, 'actions' as const],
      events: [...eventNames],
    },
  }),
})

/** The version of the protocol document that is served. */
const PROTOCOL_VERSION = '0.1.0'

/** Wrong passwords on one connection before the right one is no longer listened to. */
const MAX_GUESSES = 5

const authenticate = method({
  name: 'Wrightty.authenticate',
  summary: 'Give the password for this connection.',
  params: z.object({ password: z.string() }),
  result: z.object({ authenticated: z.literal(true) }),
  errors: ['auth-failed'],
  examples: [
    { about: 'where no password is asked for', params: { password: 'anything' }, result: { authenticated: true } },
  ],
  handler: (client, { password }) => {
    const { auth } = client.core
    if (auth.required && client.wrongPasswords >= MAX_GUESSES)
      throw new CoreError('auth-failed', `${MAX_GUESSES} wrong passwords are enough for one connection`)
    if (auth.required && !auth.accepts(password)) {
      client.wrongPasswords++
      throw new CoreError('auth-failed', 'wrong password', {
        hint: 'use the --token or --password the server was started with',
      })
    }
    client.authenticated = true
    return { authenticated: true as const }
  },
})

export const wrighttyMethods = [getInfo, authenticate]
