/** A small terminal program to test: a list of things to do. ↑ ↓ choose, Space or a click ticks, a adds, q quits. */
const items = ['Buy milk', 'Write tests', 'Water the plants'].map((text) => ({ text, done: false }))
const FIRST_ROW = 3
let chosen = 0
/** What is being typed for a new item; null when nothing is. */
let draft = null

function draw() {
  const { columns: cols = 80 } = process.stdout
  const clock = new Date().toTimeString().slice(0, 8)
  const done = items.filter((item) => item.done).length
  const title = ' To do'.padEnd(cols - clock.length - 1)
  const rows = items.map(({ text, done }, index) => {
    const line = ` [${done ? 'x' : ' '}] ${text} `
    if (index === chosen && draft === null) return `\x1b[7m${line}\x1b[m`
    return done ? `\x1b[2;9m${line}\x1b[m` : line
  })
  const footer = draft === null ? ` \x1b[32m${done} of ${items.length} done\x1b[m` : ` New: ${draft}_`
  const lines = [`\x1b[44;97m${title}${clock} \x1b[m`, '', ...rows, '', footer]
  process.stdout.write(`\x1b[?2026h\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J\x1b[?2026l`)
}

function tick(index) {
  if (!items[index]) return
  chosen = index
  items[index].done = !items[index].done
}

function quit() {
  process.stdout.write('\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l')
  process.exit(0)
}

function type(key) {
  if (key === '\r' && draft.trim() !== '') items.push({ text: draft.trim(), done: false })
  if (key === '\r' || key === '\x1b') draft = null
  else if (key === '\x7f') draft = draft.slice(0, -1)
  else if (key >= ' ') draft += key
}

function press(key) {
  const click = /^\x1b\[<0;\d+;(\d+)M$/.exec(key)
  if (draft !== null) type(key)
  else if (click) tick(Number(click[1]) - FIRST_ROW)
  else if (key === '\x1b[A') chosen = Math.max(chosen - 1, 0)
  else if (key === '\x1b[B') chosen = Math.min(chosen + 1, items.length - 1)
  else if (key === ' ') tick(chosen)
  else if (key === 'a') draft = ''
  else if (key === 'q' || key === '\x03') quit()
}

process.stdin.setRawMode(true)
process.stdin.on('data', (bytes) => {
  for (const key of bytes.toString().match(/\x1b\[<?[\d;]*[A-Za-z~]|./gsu) ?? []) press(key)
  draw()
})
process.stdout.on('resize', draw)
process.stdout.write('\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h')
draw()
setInterval(draw, 1000)
