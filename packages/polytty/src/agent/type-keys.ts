/** Carries out a script of keys on a session: types, presses, clicks, and takes secrets from the operator's file. */
import { CoreError } from '../base/core-error.js'
import type { ClickTarget, ScriptItem } from '../input/index.js'
import { type Element, everyElement, outlineOf, SURE } from '../outline/index.js'
import type { Session } from '../session/index.js'
import { findOnScreen } from '../wait/index.js'
import type { Secrets } from './secrets.js'

export interface TypingOptions {
  readonly secrets: Secrets | null
  /** Secrets may be typed where they would be shown. */
  readonly secretsAnywhere: boolean
  readonly abort: AbortSignal
}

/** How long a program may take for what was typed before a click or an interrupt, or after an Escape. */
const STEP_MS = 1000
const MAX_CANDIDATES = 12
/** With Ctrl, by default: interrupt, suspend, quit. */
const INTERRUPTS: ReadonlySet<string> = new Set(['c', 'z', '\\'])

export async function typeKeys(session: Session, items: readonly ScriptItem[], options: TypingOptions): Promise<void> {
  // Whatever cannot be is found out before anything is typed.
  for (const item of items) if (item.type === 'secret') secretOf(item.name, options)
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1
    const answered = (): Promise<unknown> => session.settled({ timeoutMs: STEP_MS, abort: options.abort })
    switch (item.type) {
      case 'text':
        await session.write(item.text.replaceAll('\n', '\r'))
        break
      case 'key': {
        // Terminals discard what was typed and not read yet at an interrupt, and shells what comes right after it.
        const interrupts = item.key.ctrl === true && INTERRUPTS.has(item.key.key)
        if (interrupts && index > 0) await answered()
        await session.press(item.key)
        // What follows an Escape at once would be taken for Alt and that key.
        if ((interrupts || item.key.key === 'Escape') && !isLast) await answered()
        break
      }
      case 'click':
        if (index > 0) await answered()
        await click(session, item.target)
        break
      case 'secret':
        await typeSecret(session, item.name, options, index > 0)
    }
  }
}

/** The text of a script, as far as it is text; Enter ends a line. */
export function textOf(items: readonly ScriptItem[]): string {
  const texts = items.map((item) => {
    if (item.type === 'text') return item.text
    if (item.type !== 'key' || item.key.ctrl || item.key.alt) return ''
    return item.key.key === 'Enter' ? '\n' : item.key.key.length === 1 ? item.key.key : ''
  })
  return texts.join('')
}

function secretOf(name: string, { secrets }: TypingOptions): string {
  if (secrets) return secrets.get(name)
  throw new CoreError('not-found', `no secret ${name}: the server was given none`, {
    hint: 'The operator gives them with --secrets FILE',
  })
}

async function typeSecret(session: Session, name: string, options: TypingOptions, follows: boolean): Promise<void> {
  const value = secretOf(name, options)
  if (!options.secretsAnywhere) {
    const { secret } = await session.settled({ timeoutMs: STEP_MS, abort: options.abort })
    if (!secret)
      throw new CoreError(
        'permission-denied',
        `<secret:${name}> was not typed${follows ? ', what came before it was' : ''}: the program is not asking for a secret, and would show it`,
      )
  }
  await session.write(value, { unseen: true })
}

async function click(session: Session, target: ClickTarget): Promise<void> {
  const { row, col } = 'name' in target ? placeOf(session, target.name) : target
  await session.mouse({ type: 'press', button: 'left', row, col })
  if (session.terminal.modes.mouseTracking !== 'x10') await session.mouse({ type: 'release', button: 'left', row, col })
}

/** The middle of the element with this name; of the text itself where it is on the screen just once. */
function placeOf(session: Session, name: string): { readonly row: number; readonly col: number } {
  const snapshot = session.snapshot()
  const elements = [...everyElement(outlineOf(snapshot))].filter(
    ({ confidence, name: own }) => confidence >= SURE && own !== '',
  )
  const exact = elements.filter((element) => sameName(element.name, name))
  // A label inside something else of the same name is meant, not what is around it.
  const [only, ...more] = exact.filter((one) => !exact.some((other) => other !== one && isInside(other, one)))
  if (only && more.length === 0) return middle(only)
  const texts = findOnScreen(snapshot, name)
  const [text] = texts
  if (!only && text && texts.length === 1) return middle({ ...text, width: text.length, height: 1 })
  const found = only ? [only, ...more] : texts
  const places = found.slice(0, MAX_CANDIDATES).map(({ row, col }) => `<Click ${row},${col}>`)
  if (places.length > 0)
    throw new CoreError('invalid-params', `${JSON.stringify(name)} appears ${found.length} times: ${places.join(' ')}`)
  const names = [...new Set(elements.map((element) => element.name))].slice(0, MAX_CANDIDATES)
  throw new CoreError(
    'not-found',
    `nothing is labelled ${JSON.stringify(name)}; available: ${names.join(', ') || 'nothing to click'}`,
  )
}

function sameName(own: string, wanted: string): boolean {
  return own.toLowerCase() === wanted.trim().toLowerCase()
}

function isInside(inner: Element, outer: Element): boolean {
  const isSame = inner.row === outer.row && inner.col === outer.col && inner.width === outer.width
  return (
    !isSame &&
    inner.row >= outer.row &&
    inner.col >= outer.col &&
    inner.row + inner.height <= outer.row + outer.height &&
    inner.col + inner.width <= outer.col + outer.width
  )
}

function middle({ row, col, width, height }: Pick<Element, 'row' | 'col' | 'width' | 'height'>): {
  readonly row: number
  readonly col: number
} {
  return { row: row + ((height - 1) >> 1), col: col + ((width - 1) >> 1) }
}
