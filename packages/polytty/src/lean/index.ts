/** Lean views: what a client has not seen yet, in the fewest words. Pure, but for what clients have seen. */
export { changedLines, type SeenScreen, wholeScreen } from './changes.js'
export { foldLines, leanOutput } from './lines.js'
export { ClientMemory, SeenScreens } from './memory.js'
export { screenLines } from './screen-lines.js'
