/** The terminal engine's public door, `polytty/terminal`. */
export { Terminal } from './terminal.js'
export type * from './types.js'
