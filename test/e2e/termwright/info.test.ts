/** `polytty termwright info`: what it prints is what exists. */
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseKey } from '../../../packages/polytty/src/input/index.js'
import { actions } from '../../../packages/polytty/src/protocols/termwright/cli/steps/schema.js'
import { termwright } from '../../../packages/polytty/src/protocols/termwright/dialect.js'
import { bin } from '../../support/polytty.js'

function info(...args: string[]): string {
  return execFileSync(process.execPath, [bin, 'termwright', 'info', ...args], { encoding: 'utf8' })
}

function json(...args: string[]): Record<string, unknown> {
  return JSON.parse(info(...args, '--json')) as Record<string, unknown>
}

test('topics', () => {
  const names = ['steps', 'protocols', 'keys', 'capabilities']
  expect(json()).toEqual({ topics: names.map((name) => ({ name, description: expect.any(String) })) })
  for (const name of names) expect(info()).toContain(name)
})

test('steps: all of them, one in detail, and every example is a step', () => {
  const { steps } = json('steps') as { steps: { name: keyof typeof actions; example: string }[] }
  expect(steps.map(({ name }) => name)).toEqual(Object.keys(actions))
  for (const { name, example } of steps) {
    const step = parse(example) as Record<string, unknown>
    expect(actions[name].params.safeParse(step[name])).toMatchObject({ success: true })
  }
  expect(json('steps', 'waitfortext')).toMatchObject({
    name: 'waitForText',
    category: 'wait',
    params: [
      { name: 'text', required: true, type: 'string' },
      { name: 'timeoutMs', required: false, type: 'number' },
    ],
  })
  expect(info('steps')).toContain('waitForText')
  expect(info('steps', 'screenshot')).toContain('name')
})

test('protocols: every method', () => {
  const { methods, protocol_version } = json('protocols') as { methods: { name: string }[]; protocol_version: number }
  expect(protocol_version).toBe(1)
  expect(methods.map(({ name }) => name)).toEqual(termwright.methods.map(({ name }) => name))
  expect(json('protocols', 'press')).toMatchObject({
    params: '{key: string}',
    response: 'null',
    example_request: '{"id":1,"method":"press","params":{"key":"Enter"}}',
  })
  expect(info('protocols', 'press')).toContain('"method":"press"')
})

test('keys: every name and alias is a key', () => {
  const { categories } = json('keys') as { categories: { keys: { name: string; aliases: string[] }[] }[] }
  for (const { name, aliases } of categories.flatMap(({ keys }) => keys))
    for (const spelling of [name, ...aliases]) expect(() => parseKey(spelling)).not.toThrow()
  expect(info('keys')).toContain('PageUp')
})

test('capabilities', () => {
  expect(json('capabilities')).toMatchObject({ termwright_version: expect.any(String), protocol_version: 1 })
  expect(info('capabilities')).toContain('screenshots')
})

test('what there is not is one line with what there is', () => {
  const { status, stderr } = spawnSync(process.execPath, [bin, 'termwright', 'info', 'steps', 'jump'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/no step "jump"; available: .*waitForText/)])
})
