/** What `info` prints, as data: read from the declarations where there are any. */

import { version } from '../../../base/package.js'
import { schemaOf, typeText } from '../../schema-text.js'
import { termwrightGroups } from '../dialect.js'
import { actions } from './steps/schema.js'

export const topics = {
  steps: 'Actions of step files',
  protocols: 'Methods of a daemon',
  keys: 'Names of keys',
  capabilities: 'Versions, and what this program can do',
} as const

export type Topic = keyof typeof topics

export interface StepInfo {
  readonly name: string
  readonly category: string
  readonly brief: string
  readonly params: readonly ParamInfo[]
  readonly example: string
}

interface ParamInfo {
  readonly name: string
  readonly required: boolean
  readonly type: string
  readonly description: string
}

export function describeSteps(): StepInfo[] {
  return Object.entries(actions).map(([name, { category, brief, params, example }]) => {
    const { properties = {}, required = [] } = schemaOf(params, 'output')
    const described = Object.entries(properties).map(([field, schema]) => ({
      name: field,
      required: required.includes(field),
      type: typeText(schema),
      description: schema.description ?? '',
    }))
    return { name, category, brief, params: described, example: `${name}: ${example}` }
  })
}

export interface MethodInfo {
  readonly name: string
  readonly category: string
  readonly brief: string
  readonly params: string
  readonly response: string
  readonly example_request: string
}

export function describeMethods(): MethodInfo[] {
  return Object.entries(termwrightGroups).flatMap(([category, methods]) =>
    methods.map(({ name, summary, params, result, examples }) => {
      const { properties = {}, required = [] } = schemaOf(params, 'input')
      const fields = Object.entries(properties).map(
        ([field, schema]) => `${field}${required.includes(field) ? '' : '?'}: ${typeText(schema)}`,
      )
      return {
        name,
        category,
        brief: summary,
        params: fields.length === 0 ? 'null' : `{${fields.join(', ')}}`,
        response: typeText(schemaOf(result, 'output')),
        example_request: JSON.stringify({ id: 1, method: name, params: examples[0]?.params ?? null }),
      }
    }),
  )
}

interface KeyInfo {
  readonly name: string
  readonly aliases: readonly string[]
  readonly description: string
}

function key(name: string, description: string, ...aliases: string[]): KeyInfo {
  return { name, aliases, description }
}

export const keyCategories: readonly { readonly name: string; readonly keys: readonly KeyInfo[] }[] = [
  {
    name: 'Navigation',
    keys: [
      key('Up', 'Arrow up', 'ArrowUp'),
      key('Down', 'Arrow down', 'ArrowDown'),
      key('Left', 'Arrow left', 'ArrowLeft'),
      key('Right', 'Arrow right', 'ArrowRight'),
      key('Home', 'Start of the line'),
      key('End', 'End of the line'),
      key('PageUp', 'A page up', 'page_up', 'PgUp'),
      key('PageDown', 'A page down', 'page_down', 'PgDn'),
    ],
  },
  {
    name: 'Editing',
    keys: [
      key('Enter', 'Carriage return', 'Return'),
      key('Tab', 'Tab; Shift+Tab goes back', 'BackTab'),
      key('Escape', 'Escape', 'Esc'),
      key('Backspace', 'Delete to the left', 'BS'),
      key('Delete', 'Delete to the right', 'Del'),
      key('Insert', 'Insert', 'Ins'),
      key('Space', 'A blank'),
    ],
  },
  {
    name: 'Function',
    keys: Array.from({ length: 24 }, (_, index) => key(`F${index + 1}`, `Function key ${index + 1}`)),
  },
  {
    name: 'Combinations',
    keys: [
      key('Ctrl+c', 'With Control', 'C-c', '^C'),
      key('Alt+x', 'With Alt', 'M-x'),
      key('Ctrl+Shift+Right', 'With several modifiers'),
    ],
  },
  { name: 'Characters', keys: [key('a', 'Any single character'), key('@', 'Any single character')] },
]

export const features: readonly { readonly name: string; readonly description: string; readonly available: boolean }[] =
  [
    ['screenshots', 'PNG pictures of the screen'],
    ['recordings', 'GIF recordings'],
    ['mouse', 'Mouse input in the encoding that the program asked for'],
    ['resize', 'Changing the size of the terminal'],
    ['colors', '256 colours and true colour'],
    ['osc_color_emulation', 'Answers to OSC 10, 11 and 12'],
    ['csi_cursor_query_emulation', 'Answers to CSI 6n and CSI ?6n'],
    ['negative_assertions', 'The steps notExpectText and notExpectPattern'],
    ['pattern_gone', 'The steps waitForTextGone and waitForPatternGone'],
    ['concurrent_clients', 'Several clients of a daemon at once'],
  ].map(([name, description]) => ({ name: name!, description: description!, available: true }))

export const versions = { termwright_version: version, protocol_version: 1 }
