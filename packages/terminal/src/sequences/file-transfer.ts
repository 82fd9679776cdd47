/** OSC 5113, kitty's file transfer: reported, never carried out. How far a file has come is counted from what passes by. */
import type { TerminalState, Transfer } from '../screen/terminal-state.js'
import { clean, decodeBase64Text, splitOnce } from './osc-text.js'

/** Files that may be on their way at a time; of others no progress is known. */
const MAX_TRANSFERS = 100

type Keys = ReadonlyMap<string, string | null>

export function fileTransfer(m: TerminalState, text: string): void {
  const keys: Keys = new Map(text.split(';').map((pair) => splitOnce(pair, '=') as [string, string | null]))
  const given = keys.get('ac') ?? ''
  const status = decodeBase64Text(keys.get('st') ?? '') || null
  const id = `${keys.get('id') ?? ''};${keys.get('fid') ?? ''}`
  if (given === 'file') begin(m, id, keys)
  const transfer = m.transfers.get(id)
  if (transfer && (given === 'data' || given === 'end_data')) transfer.done += dataLength(keys)
  if (transfer && given === 'status' && status === 'PROGRESS')
    transfer.done = wholeNumber(keys.get('sz')) ?? transfer.done
  const failed =
    given === 'cancel' || (given === 'status' && status !== null && status !== 'OK' && status !== 'PROGRESS')
  const action = failed ? 'error' : actions.get(given)
  if (!action) return
  if (given === 'end_data' || failed) m.transfers.delete(id)
  if (given === 'cancel' || given === 'finish') forget(m, keys.get('id') ?? '')
  m.emit({
    type: 'fileTransfer',
    action,
    filename: transfer?.filename ?? nameOf(keys),
    progress: transfer && !failed ? progressOf(transfer) : null,
    error: failed ? clean(status ?? 'cancelled') : null,
  })
}

const actions = new Map([
  ['send', 'send'],
  ['receive', 'receive'],
  ['file', 'progress'],
  ['data', 'progress'],
  ['status', 'progress'],
  ['end_data', 'complete'],
  ['finish', 'complete'],
] as const) as ReadonlyMap<string, 'send' | 'receive' | 'progress' | 'complete'>

function begin(m: TerminalState, id: string, keys: Keys): void {
  if (m.transfers.size >= MAX_TRANSFERS) return
  const size = keys.get('zip') === 'zlib' ? null : wholeNumber(keys.get('sz'))
  m.transfers.set(id, { filename: nameOf(keys), size, done: 0 })
}

/** All files of a transfer that is over. */
function forget(m: TerminalState, id: string): void {
  for (const key of m.transfers.keys()) if (key.startsWith(`${id};`)) m.transfers.delete(key)
}

function nameOf(keys: Keys): string | null {
  const name = decodeBase64Text(keys.get('n') ?? '') || null
  return name === null ? null : clean(name)
}

function dataLength(keys: Keys): number {
  const digits = (keys.get('d') ?? '').replace(/=+$/, '').length
  return Math.floor((digits * 3) / 4)
}

function wholeNumber(text: string | null | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function progressOf({ size, done }: Transfer): number | null {
  if (size === null) return null
  return size === 0 ? 1 : Math.min(done / size, 1)
}
