/** The server itself: what it can do, and who may use it. */

import { canEncodeVideo } from '@polytty/render'
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import type { Bridge } from '../../../session/index.js'
import type { Core } from '../../core.js'
import { bridge, encodeBridge } from '../bridge-shape.js'
import { method } from '../context.js'
import { eventNames } from '../events.js'
import { extensions } from './polytty.js'

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
      extensions: z.array(z.string()).describe('Domains of methods that the document does not have.'),
      bridges: z.array(bridge).describe('Terminals whose panes are sessions of this server.'),
    }),
  }),
  examples: [
    { params: {}, result: { version: '0.1.0', implementation: 'polytty', capabilities: { supportsMouse: true } } },
  ],
  handler: ({ core }) => ({
    version: PROTOCOL_VERSION,
    implementation: core.bridgeTo === null ? 'polytty' : `polytty-bridge-${core.bridgeTo}`,
    ...(core.name === null ? {} : { name: core.name }),
    authentication: core.auth.required ? ('password' as const) : ('none' as const),
    capabilities: {
      screenshot: ['text' as const, 'ansi' as const, 'json' as const, 'svg' as const, 'png' as const],
      maxSessions: core.maxSessions,
      supportsResize: core.bridgeTo === null || !lacks(core, 'resize'),
      supportsScrollback: core.bridgeTo === null || !lacks(core, 'scrollback'),
      supportsMouse: core.bridgeTo === null || !lacks(core, 'mouse'),
      supportsSessionCreate: core.bridgeTo === null || !lacks(core, 'create'),
      supportsColorPalette: true,
      supportsRawOutput: core.bridgeTo === null || !lacks(core, 'raw-output'),
      supportsShellIntegration: true,
      recording: ['session' as const, ...(canEncodeVideo() ? ['video' as const] : []), 'actions' as const],
      events: [...eventNames],
      extensions: [...extensions],
      bridges: core.bridges.sources.map((source) => encodeBridge(source.bridge)),
    },
  }),
})

/** Whether the terminal that this server is a bridge to cannot do it. */
function lacks({ bridges }: Core, gap: Bridge['unsupported'][number]): boolean {
  return bridges.sources.some((source) => source.bridge.unsupported.includes(gap))
}

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
  deviation:
    'Where a password is asked for, a connection that has not given it within 10 s is closed, and its messages hold at most 64 KiB until then. A wrong bearer token is refused at the upgrade.',
  examples: [
    { about: 'where no password is asked for', params: { password: 'anything' }, result: { authenticated: true } },
  ],
  handler: (client, { password }) => {
    const { auth } = client.core
    if (auth.required && client.wrongPasswords >= MAX_GUESSES)
      throw new CoreError('auth-failed', `a connection may try at most ${MAX_GUESSES} wrong passwords`)
    if (auth.required && !auth.accepts(password)) {
      client.wrongPasswords++
      throw new CoreError('auth-failed', 'wrong password', {
        hint: 'use the --token or --password the server was started with',
      })
    }
    client.authenticate()
    return { authenticated: true as const }
  },
})

export const wrighttyMethods = [getInfo, authenticate]
