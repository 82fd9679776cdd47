import { expect, test } from 'vitest'
import { Terminal, type TerminalOptions } from '../index.js'
import { modeTable } from '../modes.js'

function ask(text: string, options: TerminalOptions = {}): string {
  const terminal = new Terminal({ cols: 80, rows: 24, ...options })
  terminal.write(text)
  return new TextDecoder().decode(terminal.takeReplies())
}

const hex = (text: string): string => [...text].map((char) => char.charCodeAt(0).toString(16)).join('')

test.each([
  ['DA1', '\x1b[c', '\x1b[?64;1;4;6;9;15;21;22;28;52c'],
  ['DA1 as DECID', '\x1bZ', '\x1b[?64;1;4;6;9;15;21;22;28;52c'],
  ['DA2', '\x1b[>c', '\x1b[>41;390;0c'],
  ['DA3', '\x1b[=c', '\x1bP!|00000000\x1b\\'],
  ['DA1 with a parameter is not for us', '\x1b[1c', ''],
  ['status', '\x1b[5n', '\x1b[0n'],
  ['cursor position', '\x1b[3;7H\x1b[6n', '\x1b[3;7R'],
  ['cursor position in origin mode', '\x1b[5;10r\x1b[?6h\x1b[2;3H\x1b[6n', '\x1b[2;3R'],
  ['extended cursor position', '\x1b[3;7H\x1b[?6n', '\x1b[?3;7;1R'],
  ['printer', '\x1b[?15n', '\x1b[?13n'],
  ['user keys', '\x1b[?25n', '\x1b[?20n'],
  ['keyboard', '\x1b[?26n', '\x1b[?27;1;0;0n'],
  ['locator', '\x1b[?53n', '\x1b[?50n'],
  ['colour scheme', '\x1b[?996n', '\x1b[?997;1n'],
  ['version', '\x1b[>q', '\x1bP>|polytty(0.1.0)\x1b\\'],
  ['text area in pixels', '\x1b[14t', '\x1b[4;384;640t'],
  ['cell in pixels', '\x1b[16t', '\x1b[6;16;8t'],
  ['text area in cells', '\x1b[18t', '\x1b[8;24;80t'],
  ['screen in cells', '\x1b[19t', '\x1b[9;24;80t'],
  ['title', '\x1b]2;hi\x07\x1b[21t', '\x1b]lhi\x1b\\'],
  ['title stack', '\x1b]2;a\x07\x1b[22;2t\x1b]2;b\x07\x1b[23;2t\x1b[21t', '\x1b]la\x1b\\'],
  ['in-band size', '\x1b[?2048h', '\x1b[48;24;80;384;640t'],
  [
    'in-band size of another width',
    '\x1b[?40h\x1b[?2048h\x1b[?3h\x1b[?3h',
    '\x1b[48;24;80;384;640t\x1b[48;24;132;384;1056t',
  ],
  ['DECRQSS SGR', '\x1b[1;4:3;38;5;99;48;2;1;2;3m\x1bP$qm\x1b\\', '\x1bP1$r0;1;4:3;38:5:99;48:2::1:2:3m\x1b\\'],
  ['DECRQSS margins', '\x1b[2;9r\x1bP$qr\x1b\\', '\x1bP1$r2;9r\x1b\\'],
  ['DECRQSS cursor', '\x1b[5 q\x1bP$q q\x1b\\', '\x1bP1$r5 q\x1b\\'],
  ['DECRQSS left and right margins', '\x1b[?69h\x1b[3;9s\x1bP$qs\x1b\\', '\x1bP1$r3;9s\x1b\\'],
  ['DECRQSS protection', '\x1b[1"q\x1bP$q"q\x1b\\', '\x1bP1$r1"q\x1b\\'],
  ['DECRQSS level', '\x1bP$q"p\x1b\\', '\x1bP1$r64;1"p\x1b\\'],
  ['DECRQSS level that was asked for', '\x1b[62;1"p\x1bP$q"p\x1b\\', '\x1bP1$r62;1"p\x1b\\'],
  ['DECRQSS lines', '\x1bP$qt\x1b\\\x1bP$q*|\x1b\\', '\x1bP1$r24t\x1b\\\x1bP1$r24*|\x1b\\'],
  ['DECRQSS columns', '\x1bP$q$|\x1b\\', '\x1bP1$r80$|\x1b\\'],
  ['DECRQSS extent', '\x1b[2*x\x1bP$q*x\x1b\\', '\x1bP1$r2*x\x1b\\'],
  ['DECRQSS status display', '\x1bP$q$}\x1b\\\x1bP$q$~\x1b\\', '\x1bP1$r0$}\x1b\\\x1bP1$r0$~\x1b\\'],
  ['displayed extent', '\x1b["v', '\x1b[24;80;1;1;1"w'],
  ['supplemental set', '\x1b[&u', '\x1bP0!u%5\x1b\\'],
  ['sixel colours', '\x1b[?1;1;0S', '\x1b[?1;0;256S'],
  ['sixel size', '\x1b[?2;1;0S', '\x1b[?2;0;640;384S'],
  ['sixel colours are not changed', '\x1b[?1;3;16S', '\x1b[?1;3S'],
  ['no such graphics item', '\x1b[?9;1;0S', '\x1b[?9;1S'],
  ['X resource', '\x1bP+Q666f6f\x1b\\', '\x1bP0+R666f6f\x1b\\'],
  ['locator position', "\x1b['|", '\x1b[0&w'],
  ['locator kind', '\x1b[?56n', '\x1b[?57;0n'],
  ['macro space', '\x1b[?62n', '\x1b[0000*{'],
  ['memory checksum', '\x1b[?63;5n', '\x1bP5!~0000\x1b\\'],
  ['data integrity', '\x1b[?75n', '\x1b[?70n'],
  ['sessions', '\x1b[?85n', '\x1b[?83n'],
  ['line parameters', '\x1b[x\x1b[1x', '\x1b[2;1;1;128;128;1;0x\x1b[3;1;1;128;128;1;0x'],
  ['window state', '\x1b[11t', '\x1b[1t'],
  ['window position', '\x1b[13t', '\x1b[3;0;0t'],
  ['screen in pixels', '\x1b[15t', '\x1b[5;384;640t'],
  ['icon name', '\x1b]1;ic\x07\x1b[20t', '\x1b]Lic\x1b\\'],
  ['cursor state', '\x1b[3;7H\x1b[1m\x1b[1$w', '\x1bP1$u3;7;1;A;@;@;0;2;@;BBBB\x1b\\'],
  ['cursor state, where a set was ASCII too', '\x1b(1\x1b(B\x1b[1$w', '\x1bP1$u1;1;1;@;@;@;0;2;@;BBBB\x1b\\'],
  ['cursor state, waiting to wrap', '\x1b[80Gx\x1b[1$w', '\x1bP1$u1;80;1;@;@;H;0;2;@;BBBB\x1b\\'],
  ['special colour', '\x1b]5;0;#010203\x1b\\\x1b]5;0;?\x1b\\', '\x1b]5;0;rgb:0101/0202/0303\x1b\\'],
  ['colours of one digit', '\x1b]4;1;#f80\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:f0f0/8080/0000\x07'],
  ['colours of four digits', '\x1b]4;1;#f000800012ff\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:f0f0/8080/1212\x07'],
  ['a colour by name', '\x1b]4;1;DarkSlateGray\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:2f2f/4f4f/4f4f\x07'],
  ['a colour by name with spaces', '\x1b]4;1;Light Blue\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:adad/d8d8/e6e6\x07'],
  ['a colour by its other spelling', '\x1b]4;1;light slate grey\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:7777/8888/9999\x07'],
  ['a shade of gray', '\x1b]4;1;grey51\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:8282/8282/8282\x07'],
  ['the gray of X11', '\x1b]4;1;gray\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:bebe/bebe/bebe\x07'],
  ['no colours', '\x1b]4;1;gray101\x07\x1b]4;1;constructor\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:cdcd/0000/0000\x07'],
  ['colours as fractions', '\x1b]4;1;rgb:f/8/0\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:ffff/8888/0000\x07'],
  ['cursor colour', '\x1b]12;#00ff00\x07\x1b]12;?\x07', '\x1b]12;rgb:0000/ffff/0000\x07'],
  ['cursor colour of the theme', '\x1b]12;#00ff00\x07\x1b]112\x07\x1b]12;?\x07', '\x1b]12;rgb:ffff/ffff/ffff\x07'],
  ['several palette colours', '\x1b]4;0;?;15;?\x07', '\x1b]4;0;rgb:0000/0000/0000\x07\x1b]4;15;rgb:ffff/ffff/ffff\x07'],
  ['kitty keyboard stack', '\x1b[>1u\x1b[>5u\x1b[<u\x1b[?u\x1b[<9u\x1b[?u', '\x1b[?1u\x1b[?0u'],
  ['kitty keyboard of each screen', '\x1b[>3u\x1b[?1049h\x1b[?u\x1b[?1049l\x1b[?u', '\x1b[?0u\x1b[?3u'],
  ['palette stack', '\x1b[#P\x1b[#P\x1b[#R', '\x1b[?2;2#Q'],
  ['questions in 8 bits that came as UTF-8 are not asked', '\u009b5n', ''],
  ['DECRQSS unknown', '\x1bP$qz\x1b\\', '\x1bP0$r\x1b\\'],
  [
    'XTGETTCAP',
    `\x1bP+q${hex('TN')};${hex('nope')}\x1b\\`,
    `\x1bP1+r${hex('TN')}=${hex('xterm-256color').toUpperCase()}\x1b\\\x1bP0+r${hex('nope')}\x1b\\`,
  ],
  ['palette', '\x1b]4;1;#123456\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:1212/3434/5656\x07'],
  [
    'foreground and background',
    '\x1b]10;?;?\x1b\\',
    '\x1b]10;rgb:ffff/ffff/ffff\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\',
  ],
  ['palette back to the theme', '\x1b]4;1;#123456\x07\x1b]104;1\x07\x1b]4;1;?\x07', '\x1b]4;1;rgb:cdcd/0000/0000\x07'],
  ['pushed colours', '\x1b[#P\x1b]11;red\x07\x1b[#Q\x1b]11;?\x07', '\x1b]11;rgb:0000/0000/0000\x07'],
  ['kitty keyboard', '\x1b[>1u\x1b[=2;2u\x1b[?u', '\x1b[?3u'],
  ['modifyOtherKeys', '\x1b[>4;1m\x1b[?4m', '\x1b[>4;1m'],
  ['several key options', '\x1b[?1;2m\x1b[?0;99;4g', '\x1b[>1;2m\x1b[>2;2m\x1b[>0;0f\x1b[>4;0f'],
  ['key options beyond the known', '\x1b[>4;9m\x1b[?4m\x1bP$q>4m\x1b\\', '\x1b[>4;9m\x1bP1$r>4;9m\x1b\\'],
  ['tab stops', '\x1b[3g\x1b[5G\x1bH\x1b[2$w', '\x1bP2$u5\x1b\\'],
  ['clipboard is not reported', '\x1b]52;c;aGk=\x07\x1b]52;c;?\x07', ''],
  ['checksum is not reported', 'A\x1b[1;1;1;1;1;1*y', ''],
])('%s', (_, question, answer) => {
  expect(ask(question)).toBe(answer)
})

test('the clipboard and checksums are reported where they are allowed', () => {
  expect(ask('\x1b]52;c;aGk=\x07\x1b]52;c;?\x07', { allowClipboardRead: true })).toBe('\x1b]52;c;aGk=\x07')
  expect(ask('\x1b]52;c;aGk=\x07\x1b]52;pc;?\x07', { allowClipboardRead: true })).toBe('\x1b]52;pc;aGk=\x07')
  expect(ask('\x1b]52;p;\x07\x1b]52;c;aGk=\x07\x1b]52;pc;?\x07', { allowClipboardRead: true })).toBe(
    '\x1b]52;pc;aGk=\x07',
  )
  expect(ask('\x1b]52;pc;?\x07', { allowClipboardRead: true })).toBe('\x1b]52;pc;\x07')
  // The negated sum of the codes, in 16 bits.
  expect(ask('A\x1b[7;1;1;1;1;1*y', { allowChecksum: true })).toBe('\x1bP7!~FFBF\x1b\\')
})

test('DECRQM knows every mode of the table, and no others', () => {
  for (const { number, private: isPrivate, initial } of modeTable) {
    const prefix = isPrivate ? '?' : ''
    expect(ask(`\x1b[${prefix}${number}$p`)).toBe(`\x1b[${prefix}${number};${initial ? 1 : 2}$y`)
  }
  expect(ask('\x1b[?31337$p\x1b[31337$p')).toBe('\x1b[?31337;0$y\x1b[31337;0$y')
  expect(ask('\x1b[1$p')).toBe('\x1b[1;4$y')
  expect(ask('\x1b[?2004h\x1b[?2004$p')).toBe('\x1b[?2004;1$y')
})

test('a change of the colour scheme is reported to who asked for it', () => {
  const terminal = new Terminal()
  terminal.write('\x1b[?2031h')
  terminal.setColorScheme('light')
  expect(new TextDecoder().decode(terminal.takeReplies())).toBe('\x1b[?997;2n')
})
