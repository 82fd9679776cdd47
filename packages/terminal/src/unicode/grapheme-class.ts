/**
 * The grapheme classes that the generated table uses: Grapheme_Cluster_Break with the emoji and Indic conjunct
 * properties folded in, so that one lookup per code point answers every rule of UAX #29.
 */
export const graphemeClass = {
  other: 0,
  control: 1,
  extend: 2,
  zwj: 3,
  regional: 4,
  prepend: 5,
  spacing: 6,
  hangulL: 7,
  hangulV: 8,
  hangulT: 9,
  /** LV and LVT; which of the two is arithmetic on the code point. */
  hangulSyllable: 10,
  pictographic: 11,
  consonant: 12,
  /** A virama: Extend that joins two consonants. */
  linker: 13,
  /** A skin tone: Extend that also asks for emoji presentation. */
  modifier: 14,
} as const
