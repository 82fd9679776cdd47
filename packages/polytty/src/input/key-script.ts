/**
 * Keys in one string, as people and agents write them: typed as they are, except that `<Name>` is a key: `<Enter>`,
 * `<Esc>`, `<C-c>`, `<S-Tab>`, `<F5>`; `<lt>` is a `<`. `<Click "OK">` clicks what is called so, `<Click 3,10>` on a
 * cell, and `<secret:NAME>` types what the operator keeps under that name. A `<` that begins no such name is typed as it
 * is, so that `cat <<EOF` works. Only reads; what a key sends is in encode-key.ts.
 */
import { CoreError } from '../base/core-error.js'
import { nearest } from '../base/nearest.js'
import type { KeyPress } from './key.js'
import { parseKey, spellings } from './key-names.js'

export type ScriptItem =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'key'; readonly key: KeyPress; readonly name: string }
  | { readonly type: 'click'; readonly target: ClickTarget }
  | { readonly type: 'secret'; readonly name: string }

/** What is clicked: something by its name, or a 0-based cell. */
export type ClickTarget = { readonly name: string } | { readonly row: number; readonly col: number }

/** A name of two letters or more, or modifiers and any one character; or a word with what belongs to it. */
const ITEM =
  /<(?:((?:[A-Za-z]+[-+])+[^\s<>]|(?:[A-Za-z]+[-+])*[A-Za-z][A-Za-z0-9]+)|(click) ([^\n]{0,200}?"|[^">\n]{0,200})|secret:([^<>\n]*))>/gi
const CLICK = /^(?:"([^"]+)"|(\d{1,4}),(\d{1,4}))$/
const SECRET = /^[\w.-]{1,64}$/

const names = [...spellings, 'Click', 'lt']

/** The items in their order; an unknown name is an error, so that nothing is typed by mistake. */
export function parseKeyScript(script: string): ScriptItem[] {
  const items: ScriptItem[] = []
  let text = ''
  let end = 0
  const push = (item: ScriptItem): void => {
    if (text !== '') items.push({ type: 'text', text })
    text = ''
    items.push(item)
  }
  for (const match of script.matchAll(ITEM)) {
    const [whole, name, click, target, secret] = match
    text += script.slice(end, match.index)
    end = match.index + whole.length
    if (name?.toLowerCase() === 'lt') text += '<'
    else if (name !== undefined) push({ type: 'key', key: readKey(name), name })
    else if (click !== undefined) push({ type: 'click', target: readTarget(whole, target!) })
    else push({ type: 'secret', name: readSecret(whole, secret!) })
  }
  text += script.slice(end)
  if (text !== '') items.push({ type: 'text', text })
  return items
}

function readKey(name: string): KeyPress {
  try {
    return parseKey(name)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    const near = nearest(name, names)
    throw refuse(`unknown key <${name}>${near ? `; did you mean <${near}>?` : '.'}`, name)
  }
}

function readTarget(whole: string, target: string): ClickTarget {
  const [, name, row, col] = CLICK.exec(target) ?? []
  if (name !== undefined) return { name }
  if (row !== undefined) return { row: Number(row), col: Number(col) }
  throw refuse(`${whole} does not say what to click: write <Click "OK"> or <Click ROW,COLUMN>.`, whole)
}

function readSecret(whole: string, name: string): string {
  if (SECRET.test(name)) return name
  throw refuse(`${whole} names no secret: write <secret:NAME>, NAME of letters, digits, dots, - and _.`, whole)
}

function refuse(message: string, key: string): CoreError {
  return new CoreError('invalid-params', `${message} Write <lt> to type a <.`, { key })
}
