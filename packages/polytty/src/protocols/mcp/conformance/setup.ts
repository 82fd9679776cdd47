/** Conversations over HTTP, one POST for each message. */

import type { Channel } from '@polytty/client'
import { type ConformanceSetup, jsonRpcExample } from '../../../../../../test/support/conformance/setup.js'
import { sharedServer } from '../../../../../../test/support/conformance/shared-server.js'

const servers = sharedServer('')

export const setup: ConformanceSetup = {
  ...servers,
  async start(options, name) {
    const server = await servers.start(options, name)
    return { ...server, connect: async () => connectPost(`${server.url.replace(/^ws/, 'http')}/mcp/wsh`) }
  },
  example: jsonRpcExample,
  // A failure of ours, which nothing here can bring about.
  unseen: { codes: [-32603] },
}

function connectPost(url: string): Channel {
  let received: (text: string) => void = () => {}
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = async (body: string): Promise<void> => {
    const text = await (await fetch(url, { method: 'POST', headers, body })).text()
    // An event stream with one event.
    if (text !== '') received(text.replace(/^event: message\ndata: /, ''))
  }
  return {
    send: (text) => void post(text),
    close: () => {},
    receive: ({ message }) => {
      received = message
    },
  }
}
