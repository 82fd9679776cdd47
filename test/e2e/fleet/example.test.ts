/** What the example shows, and the files beside it, which name flags, paths and figures that must exist. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { findNats } from '../../../scripts/programs.mjs'
import { needsNats } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'
import { startNats, startNode } from './nodes.js'

const folder = join(import.meta.dirname, '../../../examples/fleet')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('the example starts three nodes that know each other, and ends them', needsNats(), async () => {
  const { env } = newUser({ PATH: `${join(findNats()!, '..')}:${process.env.PATH}` })
  const example = spawn(process.execPath, [join(folder, 'start.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void example.kill('SIGKILL'))
  const pages: string[] = []
  for await (const line of createInterface(example.stdout)) {
    const [page] = /http:\S+(?=\/ui)/.exec(line) ?? []
    if (page) pages.push(page)
    if (line.startsWith('Ctrl+C')) break
  }
  expect(pages).toHaveLength(3)
  const client = await connect(pages[0]!.replace('http', 'ws'))
  const { nodes } = await client.call('Polytty.listNodes')
  expect(nodes.map(({ node }) => node)).toContain('a')
  await client.close()
  const ended = once(example, 'exit')
  example.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('the compose file and the manifest use flags that exist', async () => {
  const help = (await newUser().run('serve', '--help')).stdout
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; command: readonly string[]; ports?: readonly string[] }>
  }
  expect(Object.keys(compose.services)).toEqual(['nats', 'node', 'front'])
  expect(compose.services.front!.ports!.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as { kind: string; metadata: { name: string }; spec?: Record<string, unknown> }
  })
  for (const { kind, metadata, ...rest } of documents) {
    expect(metadata.name).toMatch(/^[a-z-]+$/)
    if (!['Deployment', 'StatefulSet'].includes(kind)) continue
    const { selector, template } = rest.spec as {
      selector: { matchLabels: object }
      template: { metadata: { labels: object } }
    }
    expect(template.metadata.labels).toEqual(selector.matchLabels)
  }
  const flags = `${read('compose.yaml')}${read('kubernetes.yaml')}`
    .match(/--[a-z-]{3,}/g)!
    .filter((flag) => flag !== '--from-literal')
  for (const flag of new Set(flags)) expect(help).toContain(flag)
})

test('the board shows figures that a node reports', needsNats(), async () => {
  const nats = await startNats()
  const { server } = await startNode(nats.url, 'a')
  const figures = await (await fetch(`${server.url.replace('ws', 'http')}/metrics`)).text()
  const { panels } = JSON.parse(read('grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const named = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/polytty_\w+/g) ?? []))
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(figures).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
})
