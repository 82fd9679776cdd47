/** A small terminal program to test: a list of things to do. Up and Down choose, Space or a click ticks, a adds, q quits. */
const items = [
  { text: 'buy milk', done: true },
  { text: 'call mum', done: false },
  { text: 'water the plants', done: false },
]
const FIRST_ROW = 1
const WIDTH = 36
let chosen = 0
/** What is being typed for a new item; null when nothing is. */
let draft = null

/** A row of the frame: a style, and text as wide as the frame. */
function row(text, style = '') {
  return `│ \x1b[${style}m${text}\x1b[m${' '.repeat(WIDTH - text.length)} │`
}

function draw() {
  const clock = new Date().toISOString().slice(11, 19)
  const done = items.filter((item) => item.done).length
  const rows = items.map((item, index) => {
    const style = [...(item.done ? [32] : []), ...(index === chosen && draft === null ? [7] : [])]
    return row(`[${item.done ? 'x' : ' '}] ${item.text}`, style.join(';'))
  })
  const footer = draft === null ? `${done}/${items.length} done at ${clock}` : `New: ${draft}`
  const rule = '─'.repeat(WIDTH + 2)
  const lines = [`╭${rule.replace(/^─{8}/, '─ To do ')}╮`, ...rows, row(''), row(footer), row('[ Quit ]'), `╰${rule}╯`]
  const frame = lines.map((line) => `${line}\x1b[K`).join('\r\n')
  process.stdout.write(`\x1b[?2026h\x1b[H${frame}\x1b[J\x1b[?2026l`)
}

function quit() {
  process.stdout.write('\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l')
  process.exit(0)
}

function tick(index) {
  chosen = index
  items[index].done = !items[index].done
}

function click(row) {
  if (items[row - FIRST_ROW]) tick(row - FIRST_ROW)
  else if (row === FIRST_ROW + items.length + 2) quit()
}

function type(key) {
  if (key === '\r' && draft !== '') items.push({ text: draft, done: false })
  if (key === '\r' || key === '\x1b') draft = null
  else draft = key === '\x7f' ? draft.slice(0, -1) : draft + key
}

function press(key) {
  const mouse = /^\x1b\[<0;\d+;(\d+)M$/.exec(key)
  if (mouse) click(Number(mouse[1]) - 1)
  else if (draft !== null) type(key)
  else if (key === '\x1b[A') chosen = Math.max(chosen - 1, 0)
  else if (key === '\x1b[B') chosen = Math.min(chosen + 1, items.length - 1)
  else if (key === ' ') tick(chosen)
  else if (key === 'a') draft = ''
  else if (key === 'q') quit()
}

/** A key may arrive in pieces: what may go on waits for the rest. */
let pending = ''
process.stdin.setRawMode(true)
process.stdin.on('data', (bytes) => {
  pending += bytes.toString()
  for (let key; (key = /^(?:\x1b\[<?[\d;]*[A-Za-z~]|[^\x1b])/u.exec(pending)?.[0]); ) {
    pending = pending.slice(key.length)
    press(key)
  }
  draw()
})
process.stdout.on('resize', draw)
process.stdout.write('\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h')
draw()
