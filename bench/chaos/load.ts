/**
 * What the sessions of a chaos run do, and what they must look like: each prints the next part of a random stream when
 * it is signalled to, and a terminal here is fed the same. One more asks its terminal for the cursor's place again and again,
 * and writes down the answers.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Terminal } from '../../packages/terminal/src/index.js'
import type { KillableServer } from '../../test/e2e/survive/killable-server.js'
import { randomStream, seeded } from '../../test/screens/random-stream.js'

const PARTS = 12
const SCROLLBACK = 200
const TRANSCRIPT_CHARS = 200_000

export const sha = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Prints one of the parts for each line that it reads; answers of the terminal are read over. */
const printer = (folder: string): string =>
  `stty raw -echo; printf ready; i=0; while read -r line; do cat "${folder}/$((i % ${PARTS}))"; i=$((i + 1)); done`

export class PrintingSession {
  private readonly parts: string[] = []
  private readonly undisturbed: Terminal
  private readonly random: (limit: number) => number
  private printed = 'ready'.length
  private transcript = 'ready'
  private rounds = 0
  id = ''

  constructor(
    private readonly folder: string,
    seed: number,
    private readonly cols: number,
    private readonly rows: number,
  ) {
    this.random = seeded(seed * 31 + 7)
    for (let index = 0; index < PARTS; index++) {
      let text = ''
      while (text.length < 4000 + index * 4000)
        text += new TextDecoder().decode(randomStream(seed * 1000 + index * 50 + (text.length % 50), 120))
      this.parts.push(text)
      writeFileSync(join(folder, String(index)), text)
    }
    this.undisturbed = new Terminal({ cols, rows, scrollback: SCROLLBACK })
    this.undisturbed.write('ready')
  }

  async start(server: KillableServer): Promise<void> {
    const { cols, rows } = this
    const args = ['-c', printer(this.folder)]
    const options = { program: '/bin/sh', args, cols, rows, scrollback: SCROLLBACK, transcriptChars: TRANSCRIPT_CHARS }
    this.id = await server.ask<string>('create', options)
    await server.ask('untilPrinted', this.id, this.printed)
  }

  /** Makes it print its next part; asked again for the same one, because the server was killed, it still prints it once. */
  async goOn(server: KillableServer): Promise<void> {
    const key = (this.rounds + 1).toString(16).padStart(32, '0')
    await server.ask('write', this.id, '\n', key)
  }

  /** It was signalled to go on, and that is certain by now. */
  noteGone(): void {
    const text = this.parts[this.rounds++ % PARTS]
    this.printed += text.length
    this.transcript = (this.transcript + text).slice(-TRANSCRIPT_CHARS)
    this.undisturbed.write(text)
  }

  /** What is wrong with it; null if nothing is. */
  async check(server: KillableServer): Promise<string | null> {
    await server.ask('untilPrinted', this.id, this.printed)
    const found = await server.describe(this.id)
    if (found.printed !== this.printed) return `printed ${found.printed} characters, not ${this.printed}`
    // The first character may be half of one that was cut.
    if (found.transcript !== sha(this.transcript.replace(/^[\udc00-\udfff]/, ''))) return 'the transcript differs'
    if (found.dump !== sha(this.undisturbed.dump())) return 'the screen differs'
    if (found.firstLine !== this.undisturbed.firstLine) return 'the history differs'
    return null
  }

  /** A number below a limit, of its own. */
  below(limit: number): number {
    return this.random(limit)
  }
}

/** Asks without end, each time from another place. */
const asker = (file: string): string => `
  const { appendFileSync } = require('node:fs')
  process.stdin.setRawMode(true)
  let place = 0
  let last = ''
  const ask = () => process.stdout.write('\\x1b[' + (1 + place % 20) + ';' + (1 + place % 70) + 'H\\x1b[6n')
  process.stdin.on('data', (bytes) => {
    appendFileSync('${file}', bytes)
    for (const end of bytes.toString().matchAll(/R/g)) { place++; ask() }
  })
  ask()
`

export class AskingSession {
  private checked = 0

  constructor(private readonly file: string) {
    writeFileSync(file, '')
  }

  async start(server: KillableServer): Promise<void> {
    await server.ask('create', { program: process.execPath, args: ['-e', asker(this.file)], name: 'asker' })
  }

  /** How many answers came since the last check; or what is wrong with them. */
  check(): number | string {
    const answers = readFileSync(this.file, 'latin1').split('R').slice(0, -1)
    for (const [place, answer] of answers.entries()) {
      const expected = `\x1b[${1 + (place % 20)};${1 + (place % 70)}`
      if (answer !== expected) return `answer ${place} is ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`
    }
    const since = answers.length - this.checked
    this.checked = answers.length
    return since
  }
}
