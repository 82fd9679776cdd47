/** Traces, as a collector of OpenTelemetry receives them: a request at one node, and what another did for it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { deferred } from '../../../packages/polytty/src/base/deferred.js'
import { needsNats } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'
import { serve } from '../survive/serve.js'
import { startNats, startNode, until } from './nodes.js'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number; readonly message?: string }
}

class Collector {
  readonly spans: (ReceivedSpan & { readonly node: string })[] = []
  readonly bodies: string[] = []
  private arrived = deferred<void>()

  async start(): Promise<string> {
    const server = createServer(async (request, response) => {
      expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
      this.take(await text(request))
      response.end('{}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Resolves when such a span has come. */
  async find(isIt: (span: ReceivedSpan & { readonly node: string }) => boolean) {
    for (;;) {
      const found = this.spans.find(isIt)
      if (found) return found
      await this.arrived.promise
    }
  }

  private take(body: string): void {
    this.bodies.push(body)
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: {
        resource: { attributes: { key: string; value: { stringValue: string } }[] }
        scopeSpans: { spans: ReceivedSpan[] }[]
      }[]
    }
    for (const { resource, scopeSpans } of resourceSpans) {
      const node = resource.attributes.find(({ key }) => key === 'service.instance.id')!.value.stringValue
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, node })))
    }
    const { resolve } = this.arrived
    this.arrived = deferred()
    resolve()
  }
}

test('a request through another node is one trace over both, without what was typed', needsNats(), async () => {
  const collector = new Collector()
  const traces = await collector.start()
  const nats = await startNats()
  const owner = await startNode(nats.url, 'owner', { traces })
  const near = await startNode(nats.url, 'near', { traces })
  const { sessionId } = await owner.client.call('Session.create', { shell: '/bin/cat', name: 'far' })
  await until(near, (fleet) => fleet.find('far') !== undefined)
  await near.client.call('Input.sendText', { sessionId, text: 'not for collectors\n' })
  await expect(near.client.call('Screen.getText', { sessionId: 'nowhere' })).rejects.toThrow()
  const asked = await collector.find(({ name, kind, node }) => name === 'fleet write' && kind === 3 && node === 'near')
  const done = await collector.find(({ parentSpanId }) => parentSpanId === asked.spanId)
  expect(done).toMatchObject({ name: 'fleet write', kind: 2, node: 'owner', traceId: asked.traceId, status: {} })
  expect(BigInt(asked.endTimeUnixNano)).toBeGreaterThan(BigInt(asked.startTimeUnixNano))
  await collector.find(({ name, node }) => name === 'wrightty Input.sendText' && node === 'near')
  const failed = await collector.find(({ name, status }) => name === 'wrightty Screen.getText' && status.code === 2)
  expect(failed.status.message).toBe('session-not-found')
  expect(collector.bodies.join('')).not.toContain('not for collectors')
})

test('the command sends traces where it is told to, and none without', async () => {
  const collector = new Collector()
  const user = newUser()
  const served = await serve(user, '--port', '0', '--traces', await collector.start())
  const { stdout } = await user.run('status', '--server', served.url)
  expect(stdout).not.toBe('')
  const span = await collector.find(({ name }) => name === 'wrightty Polytty.getStatus')
  expect(span.traceId).toMatch(/^[0-9a-f]{32}$/)
  const wrong = await user.run('serve', '--port', '0', '--name', 'other', '--traces', 'nowhere')
  expect(wrong.stderr).toContain('http://127.0.0.1:4318')
})
