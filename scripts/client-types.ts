/** A protocol's declarations as TypeScript: what @polytty/client calls its methods and events with. */

import type { Declarations, Protocol } from '../packages/polytty/src/protocols/protocol.js'
import { type JsonSchema, schemaOf } from '../packages/polytty/src/protocols/schema-text.js'

export function clientTypes({ name, summary }: Protocol, { dialect }: Declarations): string {
  const writer = new TypeWriter()
  const methods = dialect.methods.map((method) =>
    entry(method.name, method.summary, [
      `readonly params: ${writer.type(schemaOf(method.params, 'input'), 3)}`,
      `readonly result: ${writer.type(schemaOf(method.result, 'output'), 3)}`,
    ]),
  )
  const events = dialect.events.map(
    (event) =>
      `    /** ${comment(event.summary)} */\n    readonly ${key(event.name)}: ${writer.type(schemaOf(event.params, 'output'), 2)}`,
  )
  return [
    `/** The methods and events of ${name}: ${summary}. Made by \`npm run gen\` from its declarations. */`,
    '',
    ...writer.definitions(),
    `export interface ${typeName(name)} {`,
    '  readonly methods: {',
    ...methods,
    '  }',
    '  readonly events: {',
    ...events,
    '  }',
    '}',
    '',
  ].join('\n')
}

export function clientIndex(protocols: readonly Protocol[]): string {
  const lines = protocols.map(({ name }) => `export type { ${typeName(name)} } from './${name}.js'`).sort()
  return ['/** The protocols, as types. Made by `npm run gen`. */', ...lines, ''].join('\n')
}

function typeName(protocol: string): string {
  return `${protocol.charAt(0).toUpperCase()}${protocol.slice(1)}`
}

function entry(name: string, summary: string, fields: readonly string[]): string {
  return [
    `    /** ${comment(summary)} */`,
    `    readonly ${key(name)}: {`,
    ...fields.map((f) => `      ${f}`),
    '    }',
  ].join('\n')
}

/** Writes schemas as types. A schema with a name of its own is written once. */
class TypeWriter {
  private readonly named = new Map<string, string>()

  definitions(): string[] {
    return [...this.named.entries()].flatMap(([name, text]) => [`export type ${name} = ${text}`, ''])
  }

  type(schema: JsonSchema, depth: number): string {
    for (const [name, definition] of Object.entries(schema.$defs ?? {})) this.define(name, definition)
    return this.text(schema, depth)
  }

  private define(name: string, schema: JsonSchema): void {
    const type = definitionType(name)
    if (this.named.has(type)) return
    // Definitions may refer to themselves.
    this.named.set(type, 'unknown')
    this.named.set(type, this.text(schema, 0))
  }

  private text(schema: JsonSchema, depth: number): string {
    if (schema.$ref) return schema.$ref === '#' ? 'unknown' : definitionType(schema.$ref.replace(/^.*\//, ''))
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum) return schema.enum.map(literal).join(' | ')
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return [...new Set(choices.map((choice) => this.text(choice, depth)))].join(' | ')
    if (Array.isArray(schema.type))
      return schema.type.map((type: string) => this.text({ ...schema, type }, depth)).join(' | ')
    switch (schema.type) {
      case 'array':
        return this.array(schema, depth)
      case 'object':
        return this.object(schema, depth)
      case 'integer':
      case 'number':
        return 'number'
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      default:
        return 'unknown'
    }
  }

  private array({ items, prefixItems }: JsonSchema & { prefixItems?: readonly JsonSchema[] }, depth: number): string {
    if (prefixItems) {
      const rest = items ? `, ...${this.element(items, depth)}[]` : ''
      return `readonly [${prefixItems.map((item) => this.text(item, depth)).join(', ')}${rest}]`
    }
    return `readonly ${items ? this.element(items, depth) : 'unknown'}[]`
  }

  private element(items: JsonSchema, depth: number): string {
    const text = this.text(items, depth)
    return /^[\w.]+$/.test(text) ? text : `(${text})`
  }

  private object({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): string {
    const names = Object.keys(properties)
    const others =
      typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
        ? this.text(additionalProperties, depth + 1)
        : 'unknown'
    if (names.length === 0)
      return additionalProperties ? `{ readonly [name: string]: ${others} }` : 'Record<string, never>'
    const indent = '  '.repeat(depth + 1)
    const fields = names.flatMap((name) => {
      const field = properties[name]!
      const mark = required.includes(name) ? '' : '?'
      const about = field.description ? [`${indent}/** ${comment(field.description)} */`] : []
      return [...about, `${indent}readonly ${key(name)}${mark}: ${this.text(field, depth + 1)}`]
    })
    const open = additionalProperties ? [`${indent}readonly [name: string]: unknown`] : []
    return ['{', ...fields, ...open, `${'  '.repeat(depth)}}`].join('\n')
  }
}

function definitionType(name: string): string {
  const words = decodeURIComponent(name).split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function comment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('\n', ' ')
}
