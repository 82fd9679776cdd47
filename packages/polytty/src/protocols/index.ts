/** Every protocol that is spoken, in the order in which people see them. On a socket the first takes what none recognises. */
import { mcp } from './mcp/index.js'
import type { Protocol } from './protocol.js'
import { ptywright } from './ptywright/index.js'
import { termwright } from './termwright/index.js'
import { tuispec } from './tuispec/index.js'
import { wrightty } from './wrightty/index.js'
import { wsh } from './wsh/index.js'

export const protocols: readonly Protocol[] = [wrightty, ptywright, termwright, wsh, tuispec, mcp]
