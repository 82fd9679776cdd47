/**
 * Colours by what they look like instead of what a screen makes of them, as XParseColor reads them: CIEXYZ:, CIEuvY:,
 * CIExyY:, CIELab:, CIELuv:, TekHVC: and the intensities of rgbi:. Matrix, white point and curves are those that Xlib
 * assumes of a screen it knows nothing about; xterm's answers were measured with them.
 */
import type { Rgb } from '../types.js'

type Triple = readonly [number, number, number]

const toLinear: readonly Triple[] = [
  [3.48340481253539, -1.521763749272852, -0.5592313335404978],
  [-1.071527513061936, 1.965937952043724, 0.03673691339553462],
  [0.06351179790497788, -0.2002050100049648, 0.8107094203164822],
]
/** What the three primaries make together. */
const white: Triple = [0.9496644, 1, 1.406040262]

/** The values of 0 to 255 that give an intensity of (k / 32) ** 2.5, for red, green and blue. */
const curves: readonly (readonly number[])[] = [
  [
    0, 9, 10, 22, 31, 40, 48, 57, 65, 73, 81, 89, 97, 105, 113, 121, 129, 136, 144, 152, 160, 168, 176, 183, 191, 199,
    207, 215, 223, 231, 239, 247, 255,
  ],
  [
    0, 19, 21, 27, 34, 42, 49, 57, 64, 72, 79, 86, 94, 101, 108, 116, 123, 131, 138, 146, 153, 161, 169, 177, 185, 193,
    201, 209, 218, 227, 236, 245, 255,
  ],
  [
    0, 14, 15, 23, 32, 40, 48, 56, 64, 72, 79, 87, 94, 101, 109, 116, 124, 131, 139, 146, 154, 162, 170, 177, 185, 193,
    202, 210, 219, 227, 236, 245, 255,
  ],
]

function fromIntensities(linear: Triple): Rgb {
  const [r, g, b] = linear.map((intensity, channel) => {
    const place = Math.min(1, Math.max(0, intensity)) ** (1 / 2.5) * 32
    const low = Math.floor(place)
    const curve = curves[channel]
    return Math.round(curve[low] + (place - low) * ((curve[low + 1] ?? 255) - curve[low]))
  })
  return { r, g, b }
}

const linearOf = (xyz: Triple): Triple => [dot(toLinear[0], xyz), dot(toLinear[1], xyz), dot(toLinear[2], xyz)]

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** A brightness on a perceived scale of 0 to 100 as a luminance of 0 to 1. */
function luminance(value: number): number {
  return value < 7.99953624 ? value / 903.29 : ((value + 16) / 116) ** 3
}

function lightness(y: number): number {
  return y < 0.008856 ? y * 903.29 : Math.cbrt(y) * 116 - 16
}

function fromUv(u: number, v: number, y: number): Triple {
  if (v === 0) return [0, y, 0]
  return [(9 * u * y) / (4 * v), y, ((12 - 3 * u - 20 * v) * y) / (4 * v)]
}

function toUv([x, y, z]: Triple): readonly [number, number] {
  const sum = x + 15 * y + 3 * z
  return sum === 0 ? whiteUv : [(4 * x) / sum, (9 * y) / sum]
}

const whiteUv = ((): readonly [number, number] => {
  const sum = white[0] + 15 * white[1] + 3 * white[2]
  return [(4 * white[0]) / sum, (9 * white[1]) / sum]
})()

/** TekHVC's scale of chroma, and the hue of its best red, from which hues are counted. */
const chromaScale = 7.50725
const redAngle = Math.atan2(0.4931 - whiteUv[1], 0.7127 - whiteUv[0])

function fromHvc(hue: number, value: number, chroma: number): Triple {
  if (value <= 0) return [0, 0, 0]
  const angle = (hue * Math.PI) / 180 + redAngle
  const distance = chroma / (value * chromaScale)
  return fromUv(whiteUv[0] + Math.cos(angle) * distance, whiteUv[1] + Math.sin(angle) * distance, luminance(value))
}

const isShown = (linear: Triple): boolean => linear.every((part) => part > -1e-4 && part < 1 + 1e-4)

/** The colour itself, or with its hue and brightness the strongest one that the screen has. */
function fromXyz(xyz: Triple): Rgb {
  const linear = linearOf(xyz)
  if (isShown(linear)) return fromIntensities(linear)
  const value = Math.min(100, lightness(xyz[1]))
  const [u, v] = toUv(xyz)
  const hue = ((Math.atan2(v - whiteUv[1], u - whiteUv[0]) - redAngle) * 180) / Math.PI
  let shown = 0
  let beyond = Math.hypot(u - whiteUv[0], v - whiteUv[1]) * value * chromaScale
  for (let step = 0; step < 30; step++) {
    const middle = (shown + beyond) / 2
    if (isShown(linearOf(fromHvc(hue, value, middle)))) shown = middle
    else beyond = middle
  }
  return fromIntensities(linearOf(fromHvc(hue, value, shown)))
}

/** Xlib counts L*, a*, b*, u* and v* on scales where the last four are a hundred times as strong. */
function fromLab(l: number, a: number, b: number): Triple {
  const middle = (l + 16) / 116
  return [white[0] * (middle + a / 5) ** 3, luminance(l), white[2] * (middle - b / 2) ** 3]
}

function fromLuv(l: number, u: number, v: number): Triple {
  const scale = (13 * l) / 100
  return scale === 0 ? [0, 0, 0] : fromUv(whiteUv[0] + u / scale, whiteUv[1] + v / scale, luminance(l))
}

const spaces: Readonly<Record<string, (a: number, b: number, c: number) => Rgb>> = {
  rgbi: (r, g, b) => fromIntensities([r, g, b]),
  ciexyz: (x, y, z) => fromXyz([x, y, z]),
  cieuvy: (u, v, y) => fromXyz(fromUv(u, v, y)),
  ciexyy: (x, y, luminosity) =>
    fromXyz(y === 0 ? [0, luminosity, 0] : [(x * luminosity) / y, luminosity, ((1 - x - y) * luminosity) / y]),
  cielab: (l, a, b) => fromXyz(fromLab(l, a, b)),
  cieluv: (l, u, v) => fromXyz(fromLuv(l, u, v)),
  tekhvc: (h, v, c) => fromXyz(fromHvc(h, v, c)),
}

const number = '([+-]?(?:\\d{1,9}(?:\\.\\d{0,9})?|\\.\\d{1,9})(?:e[+-]?\\d{1,2})?)'
const specification = new RegExp(`^(${Object.keys(spaces).join('|')}):${number}/${number}/${number}$`)

/** Reads such a colour, which must be in lower case; null when it is none. */
export function parseDeviceFree(text: string): Rgb | null {
  const match = specification.exec(text)
  if (!match) return null
  const [a, b, c] = match.slice(2).map(Number)
  return spaces[match[1]](a, b, c)
}
