/** Sixels to pixels: six rows at a time, in colours that the program defines or a VT340 has. */

/** A VT340's colours, in percent. */
const vt340: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [20, 20, 80],
  [80, 13, 13],
  [20, 80, 20],
  [80, 20, 80],
  [20, 80, 80],
  [80, 80, 20],
  [53, 53, 53],
  [26, 26, 26],
  [33, 33, 60],
  [60, 26, 26],
  [33, 60, 33],
  [60, 33, 60],
  [33, 60, 60],
  [60, 60, 33],
  [80, 80, 80],
]

/** A picture may be drawn over so many times; beyond that someone wants to keep us busy. */
const MAX_LAYERS = 16

/** One step: a repeated or single sixel, a colour, a raster, or the end of a line or band. */
const STEP = /!(\d*)([?-~])|#([\d;]*)|"[\d;]*|[?-~$-]/g

/** Four bytes a pixel; those that were not drawn are transparent. Null where it was drawn over too often. */
export function sixelPixels(data: string, width: number, height: number): Uint8Array | null {
  const rgba = new Uint8Array(width * height * 4)
  const pixels = new Uint32Array(rgba.buffer)
  const colors = new Map(vt340.map((percent, index) => [index, pixelOf(...percent)]))
  let left = width * height * MAX_LAYERS
  let color = colors.get(0)!
  let col = 0
  let band = 0
  const draw = (sixel: string, count: number): void => {
    const bits = sixel.charCodeAt(0) - 0x3f
    const end = Math.min(width, col + count)
    for (let bit = 0; bits >> bit > 0; bit++) {
      const row = band + bit
      if ((bits & (1 << bit)) === 0 || row >= height || col >= end) continue
      pixels.fill(color, row * width + col, row * width + end)
      left -= end - col
    }
    col = Math.min(width, col + count)
  }
  for (const [step, count, repeated, numbers] of data.matchAll(STEP)) {
    if (left < 0) return null
    if (repeated !== undefined) draw(repeated, Math.max(1, Number(count)))
    else if (numbers !== undefined) {
      const [index = 0, system, ...values] = numbers.split(';', 5).map(Number)
      if (system === 1 || system === 2) setColor(colors, index & 0x3ff, system, values)
      color = colors.get(index & 0x3ff) ?? color
    } else if (step === '$') col = 0
    else if (step === '-') {
      col = 0
      band += 6
    } else if (step[0] !== '"') draw(step, 1)
  }
  return rgba
}

function setColor(colors: Map<number, number>, index: number, system: 1 | 2, values: readonly number[]): void {
  const [a = 0, b = 0, c = 0] = values
  colors.set(index, system === 2 ? pixelOf(a, b, c) : pixelOf(...fromHls(a, b, c)))
}

/** Percent to a pixel in memory order. */
function pixelOf(r: number, g: number, b: number): number {
  const [red, green, blue] = [r, g, b].map((percent) => Math.round((Math.min(100, Math.max(0, percent)) * 255) / 100))
  const bytes = Uint8Array.of(red, green, blue, 255)
  return new Uint32Array(bytes.buffer)[0]
}

/** Hue as DEC counts it, from blue on; all in percent but the hue. */
function fromHls(hue: number, lightness: number, saturation: number): [number, number, number] {
  const light = Math.min(100, lightness) / 100
  const chroma = (1 - Math.abs(2 * light - 1)) * (Math.min(100, saturation) / 100)
  const channel = (turned: number): number => {
    const at = ((((hue + turned) % 360) + 360) % 360) / 60
    const share = at < 1 ? at : at < 3 ? 1 : at < 4 ? 4 - at : 0
    return (light - chroma / 2 + chroma * share) * 100
  }
  return [channel(0), channel(240), channel(120)]
}
