/**
 * Mouse actions → bytes, in the tracking mode and encoding that the program asked for. What the program did not ask
 * for is an error that says so, since the bytes would otherwise arrive as typed garbage.
 */

import type { MouseEncoding, MouseTracking, TerminalModes } from '@polytty/terminal'
import { CoreError } from '../base/core-error.js'

export type MouseButton = 'left' | 'middle' | 'right' | 'back' | 'forward' | 'button10' | 'button11'
export type ScrollDirection = 'up' | 'down' | 'left' | 'right'

interface MousePlace {
  /** 0-based cell. */
  readonly row: number
  readonly col: number
  readonly shift?: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
}

export type MouseAction =
  | (MousePlace & { readonly type: 'press' | 'release' | 'drag'; readonly button: MouseButton })
  | (MousePlace & { readonly type: 'move' })
  | (MousePlace & { readonly type: 'scroll'; readonly direction: ScrollDirection })

/** The screen that the action happens on; the pixel size of a cell matters only to the SGR-pixel encoding. */
export interface MouseGeometry {
  readonly cols: number
  readonly rows: number
  readonly cellWidth?: number
  readonly cellHeight?: number
}

type MouseModes = Partial<
  Pick<TerminalModes, 'mouseTracking' | 'mouseEncoding' | 'alternateScroll' | 'alternateScreen' | 'cursorKeys'>
>

export const buttonCodes: Readonly<Record<MouseButton, number>> = {
  left: 0,
  middle: 1,
  right: 2,
  back: 128,
  forward: 129,
  button10: 130,
  button11: 131,
}
export const scrollCodes: Readonly<Record<ScrollDirection, number>> = { up: 64, down: 65, left: 66, right: 67 }
export const NO_BUTTON = 3
export const MOTION = 32

const reported: Readonly<Record<MouseTracking, readonly MouseAction['type'][]>> = {
  none: [],
  x10: ['press'],
  normal: ['press', 'release', 'scroll'],
  button: ['press', 'release', 'scroll', 'drag'],
  any: ['press', 'release', 'scroll', 'drag', 'move'],
}

/** The largest 1-based coordinate that an encoding can express. */
const limits: Readonly<Partial<Record<MouseEncoding, number>>> = { default: 223, utf8: 2015 }

/** The bytes that a terminal in these modes sends for a mouse action on a screen of this size. */
export function encodeMouse(action: MouseAction, modes: MouseModes, geometry: MouseGeometry): Uint8Array {
  const { mouseTracking: tracking = 'none', mouseEncoding: encoding = 'default' } = modes
  if (tracking === 'none' && scrollsAlternate(action, modes)) {
    requireInside(action, geometry)
    return Buffer.from(`${modes.cursorKeys ? '\x1bO' : '\x1b['}${action.direction === 'up' ? 'A' : 'B'}`, 'latin1')
  }
  requireReported(action, tracking)
  requireInside(action, geometry)
  const code = actionCode(action, tracking)
  let x = action.col + 1
  let y = action.row + 1
  if (encoding === 'sgrPixel') {
    x = centre(action.col, geometry.cellWidth ?? 8)
    y = centre(action.row, geometry.cellHeight ?? 16)
  }
  const limit = limits[encoding] ?? Number.POSITIVE_INFINITY
  if (x > limit || y > limit)
    throw new CoreError(
      'invalid-params',
      `row ${action.row}, column ${action.col} cannot be expressed: the program chose the ${encoding} mouse encoding, which ends at ${limit - 1}`,
      { row: action.row, col: action.col, encoding },
    )
  return encodeReport(action.type === 'release', code, x, y, encoding)
}

/** Mode 1007: on the alternate screen the wheel is the arrow keys, for programs that know nothing of mice. */
function scrollsAlternate(
  action: MouseAction,
  modes: MouseModes,
): action is MouseAction & { readonly type: 'scroll'; readonly direction: 'up' | 'down' } {
  if (!modes.alternateScroll || !modes.alternateScreen || action.type !== 'scroll') return false
  return action.direction === 'up' || action.direction === 'down'
}

function encodeReport(release: boolean, code: number, x: number, y: number, encoding: MouseEncoding): Uint8Array {
  // Only the SGR encodings say which button was released.
  const oldCode = 32 + (release ? (code & ~(3 | 128)) | NO_BUTTON : code)
  switch (encoding) {
    case 'sgr':
    case 'sgrPixel':
      return Buffer.from(`\x1b[<${code};${x};${y}${release ? 'm' : 'M'}`, 'latin1')
    case 'urxvt':
      return Buffer.from(`\x1b[${oldCode};${x};${y}M`, 'latin1')
    case 'utf8':
      return Buffer.from(`\x1b[M${String.fromCharCode(oldCode, x + 32, y + 32)}`, 'utf8')
    default:
      return Buffer.from(`\x1b[M${String.fromCharCode(oldCode, x + 32, y + 32)}`, 'latin1')
  }
}

function actionCode(action: MouseAction, tracking: MouseTracking): number {
  // X10 compatibility mode knows the button and nothing else.
  const modifiers = tracking === 'x10' ? 0 : (action.shift ? 4 : 0) | (action.alt ? 8 : 0) | (action.ctrl ? 16 : 0)
  switch (action.type) {
    case 'scroll':
      return known('scroll direction', scrollCodes, action.direction) | modifiers
    case 'move':
      return NO_BUTTON | MOTION | modifiers
    case 'drag':
      return known('button', buttonCodes, action.button) | MOTION | modifiers
    default:
      return known('button', buttonCodes, action.button) | modifiers
  }
}

function known(what: string, codes: Readonly<Record<string, number>>, name: string): number {
  if (Object.hasOwn(codes, name)) return codes[name]
  throw new CoreError(
    'invalid-params',
    `unknown mouse ${what} ${JSON.stringify(name)}: one of ${Object.keys(codes).join(', ')}`,
  )
}

function centre(cell: number, pixels: number): number {
  return Math.floor(cell * pixels + pixels / 2) + 1
}

function requireReported(action: MouseAction, tracking: MouseTracking): void {
  if (reported[tracking].includes(action.type)) {
    if (tracking === 'x10' && action.type === 'press' && buttonCodes[action.button] > 2)
      throw new CoreError(
        'mouse-not-enabled',
        'the program has not enabled more than three mouse buttons: its tracking mode is "x10"',
        { event: action.type, tracking },
      )
    return
  }
  const data = { event: action.type, tracking }
  if (tracking === 'none') throw new CoreError('mouse-not-enabled', 'the program has not enabled mouse reporting', data)
  throw new CoreError(
    'mouse-not-enabled',
    `the program has not enabled mouse ${action.type} events: its tracking mode "${tracking}" reports only ${reported[tracking].join(', ')}`,
    data,
  )
}

function requireInside(action: MouseAction, { cols, rows }: MouseGeometry): void {
  const inside = (value: number, end: number) => Number.isInteger(value) && value >= 0 && value < end
  if (inside(action.row, rows) && inside(action.col, cols)) return
  throw new CoreError(
    'invalid-params',
    `row ${action.row}, column ${action.col} is outside the screen of ${rows} rows and ${cols} columns (0-based)`,
    { row: action.row, col: action.col, rows, cols },
  )
}
