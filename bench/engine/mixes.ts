/** Many kinds of streams, each of one thing that programs print, to find where an engine is slow. */
import { randomFrom } from './corpora.js'

export interface Mix {
  readonly name: string
  readonly bytes: Uint8Array
  readonly cols: number
  readonly rows: number
  /** Written in pieces of 1 to 20 bytes instead of 64 KiB. */
  readonly tiny: boolean
}

type Random = () => number
type Piece = (random: Random, index: number) => string

const english = 'the quick brown fox jumps over a lazy dog while seven wizards brew potent grog'.split(' ')
const accented = 'élève garçon über naïve señor crème brûlée Ångström smørrebrød façade žluťoučký kůň gość'.split(' ')
const cyrillic = 'съешь ещё этих мягких французских булок да выпей чаю широкая электрификация'.split(' ')
const cjk = '日本語 端末 中文字符 東京都 漢字 終端機 開発 測試 データ 画面 表示 文字列'.split(' ')
const hangul = '한국어 터미널 화면 글자 프로그램 서버 시험 결과 안녕하세요 반갑습니다'.split(' ')
const arabic = 'السلام عليكم مرحبا بالعالم هذا نص طويل على الشاشة برنامج'.split(' ')
const indic = 'नमस्ते दुनिया हिन्दी क्षत्रिय স্বাগতম বাংলা தமிழ் மொழி తెలుగు భాష'.split(' ')
const emoji = ['😀', '🎉', '🚀', '🔥', '✅', '🐛', '📦', '⚡', '🎨', '💡']
const joined = ['👩‍💻', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇫🇷', '🇯🇵', '❤️', '🧑🏿‍🚀', '1️⃣']
const combining = ['e\u0301le\u0300ve', 'n\u0303o', 'a\u0308\u0304b', 'o\u0302u\u0323', 'Z\u0351\u036ba\u0321l']
const boxes = ['┌──────┐', '│', '└──────┘', '├─┼─┤', '═══', '║', '▁▂▃▄▅▆▇█', '░▒▓', '╭─╮', '╰─╯']

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]
const int = (random: Random, max: number): number => Math.floor(random() * max)
const word = (random: Random): string => pick(random, english)

function lines(from: readonly string[], separator = ' '): Piece {
  return (random) => `${Array.from({ length: 4 + int(random, 8) }, () => pick(random, from)).join(separator)}\r\n`
}

const all = [accented, cyrillic, cjk, hangul, arabic, indic, emoji, joined, combining, boxes, english, english]

/** Every word in a colour of its own, twelve to a line. */
function colored(color: Piece): Piece {
  return (random, index) => `\x1b[${color(random, index)}m${word(random)}${index % 12 === 11 ? '\x1b[m\r\n' : ' '}`
}

const rgb = (r: number, g: number, b: number): string => `${r};${g};${b}`
const theme = Array.from({ length: 12 }, (_, i) => rgb(40 + 17 * i, 250 - 19 * i, (i * 53) % 256))
const at: Piece = (random) => `\x1b[${1 + int(random, 24)};${1 + int(random, 80)}H`

const kinds: readonly { name: string; piece: Piece; cols?: number; rows?: number; tiny?: boolean }[] = [
  { name: 'plain words', piece: lines(english) },
  { name: 'dense cells', piece: (random) => Array.from({ length: 40 }, () => word(random)).join('') },
  { name: 'accented Latin', piece: lines(accented) },
  { name: 'Cyrillic', piece: lines(cyrillic) },
  { name: 'CJK', piece: lines(cjk) },
  { name: 'Hangul', piece: lines(hangul) },
  { name: 'Arabic', piece: lines(arabic) },
  { name: 'Indic', piece: lines(indic) },
  { name: 'emoji', piece: lines(emoji) },
  { name: 'emoji with joiners', piece: lines(joined) },
  { name: 'combining marks', piece: lines(combining) },
  { name: 'box drawing', piece: lines(boxes) },
  { name: 'scripts and words at random', piece: (random, i) => lines(pick(random, all))(random, i) },
  { name: 'scripts at random, word by word', piece: (random) => `${pick(random, pick(random, all))} ` },
  {
    name: 'direct colours, all different',
    piece: colored((r) => `38;2;${rgb(int(r, 256), int(r, 256), int(r, 256))}`),
  },
  { name: 'direct colours, few', piece: colored((random) => `38;2;${pick(random, theme)}`) },
  {
    name: 'gradients',
    piece: (_, i) => `\x1b[48;2;${rgb(i % 256, 128, 255 - (i % 256))}m ${i % 80 === 79 ? '\x1b[m\r\n' : ''}`,
  },
  { name: 'foreground and background', piece: colored((r) => `38;2;${pick(r, theme)};48;2;${pick(r, theme)}`) },
  { name: 'palette colours', piece: colored((random) => `${30 + int(random, 8)};1`) },
  { name: '256 colours', piece: colored((random) => `38;5;${int(random, 256)}`) },
  { name: 'underline colours', piece: colored((r) => `4:3;58:2::${pick(r, theme).replaceAll(';', ':')}`) },
  {
    name: 'links',
    piece: (random, i) =>
      `\x1b]8;;https://example.org/${i % 500}\x1b\\${word(random)}\x1b]8;;\x1b\\ ${i % 10 === 9 ? '\r\n' : ''}`,
  },
  { name: 'motion with text', piece: (random, i) => `${at(random, i)}${word(random)}` },
  { name: 'motion alone', piece: (random, i) => `${at(random, i)}\x1b[A\x1b[2C\x1b[3D\x1b[B` },
  {
    name: 'insert and delete',
    piece: (random, i) =>
      `${at(random, i)}${pick(random, ['\x1b[2@', '\x1b[3P', '\x1b[L', '\x1b[M', '\x1b[4X', '\x1b[K'])}${word(random)}`,
  },
  { name: 'words on 300×100', piece: lines(english), cols: 300, rows: 100 },
  {
    name: 'motion on 300×100',
    piece: (r) => `\x1b[${1 + int(r, 100)};${1 + int(r, 300)}H\x1b[3${int(r, 8)}m${word(r)}`,
    cols: 300,
    rows: 100,
  },
  { name: 'words in tiny writes', piece: lines(english), tiny: true },
  { name: 'colours in tiny writes', piece: colored((random) => `3${int(random, 8)}`), tiny: true },
]

/** All mixes, of about `size` bytes each. */
export function makeMixes(size: number): Mix[] {
  return kinds.map(({ name, piece, cols = 80, rows = 24, tiny = false }, seed) => {
    const random = randomFrom(seed + 100)
    let text = ''
    for (let index = 0; text.length < size; index++) text += piece(random, index)
    return { name, bytes: new TextEncoder().encode(text).subarray(0, size), cols, rows, tiny }
  })
}

/** The pieces in which a mix is written; bench/engine/racer cuts in the same way. */
export function piecesOf({ bytes, tiny }: Pick<Mix, 'bytes' | 'tiny'>): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = from + (tiny ? 1 + ((pieces.length * 7) % 20) : 65_536)
    pieces.push(bytes.subarray(from, end))
    from = end
  }
  return pieces
}
