/** A dialect's declarations as a reference page and as JSON Schema. */
import { z } from 'zod'
import type { Method } from '../src/dialects/define.js'
import type { Dialect } from '../src/dialects/dispatch.js'

type ErrorTable = Readonly<Record<string, { readonly code: number | string }>>

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly $id?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

export function referencePage<C>(dialect: Dialect<C>, errors: ErrorTable): string {
  const deviations = [...dialect.methods, ...dialect.events].filter(({ deviation }) => deviation)
  return `${[
    `# ${dialect.name}`,
    `Made by \`npm run gen\` from the declarations in \`src/dialects/${dialect.name}\`. ${dialect.methods.length} methods, ${dialect.events.length} events.`,
    ...(deviations.length > 0
      ? ['## Deviations from the document', ...deviations.map(({ name, deviation }) => `- \`${name}\`: ${deviation}`)]
      : []),
    '## Methods',
    ...dialect.methods.map((method) => methodSection(method, errors)),
    ...(dialect.events.length > 0 ? ['## Events'] : []),
    ...dialect.events.map(({ name, summary, params }) =>
      [`### ${name}`, summary, fields(schemaOf(params, 'output'))].filter(Boolean).join('\n\n'),
    ),
    '## Errors',
    ['| code | when |', '|---|---|', ...Object.entries(errors).map(([name, { code }]) => `| ${code} | ${name} |`)].join(
      '\n',
    ),
  ].join('\n\n')}\n`
}

export function referenceSchema<C>(dialect: Dialect<C>): string {
  const entries = dialect.methods.map(({ name, params, result }) => [
    name,
    { params: resource(`${name}/params`, schemaOf(params, 'input')), result: schemaOf(result, 'output') },
  ])
  const events = dialect.events.map(({ name, params }) => [name, schemaOf(params, 'output')])
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', methods: Object.fromEntries(entries), events: Object.fromEntries(events) }, null, 2)}\n`
}

function methodSection<C>(
  { name, summary, params, result, errors: codes, examples }: Method<C>,
  errors: ErrorTable,
): string {
  const failures = codes.map((code) => `\`${errors[code]?.code}\` ${code}`).join(', ')
  const example = examples[0]
  const parts = [
    `### ${name}`,
    summary,
    fields(schemaOf(params, 'input')) || 'No params.',
    `Result:\n\n${fields(schemaOf(result, 'output')) || 'empty'}`,
    failures && `Errors: ${failures}.`,
    example && `\`\`\`json\n${JSON.stringify({ method: name, params: example.params })}\n\`\`\``,
  ]
  return parts.filter(Boolean).join('\n\n')
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema as JsonSchema
}

/** A schema with definitions of its own is a resource of its own, so that its references lead to them. */
function resource(id: string, schema: JsonSchema): JsonSchema {
  return schema.$defs ? { $id: id, ...schema } : schema
}

function fields(schema: JsonSchema): string {
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeText(field)} | ${required.has(name) ? 'yes' : ''} | ${describe(field, schema).replaceAll('|', '\\|')} |`,
  )
  return rows.length === 0 ? '' : ['| field | type | required | |', '|---|---|---|---|', ...rows].join('\n')
}

/** A field's own words, or those of the definition it refers to. */
function describe({ description, $ref }: JsonSchema, { $defs }: JsonSchema): string {
  return description ?? ($ref && $defs?.[definitionName($ref)]?.description) ?? ''
}

function definitionName(reference: string): string {
  return reference.replace(/^.*\//, '')
}

function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' \\| ')
  if (schema.$ref) return definitionName(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeText))].join(' \\| ')
  if (schema.type === 'array') return `${schema.items ? typeText(schema.items) : 'any'}[]`
  return String(schema.type ?? 'any')
}
