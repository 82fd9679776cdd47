import { expect, test } from 'vitest'
import { Terminal, type TerminalEvent } from '../index.js'

function events(text: string): TerminalEvent[] {
  const terminal = new Terminal({ cols: 40, rows: 10 })
  const found: TerminalEvent[] = []
  terminal.onEvent((event) => found.push(event))
  terminal.write(text)
  return found
}

const st = '\x1b\\'
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const transfer = { type: 'fileTransfer', action: 'progress', error: null }
const notification = { type: 'notification', urgency: 'normal' }
const mark = { type: 'promptMark', exitCode: null, command: null, params: {}, line: 0, col: 0 }

test.each<[string, string, object[]]>([
  ['bell', '\x07', [{ type: 'bell' }]],
  ['title and icon', `\x1b]0;a\x07`, [{ type: 'title', title: 'a', iconName: null }]],
  [
    'an icon name of its own, until both are set',
    `\x1b]1;i${st}\x1b]2;t${st}\x1b]0;a${st}\x1b]2;b${st}`,
    [
      { type: 'iconName', iconName: 'i' },
      { type: 'title', title: 't', iconName: 'i' },
      { type: 'title', title: 'a', iconName: null },
      { type: 'title', title: 'b', iconName: null },
    ],
  ],
  [
    'titles from the stack',
    `\x1b]1;i${st}\x1b[22t\x1b]0;a${st}\x1b[23t`,
    [
      { type: 'iconName', iconName: 'i' },
      { type: 'title', title: 'a', iconName: null },
      { type: 'title', title: '', iconName: 'i' },
    ],
  ],
  ['title', `\x1b]2;é;b${st}`, [{ type: 'title', title: 'é;b', iconName: null }]],
  ['icon', `\x1b]1;i${st}`, [{ type: 'iconName', iconName: 'i' }]],
  ['folder', `\x1b]7;file://host/a%20b${st}`, [{ type: 'cwd', cwd: '/a b', uri: 'file://host/a%20b' }]],
  ['folder of ConEmu', `\x1b]9;9;"/x"${st}`, [{ type: 'cwd', cwd: '/x', uri: null }]],
  ['folder of iTerm2', `\x1b]1337;CurrentDir=/y${st}`, [{ type: 'cwd', cwd: '/y', uri: null }]],
  ['notification 9', `\x1b]9;hello${st}`, [{ ...notification, title: null, body: 'hello', source: 'osc9' }]],
  ['notification 777', `\x1b]777;notify;T;B${st}`, [{ ...notification, title: 'T', body: 'B', source: 'osc777' }]],
  [
    'notification 99 in pieces',
    `\x1b]99;i=1:d=0;Ti${st}\x1b]99;i=1:d=0;tle${st}\x1b]99;i=1:p=body:u=2;Body${st}`,
    [{ type: 'notification', title: 'Title', body: 'Body', urgency: 'critical', source: 'osc99' }],
  ],
  [
    'notification 99 whose urgency came first',
    `\x1b]99;i=1:d=0:u=2;Title${st}\x1b]99;i=1:p=body;Body${st}`,
    [{ type: 'notification', title: 'Title', body: 'Body', urgency: 'critical', source: 'osc99' }],
  ],
  ['notification 99 of a title', `\x1b]99;;hi${st}`, [{ ...notification, title: 'hi', body: '', source: 'osc99' }]],
  [
    'notification 99 of a body',
    `\x1b]99;p=body;hi${st}`,
    [{ ...notification, title: null, body: 'hi', source: 'osc99' }],
  ],
  ['commands of ConEmu', `\x1b]9;10${st}\x1b]9;12${st}\x1b]9;1;500${st}\x1b]9;4${st}`, []],
  [
    'notification that starts with a number',
    `\x1b]9;13${st}`,
    [{ ...notification, title: null, body: '13', source: 'osc9' }],
  ],
  ['progress', `\x1b]9;4;1;40${st}`, [{ type: 'progress', state: 'value', percent: 40 }]],
  ['progress ends', `\x1b]9;4;0${st}`, [{ type: 'progress', state: 'none', percent: null }]],
  [
    'clipboard',
    `\x1b]52;c;${base64('hé')}${st}`,
    [{ type: 'clipboard', selection: 'c', base64: base64('hé'), text: 'hé' }],
  ],
  ['link', `\x1b]8;id=1;http://x${st}`, [{ type: 'hyperlink', uri: 'http://x', id: '1' }]],
  [
    'link with control characters, which are left out',
    `\x1b]8;id=\u009d1\u009c;http://x/\u009d52;c;aGk=\u009c\x01\u0085${st}`,
    [{ type: 'hyperlink', uri: 'http://x/52;c;aGk=', id: '1' }],
  ],
  ['prompt', `\x1b]133;A;k=i${st}`, [{ ...mark, mark: 'promptStart', params: { k: 'i' } }]],
  ['command end', `\x1b]133;D;7${st}`, [{ ...mark, mark: 'commandFinished', exitCode: 7 }]],
  [
    'command line',
    `\x1b]133;C;cmdline_url=a%20b${st}`,
    [{ ...mark, mark: 'outputStart', command: 'a b', params: { cmdline_url: 'a%20b' } }],
  ],
  ['VS Code', `\x1b]633;E;echo \\x3b${st}\x1b]633;C${st}`, [{ ...mark, mark: 'outputStart', command: 'echo ;' }]],
  ['remote host', `\x1b]1337;RemoteHost=me@there${st}`, [{ type: 'remoteHost', user: 'me', host: 'there' }]],
  ['variable', `\x1b]1337;SetUserVar=k=${base64('v')}${st}`, [{ type: 'userVariable', key: 'k', value: 'v' }]],
  ['palette', `\x1b]4;3;#010203${st}`, [{ type: 'palette', changes: { 3: { r: 1, g: 2, b: 3 } }, source: 'osc4' }]],
  ['reset', '\x1bc', [{ type: 'reset' }]],
  [
    'file transfer',
    `\x1b]5113;ac=send;n=${base64('f.txt')}${st}`,
    [{ type: 'fileTransfer', action: 'send', filename: 'f.txt', progress: null, error: null }],
  ],
  [
    'file transfer by pieces',
    [
      `\x1b]5113;ac=file;id=1;fid=a;n=${base64('f.txt')};sz=8${st}`,
      `\x1b]5113;ac=data;id=1;fid=a;d=${base64('abcdef')}${st}`,
      `\x1b]5113;ac=data;id=1;fid=b;d=${base64('ab')}${st}`,
      `\x1b]5113;ac=end_data;id=1;fid=a;d=${base64('gh')}${st}`,
      `\x1b]5113;ac=status;id=1;fid=a;st=${base64('PROGRESS')};sz=2${st}`,
      `\x1b]5113;ac=finish;id=1${st}`,
    ].join(''),
    [
      { ...transfer, filename: 'f.txt', progress: 0 },
      { ...transfer, filename: 'f.txt', progress: 0.75 },
      { ...transfer, filename: null, progress: null },
      { ...transfer, action: 'complete', filename: 'f.txt', progress: 1 },
      { ...transfer, filename: null, progress: null },
      { ...transfer, action: 'complete', filename: null, progress: null },
    ],
  ],
  [
    'file transfer as the other side reports it, with more than it said',
    [
      `\x1b]5113;ac=file;id=1;fid=a;n=${base64('f.txt')};sz=8${st}`,
      `\x1b]5113;ac=status;id=1;fid=a;st=${base64('PROGRESS')};sz=2${st}`,
      `\x1b]5113;ac=data;id=1;fid=a;d=${base64('0123456789')}${st}`,
      `\x1b]5113;ac=cancel;id=1${st}`,
    ].join(''),
    [
      { ...transfer, filename: 'f.txt', progress: 0 },
      { ...transfer, filename: 'f.txt', progress: 0.25 },
      { ...transfer, filename: 'f.txt', progress: 1 },
      { ...transfer, action: 'error', filename: null, progress: null, error: 'cancelled' },
    ],
  ],
  [
    'the colours of pointer and selection',
    `\x1b]13;#010203${st}\x1b]17;#040506${st}\x1b]113${st}\x1b]113${st}`,
    [
      { type: 'palette', changes: { pointerForeground: { r: 1, g: 2, b: 3 } }, source: 'osc10' },
      { type: 'palette', changes: { highlightBackground: { r: 4, g: 5, b: 6 } }, source: 'osc10' },
      { type: 'palette', changes: { pointerForeground: null }, source: 'osc10' },
    ],
  ],
  [
    'the stack of colours',
    `\x1b[#P\x1b]19;#010203${st}\x1b]4;1;#010203${st}\x1b[#Q\x1b[#Q`,
    [
      { type: 'palette', changes: {}, source: 'push' },
      { type: 'palette', changes: { highlightForeground: { r: 1, g: 2, b: 3 } }, source: 'osc10' },
      { type: 'palette', changes: { 1: { r: 1, g: 2, b: 3 } }, source: 'osc4' },
      { type: 'palette', changes: { 1: null, highlightForeground: null }, source: 'pop' },
    ],
  ],
  [
    'the same folder again',
    `\x1b]7;file://host/a${st}\x1b]7;file://host/a${st}\x1b]7;file://host/b${st}`,
    [
      { type: 'cwd', cwd: '/a', uri: 'file://host/a' },
      { type: 'cwd', cwd: '/b', uri: 'file://host/b' },
    ],
  ],
  ['a soft reset of nothing', '\x1b[!p', []],
  ['a cancelled string', '\x1b]0;a\x18', []],
  ['U+009C, which does not end a string', '\x1b]2;t\u009cu\x07', [{ type: 'title', title: 'tu', iconName: null }]],
  ['a string that another sequence cuts off', '\x1b]2;t\x1b[m', []],
])('%s', (_, text, expected) => {
  expect(events(text)).toEqual(expected)
})

test.each<[string, string]>([
  ['a cursor hidden twice', '\x1b[?25l'],
  ['a cursor shown that is', '\x1b[?25h'],
  ['the same shape', '\x1b[5 q'],
  ['a blinking that is', '\x1b[?12h'],
])('%s is not a change', (_, text) => {
  const terminal = new Terminal({ cols: 40, rows: 10 })
  terminal.write(text)
  const found: TerminalEvent[] = []
  terminal.onEvent((event) => found.push(event))
  terminal.write(text)
  expect(found).toEqual([])
})

const mode = (name: string, enabled: boolean): object => ({ type: 'mode', mode: name, enabled })
const cursor = { type: 'cursorStyle', visible: true, shape: 'block', blinking: false }

test.each<[string, string, string, object[]]>([
  [
    'DECSTR reports what it reset',
    '\x1b[4h\x1b[?1;6h\x1b[?25l\x1b[?7l\x1b[>4;2m\x1b[>1u',
    '\x1b[!p',
    [
      cursor,
      mode('insert', false),
      mode('cursorKeys', false),
      mode('origin', false),
      mode('autoWrap', true),
      mode('cursorVisible', true),
      mode('kittyKeyboard', false),
      mode('modifyOtherKeys', false),
    ],
  ],
  [
    'RIS reports what it reset',
    '\x1b[?1;1000;2004h\x1b[?25l\x1b[4 q\x1b[?1049h\x1b[>1u',
    '\x1bc',
    [
      { type: 'alternateScreen', active: false },
      mode('kittyKeyboard', false),
      cursor,
      mode('cursorKeys', false),
      mode('cursorVisible', true),
      mode('alternateScreen47', false),
      mode('mouseNormal', false),
      mode('alternateScreen1047', false),
      mode('alternateScreen', false),
      mode('bracketedPaste', false),
      { type: 'reset' },
    ],
  ],
  ['RIS reports only the cursor shape', '\x1b[5 q', '\x1bc', [cursor, mode('cursorBlink', false), { type: 'reset' }]],
  ['DECRC reports that origin mode ended', '\x1b[?6h', '\x1b8', [mode('origin', false)]],
  ['DECRC reports that origin mode began', '\x1b[?6h\x1b7\x1b[?6l', '\x1b8', [mode('origin', true)]],
  ['DECALN reports that origin mode ended', '\x1b[?6h', '\x1b#8', [mode('origin', false)]],
  ['DECRC that changes no mode reports nothing', '\x1b7', '\x1b8', []],
  ['DECRSPS reports origin mode', '', '\x1bP1$t1;1;1;@;@;A;0;2;@;BBBB\x1b\\', [mode('origin', true)]],
  [
    'DECCOLM reports the size and origin mode',
    '\x1b[?40h\x1b[?6h',
    '\x1b[?3h',
    [{ type: 'resized', cols: 132, rows: 10 }, mode('origin', false), mode('columns132', true)],
  ],
  [
    'another screen has other keyboard flags',
    '\x1b[>1u',
    '\x1b[?47h',
    [{ type: 'alternateScreen', active: true }, mode('kittyKeyboard', false), mode('alternateScreen47', true)],
  ],
  [
    'and the first has its own again',
    '\x1b[>1u\x1b[?47h',
    '\x1b[?47l',
    [{ type: 'alternateScreen', active: false }, mode('kittyKeyboard', true), mode('alternateScreen47', false)],
  ],
])('%s', (_, before, text, expected) => {
  const terminal = new Terminal({ cols: 40, rows: 10 })
  const found: TerminalEvent[] = []
  terminal.write(before)
  terminal.onEvent((event) => found.push(event))
  terminal.write(text)
  expect(found).toEqual(expected)
})

const image = { type: 'image', row: 0, line: 0, col: 0, imageId: null }

test.each<[string, string, object, [number, number]]>([
  [
    'sixel',
    '\x1bPq"1;1;20;40#0!20~-!20~\x1b\\',
    { protocol: 'sixel', widthCells: 3, heightCells: 3, widthPixels: 20, heightPixels: 40 },
    [2, 0],
  ],
  [
    'kitty',
    `\x1b_Ga=T,f=24,s=16,v=32,i=5;AAAA\x1b\\`,
    { protocol: 'kitty', widthCells: 2, heightCells: 2, widthPixels: 16, heightPixels: 32, imageId: 5 },
    [1, 2],
  ],
  [
    'iTerm2',
    `\x1b]1337;File=inline=1;width=4;height=2:${Buffer.from('89504e470d0a1a0a0000000d494844520000000a00000014', 'hex').toString('base64')}\x07`,
    { protocol: 'iterm2', widthCells: 4, heightCells: 2, widthPixels: 10, heightPixels: 20 },
    [1, 4],
  ],
])('%s images are measured and reported, and the cursor moves past them', (_, text, expected, [row, col]) => {
  const terminal = new Terminal({ cols: 40, rows: 10 })
  const found: TerminalEvent[] = []
  terminal.onEvent((event) => found.push(event))
  terminal.write(text)
  expect(found).toEqual([{ ...image, ...expected }])
  expect(terminal.snapshot().cursor).toMatchObject({ row, col })
  terminal.write('after')
  expect(terminal.snapshot().text().trim()).toBe('after')
})
