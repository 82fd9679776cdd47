/** What a dump keeps besides the screen: images by their ids, and what is arriving in several strings. */
import type { KittyCommand } from './screen/kitty-images.js'
import type { TerminalState } from './screen/terminal-state.js'

/** Ids that are assigned in order to reach a certain one again; beyond that a number (key I) is forgotten. */
const mostAssigned = 1000
/** Characters of data that are on their way: enough to measure a picture, which is then not shown. */
const mostData = 65_536

const graphics = (keys: string, data = ''): string => `\x1b_G${keys};${data}\x1b\\`

/** Images as transfers of the same size without data: their ids stay known, but what they show is gone. */
export function dumpImages({ kittyImage }: TerminalState): string {
  const { images, lastAssigned } = kittyImage.all
  const transfer = (name: string, { width, height }: { readonly width: number; readonly height: number }): string =>
    graphics(`a=t,q=2,${name},s=${width},v=${height}`)
  let text = ''
  // An image with a number has the id that it was assigned, so those that were assigned before it are made and freed.
  const assigned = Math.min(lastAssigned, mostAssigned)
  const byId = new Map(images.filter(({ number }) => number > 0).map((image) => [image.id, image]))
  for (let id = 1; id <= assigned; id++) {
    const image = byId.get(id)
    text += image ? transfer(`I=${image.number}`, image.size) : transfer('I=1', { width: 1, height: 1 })
    if (!image) text += graphics(`a=d,d=I,i=${id}`)
  }
  for (const image of images) {
    const isAssigned = image.number > 0 && image.id <= assigned
    if (!isAssigned && image.size.width > 0) text += transfer(`i=${image.id}`, image.size)
  }
  return text
}

/** Transfers and messages of which more pieces are to come. */
export function dumpPieces(m: TerminalState): string {
  let text = ''
  if (m.kittyImage.arriving)
    text += graphics(keysOf(m.kittyImage.arriving), m.kittyImage.arriving.data.slice(0, mostData))
  if (m.inlineFile) {
    text += `\x1b]1337;MultipartFile=${m.inlineFile.args}\x1b\\\x1b]1337;FilePart=${m.inlineFile.data.slice(0, mostData)}\x1b\\`
  }
  return text
}

function keysOf({ keys }: KittyCommand): string {
  const pairs = [...new Map(keys).set('m', '1')]
  return pairs.map(([key, value]) => (value === null ? key : `${key}=${value}`)).join(',')
}
