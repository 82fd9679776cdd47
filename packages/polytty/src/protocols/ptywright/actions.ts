/** What a client can do to a session, and the keys it has names for. */
import { z } from 'zod'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { type KeyPress, parseKey } from '../../input/index.js'
import type { Session } from '../../session/index.js'
import { pixels, size } from './params.js'

const plainKeys = [
  ...['enter', 'escape', 'tab', 'backspace', 'delete', 'space', 'up', 'down', 'right', 'left'],
  ...['home', 'end', 'page_up', 'page_down', 'insert'],
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
]

const signals = {
  term: 'SIGTERM',
  hup: 'SIGHUP',
  quit: 'SIGQUIT',
  int: 'SIGINT',
  kill: 'SIGKILL',
  user1: 'SIGUSR1',
  user2: 'SIGUSR2',
} as const

export const action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), value: z.string() }),
  z.object({ type: z.literal('paste'), value: z.string() }),
  z.object({ type: z.literal('bracketed_paste'), value: z.string() }),
  z.object({ type: z.literal('key'), value: z.string() }),
  z.object({
    type: z.literal('resize'),
    value: z.object({ rows: size, cols: size, pixel_width: pixels, pixel_height: pixels }),
  }),
  z.object({ type: z.literal('interrupt') }),
  z.object({ type: z.literal('eof') }),
  z.object({ type: z.literal('kill') }),
  z.object({ type: z.literal('signal'), value: z.enum(Object.keys(signals) as (keyof typeof signals)[]) }),
  z.object({
    type: z.literal('mark_transcript'),
    value: z.object({ label: z.string().min(1).max(256), cursor: z.number().int().min(0).nullish() }),
  }),
  z.object({
    type: z.literal('stream_text'),
    value: z.object({
      text: z.string(),
      chunk_chars: z.number().int().min(1).max(65_536).nullish(),
      delay_ms: z.number().min(0).max(10_000).nullish(),
    }),
  }),
])

export type Action = z.output<typeof action>

export async function perform(session: Session, action: Action, clock: Clock, abort: AbortSignal): Promise<void> {
  switch (action.type) {
    case 'text':
      return session.write(action.value)
    case 'paste':
      return session.paste(action.value, { bracketed: false })
    case 'bracketed_paste':
      return session.paste(action.value, { bracketed: true })
    case 'key':
      return session.press(readKey(action.value))
    case 'resize': {
      const { cols, rows, pixel_width, pixel_height } = action.value
      return session.resize(cols, rows, pixel_width, pixel_height)
    }
    case 'interrupt':
      return session.write('\x03')
    case 'eof':
      return session.write('\x04')
    case 'kill':
      return session.signal('SIGKILL')
    case 'signal':
      return session.signal(signals[action.value])
    case 'mark_transcript':
      session.requireRawOutput()
      return void session.transcript.mark(action.value.label, action.value.cursor ?? undefined)
    case 'stream_text':
      return streamText(
        session,
        action.value.text,
        action.value.chunk_chars ?? 64,
        action.value.delay_ms ?? 2,
        clock,
        abort,
      )
  }
}

/** Types in pieces with pauses, for programs that take a fast typist for a paste. */
async function streamText(
  session: Session,
  text: string,
  chunkChars: number,
  delayMs: number,
  clock: Clock,
  abort: AbortSignal,
): Promise<void> {
  const characters = [...text]
  for (let at = 0; at < characters.length && !abort.aborted; at += chunkChars) {
    if (at > 0) await new Promise<void>((due) => clock.after(delayMs, due))
    await session.write(characters.slice(at, at + chunkChars).join(''))
  }
}

/** Keys are spelled exactly so here, in snake case. */
function readKey(name: string): KeyPress {
  if (name === 'shift_tab') return { key: 'Tab', shift: true }
  if (/^ctrl_[a-z]$/.test(name)) return { key: name.slice(-1), ctrl: true }
  if (plainKeys.includes(name)) return parseKey(name)
  throw new CoreError(
    'invalid-params',
    `unknown key: ${name}; available: ${plainKeys.join(', ')}, shift_tab, ctrl_a … ctrl_z`,
  )
}
