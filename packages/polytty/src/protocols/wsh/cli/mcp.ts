/** `mcp`: tools for hosts that start their servers themselves. Each line goes to the server's /mcp/wsh, each answer comes back. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createInterface } from 'node:readline'
import { errorBody, parseJson, type RequestId } from '../../../wire/json-rpc.js'
import type { TargetFlags } from './find-target.js'
import { ensureServer } from './start.js'
import type { WshTarget } from './target.js'

/** Requests under way before no more are read. */
const MAX_IN_FLIGHT = 64

export async function mcp(flags: TargetFlags): Promise<void> {
  const target = await ensureServer(flags)
  await target.verify()
  const running = new Set<Promise<void>>()
  for await (const line of createInterface(process.stdin)) {
    if (line.trim() === '') continue
    const work: Promise<void> = pass(target, line).finally(() => running.delete(work))
    running.add(work)
    if (running.size >= MAX_IN_FLIGHT) await Promise.race(running)
  }
  await Promise.all(running)
}

/** A request that the server cannot be asked is answered by us. */
async function pass(target: WshTarget, line: string): Promise<void> {
  try {
    for (const message of messagesOf(await post(target, line))) process.stdout.write(`${message}\n`)
  } catch (error) {
    const { id } = (parseJson(line) ?? {}) as { id?: RequestId }
    if (id === undefined) return
    const message = error instanceof Error ? error.message : String(error)
    process.stdout.write(`${JSON.stringify(errorBody(id, { code: -32603, message }))}\n`)
  }
}

interface Answer {
  readonly type: string
  readonly text: string
}

/** Not by fetch, which gives up on an answer that takes five minutes, as a wait may. */
function post(target: WshTarget, body: string): Promise<Answer> {
  const send = target.url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return new Promise((resolve, reject) => {
    const request = send(target.at('/mcp/wsh'), { method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        if (statusCode < 300) resolve({ type: headers['content-type'] ?? '', text })
        else reject(new Error(`the server answered ${statusCode}: ${text.trim().slice(0, 500)}`))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

function messagesOf({ type, text }: Answer): string[] {
  if (!type.startsWith('text/event-stream')) return text === '' ? [] : [text]
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data!)
}
