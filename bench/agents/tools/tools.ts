/**
 * What a policy can do, whatever tool set carries it out, and what each call costs. A policy sees the text of results
 * and nothing else; `expect` is what it looks for in them. A tool set that has not shown it yet looks or waits again, as
 * a competent model would with what that tool set offers.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

export interface Tools {
  /** A command in a shell, its end to be seen; with its exit code where that can be had. */
  shell(command: string, expect: RegExp): Promise<string>
  /** A program of its own. */
  start(command: string, expect: RegExp): Promise<string>
  /** Keys to the program that was started last, in polytty's grammar. */
  keys(script: string, expect: RegExp): Promise<string>
  /** What is selected, as far as it is shown by colour alone; `shown` is the last result. */
  selected(shown: string): Promise<string>
  /** The content of password.txt, typed into the program. */
  secret(expect: RegExp): Promise<string>
  /** A click on what is called so; `shown` is the last result. */
  click(name: string, shown: string, expect: RegExp): Promise<string>
}

export interface ToolSet {
  readonly name: string
  /** Why it cannot be run here; null if it can. */
  missing(): string | null
  open(meter: Meter, folder: string): Promise<Tools & { close(): Promise<void> }>
}

/** What a task has cost so far. */
export class Meter {
  definitions = 0
  calls = 0
  sent = 0
  received = 0
  /** The whole conversation, sent again at each turn. */
  cumulative = 0
  wrong = 0
  readonly results: number[] = []
  /** Every byte that passed, to look for what must not be in it. */
  transcript = ''

  define(text: string): void {
    this.definitions = countTokens(text)
  }

  /** One call: what the model wrote, and what it was answered. */
  count(call: string, result: string): string {
    const [out, back] = [countTokens(call), countTokens(result)]
    this.cumulative += this.definitions + this.sent + this.received + out + back
    this.calls++
    this.sent += out
    this.received += back
    this.results.push(back)
    this.transcript += `${call}\n${result}\n`
    if (process.env.SHOW) process.stderr.write(`> ${call}\n${result}\n`)
    return result
  }
}

const TRIES = 12

/** Looks again until what is expected is there; a policy gives up after some tries. */
export async function until(expect: RegExp, first: string, again: () => Promise<string>): Promise<string> {
  let shown = first
  for (let tries = 0; !expect.test(shown); tries++) {
    if (tries === TRIES) throw new Error(`never saw ${expect}; last:\n${shown}`)
    shown = await again()
  }
  return shown
}

/** Where words stand in a screen that is shown row by row, 0-based. */
export function placeOf(screen: string, words: string): { row: number; col: number } {
  const rows = screen.split('\n')
  const row = rows.findIndex((text) => text.includes(words))
  if (row < 0) throw new Error(`${words} is not on the screen`)
  return { row, col: [...rows[row]!.slice(0, rows[row]!.indexOf(words))].length }
}

const raw: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  BS: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Left: '\x1b[D',
  'C-c': '\x03',
}

/** The pieces of a script: text as it is, and the bytes of keys with their names. */
export function pieces(script: string): { readonly text: string; readonly key?: string }[] {
  return script.split(/(<[A-Z][\w-]*>)/).flatMap((piece) => {
    const key = /^<(.+)>$/.exec(piece)?.[1]
    if (piece === '') return []
    return key && raw[key] ? [{ text: raw[key], key }] : [{ text: piece }]
  })
}

export function bytesOf(script: string): string {
  return pieces(script)
    .map(({ text }) => text)
    .join('')
}

/** A server of its own: where its socket is, and its ports. */
export function ownServer(folder: string): Record<string, string> {
  const runtime = join(folder, '.run')
  mkdirSync(runtime)
  return { XDG_RUNTIME_DIR: runtime, POLYTTY_FIRST_PORT: String(11_000 + Math.floor(Math.random() * 200) * 100) }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** What tmux calls a key. */
export function tmuxKey(key: string): string {
  return { Esc: 'Escape', BS: 'BSpace' }[key] ?? key
}
