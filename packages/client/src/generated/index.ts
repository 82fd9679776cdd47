/** The protocols, as types. Made by `npm run gen`. */
export type { Mcp } from './mcp.js'
export type { Ptywright } from './ptywright.js'
export type { Termwright } from './termwright.js'
export type { Tuispec } from './tuispec.js'
export type { Wrightty } from './wrightty.js'
export type { Wsh } from './wsh.js'
