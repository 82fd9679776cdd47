/** The terminal engine: what `@polytty/terminal` exports. */
export { CharacterPairs } from './character-pairs.js'
export type { SavedTerminal } from './save.js'
export { placeholderText } from './screen/placeholders.js'
export { Terminal } from './terminal.js'
export type * from './types.js'
export { ViewerSafe } from './viewer-safe.js'
