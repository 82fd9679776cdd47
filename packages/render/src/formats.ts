/** Every format of a still picture: one row each. The command line and the protocols read this table. */
import type { Snapshot } from '@polytty/terminal'
import { renderAnsi } from './ansi.js'
import { renderHtml } from './html.js'
import type { RenderOptions } from './options.js'
import { renderPng } from './png.js'
import { renderSvg } from './svg.js'
import { renderText } from './text.js'

export interface Picture {
  /** Text, or the bytes of a binary format. */
  readonly data: string | Uint8Array
  /** In pixels, where there are any. */
  readonly width?: number
  readonly height?: number
}

interface PictureFormat {
  /** What names of its files end with. */
  readonly ending: string
  /** Whether it is made of bytes, not of text. */
  readonly binary: boolean
  draw(snapshot: Snapshot, options: RenderOptions): Picture
}

export const pictureFormats = {
  png: {
    ending: '.png',
    binary: true,
    draw(snapshot, options) {
      const { bytes, width, height } = renderPng(snapshot, options)
      return { data: bytes, width, height }
    },
  },
  svg: {
    ending: '.svg',
    binary: false,
    draw(snapshot, options) {
      const { svg, width, height } = renderSvg(snapshot, options)
      return { data: svg, width: Math.ceil(width), height: Math.ceil(height) }
    },
  },
  html: { ending: '.html', binary: false, draw: (snapshot, options) => ({ data: renderHtml(snapshot, options) }) },
  ansi: { ending: '.ansi', binary: false, draw: (snapshot) => ({ data: renderAnsi(snapshot) }) },
  text: { ending: '.txt', binary: false, draw: (snapshot) => ({ data: renderText(snapshot) }) },
} satisfies Record<string, PictureFormat>

export type PictureFormatName = keyof typeof pictureFormats

export const pictureFormatNames = Object.keys(pictureFormats) as [PictureFormatName, ...PictureFormatName[]]

/** A picture as a file has it: text ends with one newline. */
export function pictureFile({ data }: Picture): string | Uint8Array {
  return typeof data === 'string' ? `${data.trimEnd()}\n` : data
}

/** The format of a file by its ending; undefined for one that is not a picture's. */
export function pictureFormatOf(path: string): PictureFormatName | undefined {
  return pictureFormatNames.find((name) => path.toLowerCase().endsWith(pictureFormats[name].ending))
}
