/**
 * kitty's graphics commands: images are measured, reported, acknowledged and kept as they were sent. Nothing is read from
 * files or shared memory.
 */
import type { KittyCommand, KnownImage, PixelSize } from '../screen/kitty-images.js'
import type { TerminalState } from '../screen/terminal-state.js'
import type { Picture } from '../types.js'
import { splitOnce } from './osc-text.js'
import { cellsOf, joinData, showImage, sizeOfBase64 } from './show-image.js'

/** Longer keys are nonsense; since pieces of text keep the whole alive, they would cost memory too. */
const maxKeys = 1024

function readCommand(text: string): KittyCommand {
  const [head, data] = splitOnce(text, ';')
  const pairs = head.split(',').map((pair) => splitOnce(pair, '=') as [string, string | null])
  return { keys: new Map(pairs), data: joinData('', data ?? '') }
}

function actionOf({ keys }: KittyCommand): string {
  return keys.get('a') ?? 't'
}

/** A key's number; 0 where it is absent or none. */
function numberOf({ keys }: KittyCommand, key: string): number {
  const text = keys.get(key) ?? ''
  return /^\d{1,10}$/.test(text) ? Math.min(0xffff_ffff, Number(text)) : 0
}

/** APC G keys ; base64. The pieces of a transfer (m=1) are put together first. */
export function runKittyCommand(m: TerminalState, text: string): void {
  const { kittyImage } = m
  if (splitOnce(text, ';')[0].length > maxKeys) return
  const given = readCommand(text)
  const whole = kittyImage.arriving && goesOn(kittyImage.arriving, given) ? join(kittyImage.arriving, given) : given
  const hasMore = numberOf(given, 'm') === 1 && 'tTqf'.includes(actionOf(whole))
  kittyImage.arriving = hasMore ? whole : null
  if (!hasMore) run(m, whole)
}

/** A later piece has no keys to speak of; one that is about something else breaks the transfer off. */
function goesOn(arriving: KittyCommand, given: KittyCommand): boolean {
  return ['a', 'i', 'I'].every((key) => !given.keys.has(key) || given.keys.get(key) === arriving.keys.get(key))
}

function join(arriving: KittyCommand, given: KittyCommand): KittyCommand {
  const quiet = given.keys.get('q') ?? arriving.keys.get('q') ?? '0'
  return { keys: new Map(arriving.keys).set('q', quiet), data: joinData(arriving.data, given.data) }
}

function run(m: TerminalState, command: KittyCommand): void {
  const id = numberOf(command, 'i')
  const number = numberOf(command, 'I')
  const action = actionOf(command)
  if (action === 'd') {
    free(m, command)
    return
  }
  if (id > 0 && number > 0) {
    answer(m, command, id, 'EINVAL:an image has an id (i) or a number (I), not both')
    return
  }
  switch (action) {
    case 't':
    case 'T':
    case 'q':
      transmit(m, command, action)
      break
    case 'p':
    case 'f':
    case 'a':
    case 'c': {
      const image = m.kittyImage.find(id, number)
      if (!image) answer(m, command, id, 'ENOENT:there is no image with this id or number')
      // The control of an animation is not confirmed, as in kitty.
      else if (action !== 'a') answer(m, command, image.id, 'OK')
      if (image && action === 'p') place(m, command, image)
      break
    }
    default:
      answer(m, command, id, 'EINVAL:the action (a) is one of t, T, q, p, d, f, a and c')
  }
}

/** Takes an image in, or for a query says whether it would be. */
function transmit(m: TerminalState, command: KittyCommand, action: 't' | 'T' | 'q'): void {
  const asked = numberOf(command, 'i')
  const number = numberOf(command, 'I')
  const size = transmittedSize(command)
  const problem = problemOf(command, size, action === 'q')
  // The image that had the id before is gone all the same, as in kitty.
  if (problem && action !== 'q') m.kittyImage.forget((id) => id === asked)
  if (problem || action === 'q') {
    answer(m, command, asked, problem ?? 'OK')
    return
  }
  const id = asked === 0 && number > 0 ? m.kittyImage.assignId() : asked
  const image = { id, number, size, picture: keep(m, command, size) }
  if (id > 0) {
    m.pictures.takeOff(m, (other) => other === id)
    m.kittyImage.remember(image)
  }
  answer(m, command, id, 'OK')
  if (action === 'T') place(m, command, image)
}

function keep(m: TerminalState, { keys, data }: KittyCommand, size: PixelSize): Picture {
  const format = keys.get('f') === '100' ? 'file' : keys.get('f') === '24' ? 'rgb' : 'rgba'
  return m.pictures.keep(format, size, data, keys.get('o') === 'z')
}

function transmittedSize(command: KittyCommand): PixelSize {
  const given = { width: numberOf(command, 's'), height: numberOf(command, 'v') }
  return given.width > 0 && given.height > 0 ? given : sizeOfBase64(command.data)
}

/** What is wrong with a transfer, as an answer says it. */
function problemOf({ keys }: KittyCommand, size: PixelSize, isQuery: boolean): string | null {
  const medium = keys.get('t') ?? 'd'
  if (medium === 'f' || medium === 't' || medium === 's')
    return 'EBADF:files and shared memory are not read, send the data itself (t=d)'
  if (medium !== 'd') return 'EINVAL:the medium (t) is one of d, f, t and s'
  const format = keys.get('f') ?? '32'
  if (format !== '24' && format !== '32' && format !== '100') return 'EINVAL:the format (f) is one of 24, 32 and 100'
  // Whether a terminal can show images is often asked without one; and what is compressed cannot be measured here.
  if (isQuery || size.width > 0 || (format === '100' && keys.get('o') === 'z')) return null
  return format === '100' ? 'EBADPNG:the data is not a picture' : 'EINVAL:raw pixels need a width (s) and a height (v)'
}

/** Shows an image at the cursor; virtual placements (U=1) have no place of their own and leave the cursor alone. */
function place(m: TerminalState, command: KittyCommand, { id, size: whole, picture }: KnownImage): void {
  const x = numberOf(command, 'x')
  const y = numberOf(command, 'y')
  const size = {
    width: cropped(whole.width, x, numberOf(command, 'w')),
    height: cropped(whole.height, y, numberOf(command, 'h')),
  }
  const crop = size.width === whole.width && size.height === whole.height ? null : { x, y, ...size }
  const inset = {
    width: Math.min(numberOf(command, 'X'), m.options.cellWidth - 1),
    height: Math.min(numberOf(command, 'Y'), m.options.cellHeight - 1),
  }
  const area = cellsOf(m, size, { cols: numberOf(command, 'c'), rows: numberOf(command, 'r') }, inset)
  if (area.cols === 0 || area.rows === 0) return
  const named = { imageId: id, placementId: numberOf(command, 'p'), picture, crop, ...area }
  if (numberOf(command, 'U') === 1) {
    m.pictures.placeVirtual(m, named)
    return
  }
  // A placement relative to another (P) never moves the cursor.
  const moves = numberOf(command, 'C') !== 1 && numberOf(command, 'P') === 0
  const image = { protocol: 'kitty', size, ...named } as const
  showImage(m, m.cursorRow, m.cursorCol, image, moves ? { area, edge: 'wrap' } : null)
}

/** What is left of a side from `start` on, or of that the length asked for. */
function cropped(whole: number, start: number, length: number): number {
  const rest = Math.max(0, whole - start)
  return length > 0 ? Math.min(length, rest) : rest
}

/** Takes placements off the screen; capital letters free the images too. Those chosen by their depth (q, z) stay. */
function free(m: TerminalState, command: KittyCommand): void {
  const given = command.keys.get('d') ?? 'a'
  const x = numberOf(command, 'x')
  const y = numberOf(command, 'y')
  const frees = given === given.toUpperCase()
  const forget = (isGone: (id: number) => boolean, placement = 0): void => {
    m.pictures.takeOff(m, (id, other) => isGone(id) && (placement === 0 || placement === other))
    if (frees) m.kittyImage.forget(isGone)
  }
  switch (given.toLowerCase()) {
    case 'a':
      if (frees) forget(() => true)
      else m.pictures.takeOffAt(m, null, null)
      break
    case 'i':
    case 'n': {
      const gone = m.kittyImage.find(numberOf(command, 'i'), numberOf(command, 'I'))
      if (gone) forget((id) => id === gone.id, numberOf(command, 'p'))
      break
    }
    case 'r':
      forget((id) => id >= x && id <= y)
      break
    case 'c':
      m.pictures.takeOffAt(m, m.cursorRow, m.cursorCol)
      break
    case 'p':
      m.pictures.takeOffAt(m, y - 1, x - 1)
      break
    case 'x':
      m.pictures.takeOffAt(m, null, x - 1)
      break
    case 'y':
      m.pictures.takeOffAt(m, y - 1, null)
      break
  }
}

/** Answers a command that named an image, as far as its q lets: 1 keeps OK back, 2 errors as well. */
function answer(m: TerminalState, command: KittyCommand, id: number, message: string): void {
  const quiet = numberOf(command, 'q')
  if (quiet > 1 || (quiet === 1 && message === 'OK')) return
  const number = numberOf(command, 'I')
  if (id === 0 && number === 0) return
  const named = { i: id, I: number, p: numberOf(command, 'p') }
  const keys = Object.entries(named).filter(([, value]) => value > 0)
  m.reply(`\x1b_G${keys.map(([key, value]) => `${key}=${value}`).join(',')};${message}\x1b\\`)
}
