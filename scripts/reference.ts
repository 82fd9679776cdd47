/** A protocol's declarations as a reference page and as JSON Schema. */
import type { Method } from '../packages/polytty/src/protocols/define.js'
import type { Declarations, Protocol } from '../packages/polytty/src/protocols/protocol.js'
import { definitionName, type JsonSchema, schemaOf, typeText } from '../packages/polytty/src/protocols/schema-text.js'

export function referencePage({ name, summary }: Protocol, { dialect, errors }: Declarations): string {
  const deviations = [...dialect.methods, ...dialect.events].filter(({ deviation }) => deviation)
  return `${[
    `# ${name}`,
    `For ${summary}.`,
    `Made by \`npm run gen\` from the declarations in \`packages/polytty/src/protocols/${name}\`. ${dialect.methods.length} methods, ${dialect.events.length} events.`,
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

export function referenceSchema({ dialect }: Declarations): string {
  const entries = dialect.methods.map(({ name, params, result }) => [
    name,
    { params: resource(`${name}/params`, schemaOf(params, 'input')), result: schemaOf(result, 'output') },
  ])
  const events = dialect.events.map(({ name, params }) => [name, schemaOf(params, 'output')])
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', methods: Object.fromEntries(entries), events: Object.fromEntries(events) }, null, 2)}\n`
}

function methodSection(
  { name, summary, params, result, errors: codes, examples }: Method<never>,
  errors: Declarations['errors'],
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

/** A schema with definitions of its own is a resource of its own, so that its references lead to them. */
function resource(id: string, schema: JsonSchema): JsonSchema {
  return schema.$defs ? { $id: id, ...schema } : schema
}

function fields(schema: JsonSchema): string {
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeText(field, code).replaceAll('|', '\\|')} | ${required.has(name) ? 'yes' : ''} | ${describe(field, schema).replaceAll('|', '\\|')} |`,
  )
  return rows.length === 0 ? '' : ['| field | type | required | |', '|---|---|---|---|', ...rows].join('\n')
}

/** A field's own words, or those of the definition it refers to. */
function describe({ description, $ref }: JsonSchema, { $defs }: JsonSchema): string {
  return description ?? ($ref && $defs?.[definitionName($ref)]?.description) ?? ''
}

function code(text: string): string {
  return `\`${text}\``
}
