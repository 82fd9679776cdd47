/**
 * Packs the bundled fonts into packages/render/dist/fonts: takes them from the dev dependencies, keeps only the tables that pictures
 * read, compresses, and writes an index of covered characters beside them, with the licences. Does nothing when up to date.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const root = dirname(import.meta.dirname)
const out = join(root, 'packages', 'render', 'dist', 'fonts')
const require = createRequire(import.meta.url)

const packages = {
  jetbrains: require.resolve('@expo-google-fonts/jetbrains-mono/package.json'),
  dejavu: require.resolve('dejavu-fonts-ttf/package.json'),
  symbols: require.resolve('@expo-google-fonts/noto-sans-symbols-2/package.json'),
  nerd: require.resolve('@azurity/pure-nerd-font/package.json'),
  twemoji: require.resolve('twemoji-colr-font/package.json'),
  japanese: require.resolve('@expo-google-fonts/biz-udgothic/package.json'),
  korean: require.resolve('@expo-google-fonts/nanum-gothic-coding/package.json'),
  chinese: require.resolve('@expo-google-fonts/zcool-xiaowei/package.json'),
  thai: require.resolve('@expo-google-fonts/noto-sans-thai/package.json'),
  hebrew: require.resolve('@expo-google-fonts/noto-sans-hebrew/package.json'),
}

/** In the order in which a missing character is looked for. */
const sources = [
  ['jetbrains', 'JetBrains Mono', '400Regular/JetBrainsMono_400Regular.ttf'],
  ['jetbrains', 'JetBrains Mono', '700Bold/JetBrainsMono_700Bold.ttf'],
  ['jetbrains', 'JetBrains Mono', '400Regular_Italic/JetBrainsMono_400Regular_Italic.ttf'],
  ['jetbrains', 'JetBrains Mono', '700Bold_Italic/JetBrainsMono_700Bold_Italic.ttf'],
  ['dejavu', 'DejaVu Sans Mono', 'ttf/DejaVuSansMono.ttf'],
  ['dejavu', 'DejaVu Sans Mono', 'ttf/DejaVuSansMono-Bold.ttf'],
  ['dejavu', 'DejaVu Sans Mono', 'ttf/DejaVuSansMono-Oblique.ttf'],
  ['dejavu', 'DejaVu Sans Mono', 'ttf/DejaVuSansMono-BoldOblique.ttf'],
  ['symbols', 'Noto Sans Symbols 2', '400Regular/NotoSansSymbols2_400Regular.ttf'],
  ['nerd', 'Nerd Symbols', 'PureNerdFont.woff2'],
  ['twemoji', 'Twemoji', 'twemoji.woff2'],
  ['japanese', 'BIZ UDGothic', '400Regular/BIZUDGothic_400Regular.ttf'],
  ['korean', 'Nanum Gothic Coding', '400Regular/NanumGothicCoding_400Regular.ttf'],
  ['chinese', 'ZCOOL XiaoWei', '400Regular/ZCOOLXiaoWei_400Regular.ttf'],
  ['thai', 'Noto Sans Thai', '400Regular/NotoSansThai_400Regular.ttf'],
  ['hebrew', 'Noto Sans Hebrew', '400Regular/NotoSansHebrew_400Regular.ttf'],
]
/** Of these only what no font before them has: the rest would never be drawn. */
const onlyMissing = new Set(['chinese', 'thai', 'hebrew'])
const tables = ['COLR', 'CPAL', 'GSUB', 'OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name']
const licenceFiles = ['LICENSE_FONT', 'LICENSE']

const stamp = [
  readFileSync(import.meta.filename, 'utf8').length,
  ...Object.keys(packages).map((key) => `${packageOf(key).name}@${packageOf(key).version}`),
].join(' ')
const indexPath = join(out, 'index.json')
if (!existsSync(indexPath) || JSON.parse(readFileSync(indexPath, 'utf8')).stamp !== stamp) await pack()

async function pack() {
  const { Font } = await import('../packages/render/dist/font/font.js')
  const { subsetFont } = await import('../packages/render/dist/font/subset.js')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const faces = []
  const covered = new Set()
  const missing = (font) => {
    const codes = []
    for (const [first, last] of font.coverage())
      for (let code = first; code <= last; code++) if (!covered.has(code)) codes.push(code)
    return codes
  }
  for (const [key, family, path] of sources) {
    const whole = keepTables(await readFont(join(dirname(packages[key]), path)))
    const bytes = onlyMissing.has(key) ? subsetFont(new Font(whole, family), missing(new Font(whole, family))) : whole
    const font = new Font(bytes, family)
    for (const [first, last] of font.coverage()) for (let code = first; code <= last; code++) covered.add(code)
    const file = `${basename(path).replace(/\.\w+$/, '')}.ttf.br`
    writeFileSync(join(out, file), compress(bytes))
    faces.push({ file, family, bold: font.bold, italic: font.italic, coverage: steps(font.coverage()) })
  }
  for (const key of Object.keys(packages)) writeLicence(key)
  writeFileSync(indexPath, JSON.stringify({ stamp, faces }))
  console.log(`packed ${faces.length} fonts into packages/render/dist/fonts`)
}

function packageOf(key) {
  return JSON.parse(readFileSync(packages[key], 'utf8'))
}

async function readFont(path) {
  const bytes = readFileSync(path)
  if (!path.endsWith('.woff2')) return bytes
  const { decompress } = require('wawoff2')
  return Buffer.from(await decompress(bytes))
}

/** Rewrites the font with only what our reader uses; GSUB only matters to fonts with colour glyphs. */
function keepTables(bytes) {
  const entries = []
  for (let at = 12, left = bytes.readUInt16BE(4); left > 0; at += 16, left--) {
    const offset = bytes.readUInt32BE(at + 8)
    entries.push({
      tag: bytes.toString('latin1', at, at + 4),
      data: bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)),
    })
  }
  const colored = entries.some(({ tag }) => tag === 'COLR')
  const kept = entries.filter(({ tag }) => tables.includes(tag) && (tag !== 'GSUB' || colored))
  const header = Buffer.alloc(12 + kept.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(kept.length, 4)
  const parts = [header]
  let offset = header.length
  for (const [index, { tag, data }] of kept.entries()) {
    header.write(tag, 12 + index * 16, 'latin1')
    header.writeUInt32BE(offset, 20 + index * 16)
    header.writeUInt32BE(data.length, 24 + index * 16)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

/** Level 9 takes a second for all of them; 11 would take half a minute for a tenth less. */
function compress(bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 22, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliCompressSync(bytes, { params })
}

/** Ranges as alternating steps: to the next covered character, to the next uncovered one. */
function steps(ranges) {
  const out = []
  let at = 0
  for (const [first, last] of ranges) {
    out.push(first - at, last + 1 - first)
    at = last + 1
  }
  return out
}

/** A package without a licence file is described by what its package.json says. */
function writeLicence(key) {
  const { name, license, author, homepage, repository } = packageOf(key)
  const file = licenceFiles.map((candidate) => join(dirname(packages[key]), candidate)).find(existsSync)
  const stated = JSON.stringify({ package: name, license, author, homepage, repository }, null, 2)
  writeFileSync(join(out, `${name.replace('/', '-')}.LICENSE.txt`), file ? readFileSync(file) : stated)
}
