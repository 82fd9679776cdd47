/** Every bound of the engine in one place. Beyond a bound the rest is dropped; nothing throws and nothing grows. */
export const limits = {
  /** Screen size in cells per side. */
  maxCols: 4096,
  maxRows: 4096,
  maxScrollback: 1_000_000,
  /** Parameters and sub-parameters of one control sequence. */
  params: 64,
  /** Bytes kept of one OSC, APC, PM, SOS or DCS string. */
  stringBytes: 1_048_576,
  titleLength: 4096,
  titleStack: 10,
  /** Saved SGR states and saved palettes, as deep as xterm's. */
  sgrStack: 10,
  colorStack: 10,
  kittyStack: 32,
  /** Replies waiting to be taken. */
  replyBytes: 65_536,
  hyperlinks: 65_536,
  /** Characters of links before a sweep is tried, and the most that are kept; a link beyond that is none. */
  linkSweep: 4_194_304,
  linkLength: 33_554_432,
  uriLength: 4096,
  /** A longer one is not remembered by its bytes. */
  rememberedLink: 512,
  /** Entries of a style or cluster table before a sweep is tried. */
  tableSweep: 65_536,
  /** Prompt marks that are followed through a resize. */
  marks: 256,
  userVariables: 256,
  /** Columns and rows that one image takes. */
  imageCells: 4096,
  /** Lines that one image scrolls; fewer than its rows may be, since a few bytes are enough to ask for them. */
  imageScroll: 1024,
  /** kitty images whose ids are known. */
  images: 4096,
  /** Characters of pictures that are kept, in all and of one; and how many pictures. */
  pictureData: 8_388_608,
  pictures: 256,
} as const
