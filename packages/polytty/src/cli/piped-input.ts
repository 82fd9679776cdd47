/**
 * Standard input for a program on a terminal, typed so that a terminal in its usual mode hands over the same bytes: what
 * it takes for keys is quoted, lines longer than it holds are handed over in parts, and Ctrl+D is the end.
 */
import { type Client, RpcError } from '@polytty/client'
import { CoreError } from '../base/core-error.js'
import { errors } from '../protocols/wrightty/errors.js'

const END = '\x04'
const QUOTE = '\x16'
/** Ctrl+C, D, O, Q, R, S, T, U, V, W, Y, Z and \, Return, Delete: what a terminal acts on, other than the end of a line. */
const KEYS = /[\x03\x04\x0d\x0f\x11-\x17\x19\x1a\x1c\x7f]/g
/** Terminals hold lines of 4095 bytes on Linux and 1024 on macOS; a character has up to four. */
const MOST_CHARS = 250
/** Half a character, which must not be parted from the other half. */
const HIGH_SURROGATE = /[\ud800-\udbff]/

/** Types all of it as the program reads it. Resolves when the program has it, or has ended. */
export async function typePiped(client: Client, sessionId: string, input: AsyncIterable<unknown>): Promise<void> {
  const typist = new Typist()
  const type = (text: string): Promise<unknown> => client.call('Input.sendText', { sessionId, text }).catch(passOver)
  for await (const chunk of input) await type(typist.take(chunk as Buffer))
  await type(typist.end())
}

/** Bytes as what is typed for them. */
export class Typist {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  /** Characters since the last end of a line or part. */
  private length = 0

  take(bytes: Uint8Array): string {
    return this.quote(this.decode(() => this.decoder.decode(bytes, { stream: true })))
  }

  /** In the middle of a line the first Ctrl+D hands that over, and only the second is the end. */
  end(): string {
    const rest = this.quote(this.decode(() => this.decoder.decode()))
    return rest + (this.length > 0 ? END + END : END)
  }

  private quote(text: string): string {
    const lines = text.split('\n')
    return lines.map((line, index) => this.parts(line, index < lines.length - 1)).join('\n')
  }

  private parts(line: string, isWhole: boolean): string {
    let typed = ''
    for (let at = 0; at < line.length; ) {
      if (this.length >= MOST_CHARS) {
        typed += END
        this.length = 0
      }
      const end = at + MOST_CHARS - this.length
      const part = line.slice(at, HIGH_SURROGATE.test(line.charAt(end - 1)) ? end + 1 : end)
      typed += part.replace(KEYS, `${QUOTE}$&`)
      this.length += part.length
      at += part.length
    }
    if (isWhole) this.length = 0
    return typed
  }

  private decode(decoded: () => string): string {
    try {
      return decoded()
    } catch (cause) {
      const hint = 'A terminal takes text only: give the program the name of the file'
      throw new CoreError('not-supported', 'standard input is not UTF-8 text', { hint }, { cause })
    }
  }
}

/** A program that has ended needs no input, and one that is slow to read has what was typed in its queue. */
function passOver(error: unknown): void {
  const isGone = (code: unknown): boolean =>
    code === errors['session-exited'].code || code === errors['session-not-found'].code
  if (error instanceof RpcError && (isGone(error.code) || error.message.endsWith('stays queued'))) return
  throw error
}
