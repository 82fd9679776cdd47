/** OSC strings that report things about the program: titles, folders, links, the clipboard, notifications. */
import { limits } from '../limits.js'
import { setTitle } from '../screen/alternate.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { stringSequences } from './declare.js'
import { fileTransfer } from './file-transfer.js'
import { setLink } from './links.js'
import { clean, decodeBase64Text, fromHex, onlyBase64, pathOf, splitOnce } from './osc-text.js'
import { reportTitles, titleMode } from './window.js'

/** Sets the title, the icon name or both, from hex where XTSMTITLE asked for that; what is not hex then is dropped. */
function setTitles(m: TerminalState, given: string, what: 'title' | 'iconName' | 'both'): void {
  const decoded = m.titleModes & titleMode.setHex ? fromHex(given) : given
  if (decoded === null) return
  const title = what === 'iconName' ? null : clean(decoded)
  const iconName = what === 'title' ? null : clean(decoded)
  if (iconName !== null) m.ownIconName = title === null
  setTitle(m, title, iconName)
  reportTitles(m, title !== null)
}

/** Shells report their folder at every prompt; only a change is passed on. */
export function emitCwd(m: TerminalState, text: string): void {
  const cleaned = clean(text).slice(0, limits.uriLength)
  if (cleaned === m.reportedCwd) return
  m.reportedCwd = cleaned
  const cwd = pathOf(clean(text)).slice(0, limits.uriLength)
  m.emit({ type: 'cwd', cwd, uri: text.includes('://') ? cleaned : null })
}

const progressStates = ['none', 'value', 'error', 'indeterminate', 'warning'] as const

/** OSC 9: iTerm2's notification, or one of ConEmu's commands, 1 to 12; those that are not known do nothing. */
function osc9(m: TerminalState, text: string): void {
  const [command, rest] = splitOnce(text, ';')
  if (command === '4' && rest !== null) {
    const [state, percent] = rest.split(';')
    const name = progressStates[/^\d$/.test(state) ? Number(state) : -1]
    if (!name) return
    const value = percent && /^\d{1,3}$/.test(percent) ? Math.min(100, Number(percent)) : null
    m.emit({ type: 'progress', state: name, percent: name === 'none' || name === 'indeterminate' ? null : value })
  } else if (command === '9' && rest !== null) emitCwd(m, rest.replace(/^"(.*)"$/, '$1'))
  else if (!/^([1-9]|1[0-2])$/.test(command)) {
    m.emit({ type: 'notification', title: null, body: clean(text), urgency: 'normal', source: 'osc9' })
  }
}

const urgencies = ['low', 'normal', 'critical'] as const

/** OSC 99, kitty: title and body may come in pieces under one id; each finished notification is emitted once. */
function osc99(m: TerminalState, text: string): void {
  const [head, payload] = splitOnce(text, ';')
  if (payload === null) return
  const keys = new Map(head.split(':').map((pair) => splitOnce(pair, '=') as [string, string | null]))
  const part = keys.get('p') ?? 'title'
  if (part === '?') {
    m.reply(`\x1b]99;i=${clean(keys.get('i') ?? '0')}:p=?;p=title,body:u=0,1,2\x1b\\`)
    return
  }
  if (part !== 'title' && part !== 'body') return
  const decoded = keys.get('e') === '1' ? (decodeBase64Text(payload) ?? '') : payload
  const id = keys.get('i') ?? ''
  const draft = m.notifications.get(id) ?? { title: '', body: '', urgency: 'normal' as const }
  if (draft[part].length < limits.titleLength) draft[part] += clean(decoded)
  const urgency = urgencies[Number(keys.get('u') ?? Number.NaN)]
  if (urgency) draft.urgency = urgency
  if (keys.get('d') === '0') {
    if (m.notifications.size < limits.titleStack) m.notifications.set(id, draft)
    return
  }
  m.notifications.delete(id)
  m.emit({
    type: 'notification',
    title: draft.title || null,
    body: draft.body,
    urgency: draft.urgency,
    source: 'osc99',
  })
}

/** OSC 777 ; notify ; title ; body. */
function osc777(m: TerminalState, text: string): void {
  const [command, rest] = splitOnce(text, ';')
  if (command !== 'notify' || rest === null) return
  const [title, body] = splitOnce(rest, ';')
  m.emit({
    type: 'notification',
    title: body === null ? null : clean(title),
    body: clean(body ?? title),
    urgency: 'normal',
    source: 'osc777',
  })
}

/** OSC 52 ; selection ; base64 or ?. */
function clipboard(m: TerminalState, text: string, terminator: string): void {
  const [selection, data] = splitOnce(text, ';')
  if (data === null || !/^[cpqs0-7]*$/.test(selection)) return
  if (data === '?') {
    // An answer names the selection; where the question did not, it is what xterm takes for that.
    const name = selection === '' ? 's0' : selection
    const held = [...name].map((one) => m.clipboard.get(one)).find((base64) => base64)
    if (m.options.allowClipboardRead) m.reply(`\x1b]52;${name};${held ?? ''}${terminator}`)
    return
  }
  const base64 = onlyBase64(data)
  for (const name of selection === '' ? 's' : selection) m.clipboard.set(name, base64)
  m.emit({
    type: 'clipboard',
    selection: selection === '' ? 's' : selection,
    base64,
    text: decodeBase64Text(base64) ?? '',
  })
}

export const osc = stringSequences({
  'OSC 0': {
    name: 'title',
    does: 'Window title and icon name.',
    run: (m, s) => setTitles(m, s.text(), 'both'),
  },
  'OSC 1': { name: 'icon name', does: 'Icon name.', run: (m, s) => setTitles(m, s.text(), 'iconName') },
  'OSC 2': { name: 'title', does: 'Window title.', run: (m, s) => setTitles(m, s.text(), 'title') },
  'OSC l': { name: 'title', does: 'Window title, as dtterm sets it.', run: (m, s) => setTitles(m, s.text(), 'title') },
  'OSC L': {
    name: 'icon name',
    does: 'Icon name, as dtterm sets it.',
    run: (m, s) => setTitles(m, s.text(), 'iconName'),
  },
  'OSC 7': { name: 'cwd', does: 'Current folder as a file URI.', run: (m, s) => emitCwd(m, s.text()) },
  'OSC 8': {
    name: 'hyperlink',
    does: 'Link for what follows, with an optional id.',
    run: (m, s) => void setLink(m, s.text()),
  },
  'OSC 9': {
    name: 'notification',
    does: 'A notification; 9;4 progress; 9;9 current folder.',
    run: (m, s) => osc9(m, s.text()),
  },
  'OSC 52': {
    name: 'clipboard',
    does: 'Sets the clipboard; asking is answered only where allowed.',
    run: (m, s) => clipboard(m, s.text(), s.terminator),
  },
  'OSC 99': {
    name: 'notification',
    does: 'kitty: title, body and urgency.',
    support: 'partly',
    run: (m, s) => osc99(m, s.text()),
  },
  'OSC 777': { name: 'notification', does: 'urxvt: notify.', run: (m, s) => osc777(m, s.text()) },
  'OSC 5113': {
    name: 'file transfer',
    does: 'kitty: reported, never carried out.',
    support: 'partly',
    run: (m, s) => fileTransfer(m, s.text()),
  },
  'OSC 22': { name: 'pointer shape', does: 'Shape of the mouse pointer.', support: 'ignored', run: () => {} },
  'OSC 66': {
    name: 'text size',
    does: 'kitty: text in another size; it is not shown.',
    support: 'ignored',
    run: () => {},
  },
  'OSC 50': { name: 'font', does: 'Font.', support: 'ignored', run: () => {} },
  'OSC 3': { name: 'X property', does: 'X11 window property.', support: 'ignored', run: () => {} },
})
