/** Outlines: what the elements of a screen are, guessed from its cells. */
export { type Element, everyElement, type Place, type Role, roles, SURE } from './element.js'
export { outlineOf } from './outline.js'
export { printOutline } from './print.js'
