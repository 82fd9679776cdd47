/** What it takes to add a protocol: the folder toy-protocol, and a line in the list, which here is `[...protocols, toy]`. */
import { expect, test } from 'vitest'
import { createProgram } from '../packages/polytty/src/cli/program.js'
import { protocols } from '../packages/polytty/src/protocols/index.js'
import { serveStdio } from '../packages/polytty/src/protocols/stand-alone.js'
import { clientTypes } from '../scripts/client-types.js'
import { referencePage, referenceSchema } from '../scripts/reference.js'
import { conformance } from './support/conformance/conformance.js'
import { play } from './support/conformance/player.js'
import { streamPair } from './support/conformance/stream-pair.js'
import { toy } from './toy-protocol/index.js'

// Over the socket of a whole server, with every other protocol beside it.
await conformance(toy)

test('it is served on stdio', async () => {
  const { streams, channel } = streamPair()
  const { ended } = await serveStdio(toy, { streams })
  await play([{ send: { toy: 'add', id: 1, by: 5 } }, { expect: { id: 1, result: { count: 5 } } }], async () => channel)
  await ended
})

test('it has help, beside the others', async () => {
  const all = [...protocols, toy]
  const program = await createProgram(all, ['toy'])
  expect(program.helpInformation()).toMatch(/toy\b.*counting/)
  const command = program.commands.find((one) => one.name() === 'toy')
  expect(command?.helpInformation()).toContain('Count on standard input and output.')
})

test('it has a reference page, a description and types of its client', async () => {
  const declarations = await toy.declarations()
  expect(referencePage(toy, declarations)).toContain('### add\n\nAdd to the count.')
  expect(JSON.parse(referenceSchema(declarations))).toHaveProperty('methods.add')
  expect(clientTypes(toy, declarations)).toContain('export interface Toy {')
})
