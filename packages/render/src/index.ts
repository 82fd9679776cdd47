/** Pictures of a snapshot, one function per format; the themes; recordings of terminals as casts, and as frames of an animation. */
export type { AnimationProgress } from './animation/composer.js'
export { type GifPicture, renderGif } from './animation/gif.js'
export { canEncodeVideo, renderVideo, requireVideoEncoder, type VideoFormat } from './animation/video.js'
export { Palette, unpackRgb } from './color.js'
export { bundledFamilies } from './font/chain.js'
export {
  type PictureFormatName,
  pictureFile,
  pictureFormatNames,
  pictureFormatOf,
  pictureFormats,
} from './formats.js'
export { renderHtml } from './html.js'
export { escapeMarkup } from './markup.js'
export type { RenderOptions } from './options.js'
export { renderPng } from './png.js'
export { pngDifference } from './png-difference.js'
export { RenderError, type RenderErrorCode } from './render-error.js'
export * from './screen.js'
export { renderSvg } from './svg.js'
export { renderText } from './text.js'
export { findTheme, parseTheme, type Theme, themeNames } from './theme.js'
