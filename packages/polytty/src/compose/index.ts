/** Composing a session's screen: overlays and panels, the focus, the window they share, and painting it elsewhere. */
export { Composition } from './composition.js'
export {
  colorNames,
  MAX_PIECES,
  type RegionWrite,
  type Span,
  type SpanColor,
} from './content.js'
export type { Element, Overlay, Panel } from './element.js'
export type { ElementKind, ElementOf, OptionsOf } from './elements.js'
export { TerminalPainter } from './painter.js'
export { type PictureFrame, PictureViewer } from './picture-viewer.js'
