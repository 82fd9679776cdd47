/** The HTTP face as an OpenAPI 3.1 document, made from the routes and the methods' own declarations. */
import { z } from 'zod'
import type { Method } from '../define.js'
import { errors, type WshCode, wshCodes } from './errors.js'
import { type QueryKind, type Route, routes } from './routes.js'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

const schemaTypes: Record<QueryKind, string> = {
  text: 'string',
  number: 'integer',
  boolean: 'boolean',
  list: 'array',
}

export function openApi<C>(methods: readonly Method<C>[], version: string): object {
  const byName = new Map(methods.map((method) => [method.name, method]))
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    if (route.nameless) continue
    const method = byName.get(route.method)
    if (!method) throw new Error(`route ${route.path} names no method`)
    paths[route.path] = { ...paths[route.path], [route.verb.toLowerCase()]: operation(route, method) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'polytty: the wsh HTTP API',
      version,
      description: 'Where there is just one session, its routes are also served without `/sessions/{name}`.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema() },
    },
    security: [{ bearer: [] }, {}],
  }
}

function operation<C>(route: Route, method: Method<C>): object {
  const params = schemaOf(method.params, 'input')
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const taken = new Set(['session', ...names, ...Object.keys(route.query)])
  return {
    // Waiting has two routes: on one session, and on all of them.
    operationId: 'timeout_ms' in route.query && names.length === 0 ? `${route.method}_any` : route.method,
    summary: method.summary,
    ...(route.open && { security: [] }),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(route.query).map(([name, kind]) => ({
        name,
        in: 'query',
        required: params.required?.includes(name) ?? false,
        schema: params.properties?.[name] ?? { type: schemaTypes[kind] },
      })),
    ],
    ...requestBody(route, params, taken),
    responses: { [route.status]: success(route, method), ...failures(route, method) },
  }
}

function requestBody(route: Route, params: JsonSchema, taken: ReadonlySet<string>): object {
  if (route.body === 'none') return {}
  if (route.body === 'bytes')
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } } }
  const keep = (name: string): boolean => !taken.has(name)
  const properties = Object.fromEntries(Object.entries(params.properties ?? {}).filter(([name]) => keep(name)))
  const schema = { type: 'object', properties, required: (params.required ?? []).filter(keep) }
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function success<C>({ status, type }: Route, { result }: Method<C>): object {
  if (status === 204) return { description: 'Done.' }
  return { description: 'Done.', content: { [type]: { schema: schemaOf(result, 'output') } } }
}

/** What can come of asking for anything that is not open to all. */
const guarded: readonly WshCode[] = ['auth_required', 'auth_invalid', 'origin_not_allowed', 'resource_limit_reached']

/** The statuses of a method's failures, with the codes that have them. */
function failures<C>({ open, body }: Route, { errors: declared, examples }: Method<C>): Record<string, object> {
  const known = Object.keys(wshCodes) as WshCode[]
  const general = [...(open ? [] : guarded), ...(body === 'none' ? [] : (['payload_too_large'] as const))]
  const shown = known.filter((code) => examples.some(({ error }) => error === code))
  const possible = known.filter((code) => declared.some((core) => core === wshCodes[code].core) && isDefault(code))
  const byStatus: Record<string, object> = {}
  for (const status of new Set([...shown, ...possible, ...general].map((code) => wshCodes[code].status))) {
    const codes = [...new Set([...shown, ...possible, ...general])].filter((code) => wshCodes[code].status === status)
    byStatus[status] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return byStatus
}

function isDefault(code: WshCode): boolean {
  return errors[wshCodes[code].core].code === code
}

function errorSchema(): object {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string', enum: Object.keys(wshCodes) }, message: { type: 'string' } },
      },
    },
  }
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema as JsonSchema
}
