/** A ptywright client on stdio as a client of a running server's socket: messages pass both ways as they are. */
import { connect, type Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { connectStdio } from '../transport/stdio.js'
import type { Framing } from '../wire/framing.js'
import { lineFraming } from '../wire/line-framing.js'
import { defaults } from './options.js'

/** Resolves when either side has ended and what was asked before is answered. */
export async function joinPtywright(
  server: string,
  framing: Framing,
  streams?: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const far = await reach(server)
  far.write('{"polytty":"ptywright"}\n')
  const options = { framing, maxMessageBytes: defaults.maxMessageBytes, clock: systemClock }
  const decoder = lineFraming.decoder(Number.POSITIVE_INFINITY)
  await new Promise<void>((resolve) => {
    const near = connectStdio(
      options,
      (client) => {
        client.receive({
          message: (text) => {
            // A message may hold line breaks here, but not there; in JSON they are as good as spaces.
            if (!far.write(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`)) client.pause()
          },
          // What cannot be read here is for the server to refuse, in its own words.
          fault: () => void far.write('{\n'),
          ended: () => void far.end(),
          closed: () => far.destroy(),
        })
        client.onDrain.on(() => far.resume())
        far.on('drain', () => client.resume())
      },
      streams,
    )
    far.on('data', (chunk) => {
      for (const frame of decoder.push(chunk)) if (frame.kind === 'message') near.send(frame.text)
      if (near.congested) far.pause()
    })
    far.on('close', () => {
      near.close()
      resolve()
    })
  })
}

function reach(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    socket.on('end', () => void socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const hint = 'Start one with: polytty serve --socket PATH'
      reject(new CoreError('not-found', `no server answers at ${path}: ${error.code ?? error.message}`, { hint }))
    })
  })
}
