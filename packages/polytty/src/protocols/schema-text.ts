/** A declaration's types in words: for reference pages and for commands that describe methods. */
import { z } from 'zod'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
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

export function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema as JsonSchema
}

export function definitionName(reference: string): string {
  return reference.replace(/^.*\//, '')
}

/** The type in a few words; `quote` marks literal values. */
export function typeText(schema: JsonSchema, quote: (literal: string) => string = (literal) => literal): string {
  const text = (inner: JsonSchema): string => typeText(inner, quote)
  if (schema.const !== undefined) return quote(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => quote(JSON.stringify(value))).join(' | ')
  if (schema.$ref) return definitionName(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(text))].join(' | ')
  if (schema.type === 'array') return `${schema.items ? text(schema.items) : 'any'}[]`
  return String(schema.type ?? 'any')
}
