/**
 * Programs that are hard to test: they start slowly, paint in pieces and in their own time, and animate. What they do is
 * certain, when they do it is not. `node programs.mjs NAME` runs one.
 */
import { setTimeout as pause } from 'node:timers/promises'

const { stdin, stdout } = process
const some = (least, most) => least + Math.random() * (most - least)
const at = (row, text) => stdout.write(`\x1b[${row + 1};1H\x1b[2K${text}`)

/** Takes the keyboard; `q` quits and leaves the terminal as it was. */
function open(press) {
  stdout.write('\x1b[?1049h\x1b[?25l')
  stdin.setRawMode(true)
  stdin.on('data', (bytes) => {
    for (const key of bytes.toString().match(/\x1b\[<?[\d;]*[A-Za-z~]|./gsu) ?? []) {
      if (key !== 'q') press(key)
      else stdout.write('\x1b[?1000l\x1b[?1006l\x1b[?25h\x1b[?1049l', () => process.exit(0))
    }
  })
}

const programs = {
  /** Works for a while at Enter, with a spinner; Escape cancels. */
  spinner() {
    let results = 0
    let work = null
    const stop = (text) => {
      clearInterval(work?.spinning)
      clearTimeout(work?.ending)
      work = null
      at(1, text)
    }
    open((key) => {
      if (key === '\x1b' && work) stop('cancelled')
      if (key !== '\r' || work) return
      let turn = 0
      const spinning = setInterval(() => at(1, `${'|/-\\'[turn++ % 4]} working`), 40)
      const ending = setTimeout(() => stop(`result ${++results}`), some(50, 400))
      work = { spinning, ending }
    })
    at(0, 'press Enter')
  },

  /** Pages that are painted row by row, with pauses. */
  async pages() {
    let page = 1
    let chosen = 0
    let painting = Promise.resolve()
    const paint = async () => {
      at(0, `page ${page}`)
      for (let row = 0; row < 8; row++) {
        if (Math.random() < 0.4) await pause(some(1, 25))
        at(row + 1, row === chosen ? `\x1b[7mitem ${page}-${row}  \x1b[m` : `item ${page}-${row}`)
      }
    }
    open((key) => {
      if (key === 'n') page++
      if (key === 'p') page--
      if (key === '\x1b[B') chosen = Math.min(chosen + 1, 7)
      if (key === '\x1b[A') chosen = Math.max(chosen - 1, 0)
      painting = painting.then(paint)
    })
    await paint()
  },

  /** Takes its time before it does anything. */
  async slow() {
    await pause(some(50, 600))
    stdout.write('\x1b]0;slow starter\x07')
    await pause(some(0, 200))
    open((key) => at(1, `got ${key}`))
    at(0, 'ready')
  },

  /** A list whose items arrive one by one. */
  async loader() {
    const items = []
    let chosen = 0
    let isLoading = true
    const paint = () => {
      at(0, isLoading ? 'loading…' : `${items.length} items`)
      for (const [row, item] of items.entries()) at(row + 1, row === chosen ? `\x1b[7m${item}   \x1b[m` : item)
    }
    open((key) => {
      if (key === '\x1b[B') chosen = Math.min(chosen + 1, items.length - 1)
      if (key === '\x1b[A') chosen = Math.max(chosen - 1, 0)
      paint()
    })
    paint()
    for (const name of ['ash', 'birch', 'cedar', 'elm', 'fir']) {
      await pause(some(5, 80))
      items.push(name)
      paint()
    }
    isLoading = false
    paint()
  },

  /** Looks for what was typed only when no key came for a moment. */
  search() {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'bravo']
    let text = ''
    let timer
    const paint = () => {
      const found = words.filter((word) => word.includes(text))
      for (let row = 0; row < words.length; row++) at(row + 2, found[row] ?? '')
      at(1, `${found.length} found`)
    }
    open((key) => {
      text = key === '\x7f' ? text.slice(0, -1) : text + key
      at(0, `> ${text}`)
      clearTimeout(timer)
      timer = setTimeout(paint, some(30, 120))
    })
    at(0, '> ')
    paint()
  },

  /** A clock that is painted all the time, and a button. */
  clock() {
    let ticks = 0
    let clicks = 0
    open((key) => {
      if (/^\x1b\[<0;\d+;3M$/.test(key)) setTimeout(() => at(4, `clicked ${++clicks}`), some(0, 100))
    })
    stdout.write('\x1b[?1000h\x1b[?1006h')
    at(2, '[ Press me ]')
    setInterval(() => at(0, `tick ${ticks++}`), 20)
  },

  /** Asks after a while, and answers after a while. */
  async question() {
    await pause(some(20, 300))
    stdout.write('name? ')
    stdin.on('data', async (bytes) => {
      await pause(some(0, 200))
      stdout.write(`hello ${bytes.toString().trim()}\n`)
      process.exit(0)
    })
  },
}

await programs[process.argv[2]]()
