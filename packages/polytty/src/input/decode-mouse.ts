/** Mouse reports back to actions: the reverse of mouse.ts. */
import {
  buttonCodes,
  MOTION,
  type MouseAction,
  type MouseButton,
  NO_BUTTON,
  type ScrollDirection,
  scrollCodes,
} from './mouse.js'

const buttons = new Map(Object.entries(buttonCodes).map(([name, code]) => [code, name as MouseButton]))
const scrolls = new Map(Object.entries(scrollCodes).map(([name, code]) => [code, name as ScrollDirection]))

/** The action of a report; null if its code means nothing. Places are 1-based in reports. */
export function decodeMouse(code: number, x: number, y: number, released: boolean): MouseAction | null {
  const place = { row: y - 1, col: x - 1, ...mouseModifiers(code) }
  const which = code & ~(4 | 8 | 16 | MOTION)
  if (code & MOTION) {
    if (which === NO_BUTTON) return { type: 'move', ...place }
    const dragged = buttons.get(which)
    return dragged ? { type: 'drag', button: dragged, ...place } : null
  }
  const direction = scrolls.get(which)
  if (direction) return { type: 'scroll', direction, ...place }
  // The old encodings do not say which button was released; it was most likely the left one.
  const button = which === NO_BUTTON ? 'left' : buttons.get(which)
  if (!button) return null
  return { type: released || which === NO_BUTTON ? 'release' : 'press', button, ...place }
}

function mouseModifiers(code: number): Pick<MouseAction, 'shift' | 'alt' | 'ctrl'> {
  return { ...(code & 4 && { shift: true }), ...(code & 8 && { alt: true }), ...(code & 16 && { ctrl: true }) }
}
