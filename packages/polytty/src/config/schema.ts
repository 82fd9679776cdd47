/** What can be set in configuration files and the environment. The names are those of the flags, in camel case. */

import { z } from 'zod'
import { MAX_CELLS } from '../base/limits.js'

const int = z.number().int()
const cells = int.min(1).max(MAX_CELLS)

/** Sections that a project's file may set: it comes with other people's code, so it says how things look, not what runs. */
export const projectSections = ['session', 'picture', 'log'] as const

export const configSchema = z.strictObject({
  server: z
    .strictObject({
      host: z.string().optional().describe('Address to bind.'),
      port: int.min(0).max(65_535).optional().describe('Port to bind.'),
      token: z.string().min(1).optional().describe('Token that clients must give.'),
      shell: z.string().min(1).optional().describe('Program of sessions that name none.'),
      maxSessions: int.min(1).max(100_000).optional().describe('Sessions at a time.'),
      maxConnections: int.min(1).max(100_000).optional().describe('Clients at a time.'),
      allowOrigin: z.array(z.string()).optional().describe('Origins whose pages may use the server.'),
      keep: int.min(1).max(31_536_000).optional().describe('Seconds that programs keep running without a server.'),
      redact: z.boolean().optional().describe('Mask what looks like a secret in everything that leaves the server.'),
    })
    .optional(),
  session: z
    .strictObject({
      cols: cells.optional().describe('Columns of a new session.'),
      rows: cells.optional().describe('Rows of a new session.'),
    })
    .optional(),
  picture: z
    .strictObject({
      theme: z.string().min(1).optional().describe('Colour theme.'),
      fontSize: z.number().min(6).max(96).optional().describe('Font size in pixels.'),
      scale: int.min(1).max(3).optional().describe('Pixels per unit of a PNG.'),
      padding: int.min(0).max(200).optional().describe('Empty pixels around the text.'),
      frame: z.boolean().optional().describe('A window frame with a title.'),
    })
    .optional(),
  log: z
    .strictObject({
      level: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional().describe('What to log.'),
      format: z.enum(['text', 'json']).optional().describe('How to log.'),
    })
    .optional(),
})

export type Config = z.output<typeof configSchema>

/** Every setting there is, as `section.name`, with its schema. */
export function settings(): ReadonlyMap<string, z.ZodType> {
  const found = new Map<string, z.ZodType>()
  for (const [section, schema] of Object.entries(configSchema.shape))
    for (const [name, setting] of Object.entries(schema.unwrap().shape)) found.set(`${section}.${name}`, setting)
  return found
}
