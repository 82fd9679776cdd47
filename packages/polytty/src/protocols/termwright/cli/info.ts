/** `info`: steps, protocols, keys and capabilities, for people and as JSON. */
import { CoreError } from '../../../base/core-error.js'
import {
  describeMethods,
  describeSteps,
  features,
  keyCategories,
  type MethodInfo,
  type StepInfo,
  type Topic,
  topics,
  versions,
} from './info-topics.js'

interface Answer {
  readonly data: object
  readonly lines: readonly string[]
}

export function printInfo(topic: Topic | 'topics', name: string | undefined, { json }: { json?: boolean }): void {
  const { data, lines } = answers[topic](name)
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${lines.join('\n')}\n`)
}

const answers: Readonly<Record<Topic | 'topics', (name: string | undefined) => Answer>> = {
  topics: () => {
    const list = Object.entries(topics).map(([name, description]) => ({ name, description }))
    const lines = list.map(({ name, description }) => row(name, description))
    return { data: { topics: list }, lines: [...lines, '', 'More: info TOPIC [NAME], and --json for programs'] }
  },
  steps: (name) => {
    const steps = describeSteps()
    if (name === undefined) return { data: { steps }, lines: byCategory(steps) }
    const data = find(steps, name, 'step')
    return { data, lines: stepLines(data) }
  },
  protocols: (name) => {
    const methods = describeMethods()
    const { protocol_version } = versions
    if (name === undefined) return { data: { protocol_version, methods }, lines: byCategory(methods) }
    const data = find(methods, name, 'method')
    return { data, lines: methodLines(data) }
  },
  keys: () => ({
    data: { categories: keyCategories },
    lines: keyCategories.flatMap(({ name, keys }) => [
      `${name}:`,
      ...keys.map((key) => row(key.name, [key.description, ...key.aliases].join(', '))),
    ]),
  }),
  capabilities: () => ({
    data: { ...versions, features },
    lines: [
      `polytty: ${versions.termwright_version}`,
      `protocol: ${versions.protocol_version}`,
      ...features.map(({ name, description }) => row(name, description)),
    ],
  }),
}

function row(name: string, description: string): string {
  return `  ${name.padEnd(27)} ${description}`
}

function byCategory(list: readonly { name: string; category: string; brief: string }[]): string[] {
  const categories = [...new Set(list.map(({ category }) => category))]
  return categories.flatMap((wanted) => [
    `${wanted}:`,
    ...list.filter(({ category }) => category === wanted).map(({ name, brief }) => row(name, brief)),
  ])
}

function stepLines({ name, brief, params, example }: StepInfo): string[] {
  const fields = params.map((field) =>
    row(
      field.name,
      `${field.type}${field.required ? '' : ', optional'}${field.description && `. ${field.description}`}`,
    ),
  )
  return [name, brief, ...fields, '', `  - ${example}`]
}

function methodLines({ name, brief, params, response, example_request }: MethodInfo): string[] {
  return [name, brief, row('params', params), row('response', response), '', `  ${example_request}`]
}

function find<T extends { readonly name: string }>(list: readonly T[], name: string, what: string): T {
  const found = list.find((item) => item.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  throw new CoreError(
    'not-found',
    `no ${what} ${JSON.stringify(name)}; available: ${list.map((item) => item.name).join(', ')}`,
  )
}
