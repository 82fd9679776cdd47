/** Two screens held against each other: what differs, in words and as a picture. */
export { type CellMask, type Comparison, compareSnapshots } from './compare.js'
export { describeDifference, summarize } from './difference.js'
export { sideBySide } from './side-by-side.js'
