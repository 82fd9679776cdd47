/** wrightty's declarations as Python: typed methods of a client, once for threads that wait and once for asyncio. */
import type { Declarations } from '../packages/polytty/src/protocols/protocol.js'
import { type JsonSchema, schemaOf } from '../packages/polytty/src/protocols/schema-text.js'

const HEADER = `"""Methods and events of a polytty server. Made by \`npm run gen\` from the server's declarations: do not edit."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Callable, List, Literal, TypedDict, cast

Call = Callable[[str, dict[str, Any]], Any]
AsyncCall = Callable[[str, dict[str, Any]], Awaitable[Any]]


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}
`

interface Method {
  readonly name: string
  readonly summary: string
  readonly params: JsonSchema
  readonly result: string
}

export function pythonClient({ dialect }: Declarations): string {
  const writer = new TypeWriter()
  const methods = dialect.methods.map((method): Method => {
    const { name, summary } = method
    const params = schemaOf(method.params, 'input')
    return { name, summary, params, result: writer.type(schemaOf(method.result, 'output'), `${pascal(name)}Result`) }
  })
  const events = dialect.events.map(
    ({ name, params }) => `    ${quote(name)}: ${writer.type(schemaOf(params, 'output'), `${pascal(name)}Event`)},`,
  )
  const domains = [...new Set(methods.map(({ name }) => name.split('.')[0]!))]
  const classes = domains.flatMap((domain) => {
    const own = methods.filter(({ name }) => name.startsWith(`${domain}.`))
    return [domainClass(domain, own, writer, false), domainClass(domain, own, writer, true)]
  })
  const eventNames = dialect.events.map(({ name }) => `    ${quote(name)},`)
  return [
    HEADER,
    ...writer.definitions(),
    `\nEventName = Literal[\n${eventNames.join('\n')}\n]\n\nEVENTS: dict[str, type] = {\n${events.join('\n')}\n}\n`,
    ...classes,
    facade('Domains', domains, ''),
    facade('AsyncDomains', domains, 'Async'),
  ].join('\n')
}

function domainClass(domain: string, methods: readonly Method[], writer: TypeWriter, isAsync: boolean): string {
  const lines = methods.map(({ name, summary, params, result }) => {
    const required = new Set(params.required ?? [])
    const properties = Object.entries(params.properties ?? {}).sort(
      ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
    )
    const typed = properties.map(([key, schema]) => {
      const type = writer.type(schema, `${pascal(name)}${pascal(key)}`)
      if (required.has(key)) return `${snake(key)}: ${type}`
      return `${snake(key)}: ${type.split(' | ').includes('None') ? type : `${type} | None`} = None`
    })
    const given = properties.map(
      ([key]) => `${isKeyword(key) ? `**{${quote(key)}: ${snake(key)}}` : `${key}=${snake(key)}`}`,
    )
    const signature = ['self', ...(typed.length > 0 ? ['*'] : []), ...typed].join(', ')
    const call = `${isAsync ? 'await ' : ''}self._call(${quote(name)}, _given(${given.join(', ')}))`
    return [
      `    ${isAsync ? 'async ' : ''}def ${snake(name.split('.')[1]!)}(${signature}) -> ${result}:`,
      `        """${docstring(summary)}"""`,
      `        return cast(${quote(result)}, ${call})`,
      '',
    ].join('\n')
  })
  return [
    `\nclass ${isAsync ? 'Async' : ''}${domain}:`,
    `    def __init__(self, call: ${isAsync ? 'AsyncCall' : 'Call'}) -> None:`,
    '        self._call = call',
    '',
    ...lines,
  ].join('\n')
}

function facade(name: string, domains: readonly string[], prefix: string): string {
  const call = prefix === '' ? 'Call' : 'AsyncCall'
  const lines = domains.map((domain) => `        self.${snake(domain)} = ${prefix}${domain}(call)`)
  return `\nclass ${name}:\n    def __init__(self, call: ${call}) -> None:\n${lines.join('\n')}\n`
}

/** Writes schemas as types; objects become classes of their own, named for where they are. */
class TypeWriter {
  private readonly classes = new Map<string, string>()

  definitions(): string[] {
    return [...this.classes.values()]
  }

  type(schema: JsonSchema, name: string): string {
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum) return literal(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return union(options.map((one, index) => this.type(one, index === 0 ? name : `${name}${index + 1}`)))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.type({ ...schema, type }, name)))
    switch (schema.type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        // Not `list`, which is a method of some.
        return `List[${schema.items ? this.type(schema.items as JsonSchema, `${name}Item`) : 'Any'}]`
      case 'object':
        return this.object(schema, name)
      default:
        return 'Any'
    }
  }

  private object(schema: JsonSchema, name: string): string {
    const properties = Object.entries(schema.properties ?? {})
    if (properties.length === 0) {
      const values = schema.additionalProperties
      return typeof values === 'object'
        ? `dict[str, ${this.type(values as JsonSchema, `${name}Value`)}]`
        : 'dict[str, Any]'
    }
    const required = new Set(schema.required ?? [])
    const fields = properties.map(([key, one]) => ({
      key,
      type: this.type(one, `${name}${pascal(key)}`),
      must: required.has(key),
    }))
    const [must, may] = [fields.filter((field) => field.must), fields.filter((field) => !field.must)]
    const base = must.length > 0 && may.length > 0 ? `_${name}` : name
    this.classes.set(
      name,
      [
        ...(must.length > 0 ? [typedDict(base, 'TypedDict', must)] : []),
        ...(may.length > 0 ? [typedDict(name, `${must.length > 0 ? base : 'TypedDict'}, total=False`, may)] : []),
      ].join('\n'),
    )
    return name
  }
}

interface Field {
  readonly key: string
  readonly type: string
}

function typedDict(name: string, bases: string, fields: readonly Field[]): string {
  const keyword = fields.find(({ key }) => isKeyword(key))
  if (keyword) throw new Error(`${keyword.key} of ${name} is a word of Python and cannot be a field`)
  return `\nclass ${name}(${bases}):\n${fields.map(({ key, type }) => `    ${key}: ${type}`).join('\n')}\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(values: readonly unknown[]): string {
  const shown = values.map((value) =>
    value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value),
  )
  return `Literal[${shown.join(', ')}]`
}

function snake(name: string): string {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return isKeyword(plain) ? `${plain}_` : plain
}

function pascal(name: string): string {
  return name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function isKeyword(name: string): boolean {
  return ['from', 'in', 'is', 'global', 'import', 'class', 'def', 'with', 'as', 'and', 'or', 'not'].includes(name)
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function docstring(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
}
