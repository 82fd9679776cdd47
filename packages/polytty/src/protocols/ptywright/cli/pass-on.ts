/** A ptywright client on stdio as a client of a running server's socket: messages pass both ways as they are. */
import type { Socket } from 'node:net'
import { systemClock } from '../../../base/clock.js'
import { defaults } from '../../../base/limits.js'
import { connectStdio } from '../../../transport/stdio.js'
import type { Framing } from '../../../wire/framing.js'
import { lineFraming } from '../../../wire/line-framing.js'

/** Resolves when either side has ended and what was asked before is answered. */
export async function passOn(far: Socket, framing: Framing): Promise<void> {
  const options = { framing, maxMessageBytes: defaults.maxMessageBytes, clock: systemClock }
  const decoder = lineFraming.decoder(Number.POSITIVE_INFINITY)
  await new Promise<void>((resolve) => {
    const near = connectStdio(options, (client) => {
      client.receive({
        message: (text) => {
          // A message may hold line breaks here, but not there; in JSON they are as good as spaces.
          if (!far.write(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`)) client.pause()
        },
        // What cannot be read here is for the server to refuse, in its own words.
        fault: () => void far.write('{\n'),
        ended: () => void far.end(),
        closed: () => {
          far.destroy()
          resolve()
        },
      })
      client.onDrain.on(() => far.resume())
      far.on('drain', () => client.resume())
    })
    far.on('data', (chunk) => {
      for (const frame of decoder.push(chunk)) if (frame.kind === 'message') near.send(frame.text)
      if (near.congested) far.pause()
    })
    far.resume()
    // What is on its way to the client gets there first.
    far.on('close', () => near.close())
  })
}
