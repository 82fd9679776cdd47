/** Character sets that G0–G3 can hold: what the bytes 0x20–0x7E print as. `null` is ASCII. */

/** The DEC special graphics, 0x5F to 0x7E. */
const graphics = ' ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'

function table(changes: Readonly<Record<string, string>>): Uint16Array {
  const codes = new Uint16Array(128)
  for (let code = 0; code < 128; code++) codes[code] = code
  for (const [from, to] of Object.entries(changes)) codes[from.charCodeAt(0)] = to.charCodeAt(0)
  return codes
}

const decGraphics = table(
  Object.fromEntries([...graphics].map((char, index) => [String.fromCharCode(0x5f + index), char])),
)

/** National sets replace `# @ [ \ ] ^ _ backtick { | } ~`; given in that order, a space keeps ASCII. */
function national(replacements: string): Uint16Array {
  const changes: Record<string, string> = {}
  for (const [index, char] of [...replacements].entries()) {
    if (char !== ' ') changes['#@[\\]^_`{|}~'[index]] = char
  }
  return table(changes)
}

/** ISO Latin-1: the upper half of its table in the place of ASCII. */
const latin1 = Uint16Array.from({ length: 128 }, (_, code) => (code < 0x20 ? code : code + 0x80))

/** A set whose 94 characters are all its own. */
function whole(characters: string): Uint16Array {
  const codes = table({})
  for (const [index, char] of [...characters].entries()) codes[0x21 + index] = char.charCodeAt(0)
  return codes
}

/** Positions that a set leaves free print as ⸮, as in xterm. */
const technical = whole(
  '⎷┌─⌠⌡│⎡⎣⎤⎦⎧⎩⎫⎭⎨⎬⸮⸮⸮⸮⸮⸮⸮⸮⸮⸮⸮≤≠≥∫∴∝∞÷Δ∇ΦΓ∼≃Θ×Λ⇔⇒≡ΠΨ⸮Σ⸮⸮√ΩΞΥ⊂⊃∩∪∧∨¬αβχδεφγηιθκλ⸮ν∂πψρστ⸮ƒωξυζ←↑→↓',
)
const supplemental = whole(
  '¡¢£⸮¥⸮§¤©ª«⸮⸮⸮⸮°±²³⸮µ¶·⸮¹º»¼½⸮¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ⸮ÑÒÓÔÕÖŒØÙÚÛÜŸ⸮ßàáâãäåæçèéêëìíîï⸮ñòóôõöœøùúûüÿ⸮',
)

const british = national('£')
const finnish = national('  ÄÖÅÜ éäöåü')
const norwegian = national(' ÄÆØÅÜ äæøåü')
const swedish = national(' ÉÄÖÅÜ éäöåü')
const canadian = national(' àâçêî ôéùèû')

/** Designator (what follows `ESC (`; with a dash before it for a set of 96 characters, `ESC -`) → set. */
export const charsets: ReadonlyMap<string, Uint16Array | null> = new Map([
  ['B', null],
  ['1', null],
  ['0', decGraphics],
  // The alternate ROM, which xterm has not either.
  ['2', null],
  ['>', technical],
  // The set that the user prefers is that of DEC, as DECRQUPSS says.
  ['<', supplemental],
  ['%5', supplemental],
  ['A', british],
  ['-A', latin1],
  ['4', national('£¾ĳ½|   ¨ƒ¼´')],
  ['5', finnish],
  ['C', finnish],
  ['R', national('£à°ç§   éùè¨')],
  ['f', national('£à°ç§   éùè¨')],
  ['Q', canadian],
  ['9', canadian],
  ['K', national(' §ÄÖÜ   äöüß')],
  ['Y', national('£§°çé  ùàòèì')],
  ['E', norwegian],
  ['6', norwegian],
  ['`', norwegian],
  ['Z', national('£§¡Ñ¿   °ñç ')],
  ['7', swedish],
  ['H', swedish],
  ['=', national('ùàéçêîèôäöüû')],
])
