/** Spellings of keys for dialects whose documents know fewer than we do: what they do not have must not type something else. */
import { CoreError } from '../base/core-error.js'
import { type KeyPress, parseKey } from '../input/index.js'

/** The key, unless it needs a modifier beyond Ctrl, Alt, Shift and Meta, or a function key beyond the last. */
export function parseDocumentKey(spelling: string, lastFunctionKey = 35): KeyPress {
  const press = parseKey(spelling)
  if (press.hyper || press.super) throw unknown(spelling, 'the modifiers here are Ctrl, Alt, Shift and Meta')
  const number = /^F(\d+)$/.exec(press.key)?.[1]
  if (number !== undefined && Number(number) > lastFunctionKey)
    throw unknown(spelling, `function keys are F1 to F${lastFunctionKey}`)
  return press
}

function unknown(key: string, reason: string): CoreError {
  return new CoreError('invalid-params', `unknown key ${JSON.stringify(key)}: ${reason}`, { key })
}
