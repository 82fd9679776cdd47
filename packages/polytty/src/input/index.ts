/** Input: keys, mouse, pastes and focus as the bytes that a terminal would send to the program. Pure; writes nothing. */
export { decodeInput, type InputEvent } from './decode.js'
export { describeInput } from './describe-input.js'
export { encodeKey } from './encode-key.js'
export type { KeyModifiers, KeyPress } from './key.js'
export { parseKey } from './key-names.js'
export { type ClickTarget, parseKeyScript, type ScriptItem } from './key-script.js'
export {
  encodeMouse,
  type MouseAction,
  type MouseButton,
  type MouseGeometry,
  type ScrollDirection,
} from './mouse.js'
export { encodeFocus, encodePaste, type PasteBrackets } from './paste.js'
