/**
 * A program that looks and behaves like a coding agent's terminal interface, for the tests of the claude-code plugin. It
 * has two styles that share nothing but structure: `boxed` frames its dialogs, `ruled` draws lines above them and words
 * everything differently. Prompts choose what happens: see `turns`.
 */
const style = process.argv[2] === 'ruled' ? 'ruled' : 'boxed'
const skipIntro = process.argv.includes('--skip-intro')
const says = {
  boxed: {
    trust: ['Do you trust the files in this folder?', ['Yes, proceed', 'No, exit']],
    command: [
      'Bash command',
      'rm -rf build',
      'Do you want to proceed?',
      ['Yes', "Yes, and don't ask again", 'No (esc)'],
    ],
    edit: ['Edit file', 'src/main.ts', 'Do you want to make this edit to main.ts?', ['Yes', 'No, tell me more (esc)']],
    plan: ['Ready to code?', "Here is Claude's plan:", 'Would you like to proceed?'],
    enterPlan: ['Enter plan mode?', 'It would look around first.', 'Shall I?', ['Yes', 'No']],
    model: ['Select model', 'Sets the model for this session.', ['Default (recommended)', 'Opus', 'Haiku']],
    done: (seconds) => `✻ Brewed for ${seconds}s`,
    thinking: ['✻', '✽', '✶'].map((glyph) => `${glyph} Pondering… (1s · esc to interrupt)`),
    failure: '⎿  API Error: 429 rate limit exceeded, retrying in 7s',
  },
  ruled: {
    trust: ['Is this a project you trust?', ['Yes, I trust this folder', 'No, exit']],
    command: [
      'Run a shell command',
      'git push --force',
      'Allow this once?',
      ['Allow', 'Allow for the session', 'Deny'],
    ],
    edit: ['Write to a file', 'README.md', 'Write it?', ['Accept', 'Reject']],
    plan: ['Review the plan', 'What I would do:', 'Go on?'],
    enterPlan: ['Switch to plan mode', 'No files change meanwhile.', 'Go there?', ['Yes, plan first', 'No, start now']],
    model: ['Choose a model', 'For this and later sessions.', ['Balanced', 'Large', 'Fast']],
    done: (seconds) => `✻ Worked for ${seconds}s`,
    thinking: ['· Working…', '✢ Working…', '* Working…'],
    failure: '● Error: connection lost (ECONNRESET)',
  },
}[style]

const history = []
let view = null
let typed = ''
let seconds = 0

// Drawing ------------------------------------------------------------------------------------------------------------

const { stdout, stdin } = process
const width = () => stdout.columns

function frame(lines) {
  const inner = width() - 4
  if (style === 'ruled') return ['─'.repeat(width()), ...lines.map((line) => ` ${line}`)]
  return [
    `╭${'─'.repeat(inner + 2)}╮`,
    ...lines.map((line) => `│ ${line.padEnd(inner)} │`),
    `╰${'─'.repeat(inner + 2)}╯`,
  ]
}

function inputBox() {
  const line = `${style === 'ruled' ? '❯' : '>'} ${typed}`
  return style === 'boxed' ? frame([line]) : ['─'.repeat(width()), line, '─'.repeat(width())]
}

function optionLines({ options, chosen }) {
  return options.map((label, index) => `${index === chosen ? '❯' : ' '} ${index + 1}. ${label}`)
}

function draw() {
  const bottom = view === null ? inputBox() : view.panel ? frame(view.lines()) : [...view.lines(), '', ...inputBox()]
  const status = view?.panel ? [' Esc to cancel'] : ['  ? for shortcuts', '  Opus 4.1 · accept edits on']
  stdout.write(`\x1b[2J\x1b[H${[...history, '', ...bottom, ...status].slice(-stdout.rows).join('\r\n')}`)
}

function show(next) {
  view = next
  draw()
}

// Dialogs: digits choose, Enter takes, Escape leaves -------------------------------------------------------------------

function dialog({ title, body, question, options, needsDigit = false, keys = {}, decide }) {
  const state = { options, chosen: 0 }
  let touched = !needsDigit
  show({
    panel: true,
    lines: () => [title, '', ...body, '', question, ...optionLines(state)],
    key(key) {
      if (key === '\r' && touched) return decide(state.chosen)
      if (key === '\x1b') return decide(-1)
      if (keys[key]) return keys[key]()
      const digit = Number(key) - 1
      if (digit >= 0 && digit < options.length) {
        state.chosen = digit
        touched = true
      }
      draw()
    },
  })
}

function panel(lines, leave) {
  show({ panel: true, lines: () => lines, key: (key) => (key === leave ? show(null) : draw()) })
}

// Turns -----------------------------------------------------------------------------------------------------------------

function finish(...lines) {
  history.push(...lines, '', says.done(++seconds))
  show(null)
}

function think(frames, then) {
  let tick = 0
  const timer = setInterval(() => {
    tick++
    if (tick < frames) return draw()
    clearInterval(timer)
    then()
  }, 20)
  show({
    panel: false,
    lines: () => [says.thinking[tick % says.thinking.length]],
    key(key) {
      if (key !== '\x1b') return
      clearInterval(timer)
      history.push('  ⎿  Interrupted by user')
      show(null)
    },
  })
}

function ask([title, body, question, options], keys = {}) {
  dialog({
    title,
    body: [body],
    question,
    options,
    keys,
    decide: (chosen) => {
      const said = chosen < 0 ? 'left' : options[chosen]
      view = null
      finish(`● Answer to ${title}: ${said}`)
    },
  })
}

const plan = () => {
  const [title, announcement, question] = says.plan
  dialog({
    title,
    body: [announcement, '╭─────────╮', '│ 1. Look │', '│ 2. Fix  │', '╰─────────╯'],
    question,
    options: ['Yes, and accept edits', 'Yes, ask for each', 'No, keep planning'],
    decide: (chosen) => finish(`● Plan: ${chosen}`),
  })
}

const turns = {
  hello: () => think(6, () => finish('● Hello! 1. is not an option, 2. neither is this.')),
  'use a tool': () => think(3, () => ask(says.command)),
  'edit a file': () => think(3, () => ask(says.edit)),
  // While the question is there, x makes another one of it.
  swap: () => think(2, () => ask(says.command, { x: () => ask(says.edit) })),
  plan: () => think(2, plan),
  question: () => ask(['Which one?', 'It is up to you.', 'Pick a colour', ['Red', 'Green', 'Blue']]),
  fail: () => {
    history.push(says.failure)
    show(null)
  },
  'think on': () => think(100_000, () => {}),
  '/plan': () => ask(says.enterPlan),
  '/usage': () => panel(['Usage', 'Current session', '███ 12% used', 'Current week', '█ 3% used'], '\x1b'),
  '/help': () => panel(['Help', 'This is what there is to know.'], '\x1b'),
  '/editor': () => panel(['Save and close editor to continue...'], 'q'),
  '/login': () =>
    panel(['Browser did not open? Sign in here:', 'https://example.com/oauth?code=1', 'Paste code here:'], '\x1b'),
  '/model': () => {
    let effort = 1
    const [title, body, options] = says.model
    const text = () => `Effort: ${['low', 'medium', 'high'][effort]} ← → to adjust`
    const lines = [body, text()]
    const move = (by) => () => {
      effort = Math.max(0, Math.min(2, effort + by))
      lines[1] = text()
      draw()
    }
    const keys = { '\x1b[D': move(-1), '\x1b[C': move(1) }
    dialog({ title, body: lines, question: 'Which?', options, keys, decide: () => show(null) })
  },
}

function submit(text) {
  typed = ''
  history.push('', `${style === 'ruled' ? '❯' : '>'} ${text}`)
  const turn = turns[text] ?? (() => think(2, () => finish(`● You said: ${text}`)))
  turn()
}

// Input: bracketed pastes, escape sequences, single keys ----------------------------------------------------------------

function handleKey(key) {
  if (key === '\x03') process.exit(0)
  if (view?.panel) return view.key(key)
  if (key === '\r') return typed === '' ? draw() : submit(typed)
  if (view && key === '\x1b') return view.key(key)
  if (key === '\x0f') history.push('(expanded)')
  else if (key === '\x7f') typed = typed.slice(0, -1)
  else if (key >= ' ') typed += key
  draw()
}

stdin.setRawMode(true)
stdin.setEncoding('utf8')
stdin.on('data', (data) => {
  for (const [key, pasted] of data.matchAll(/\x1b\[200~(.*?)\x1b\[201~|\x1b\[[A-D]|./gsu)) {
    if (pasted === undefined) handleKey(key)
    else if (!view?.panel) {
      typed += pasted
      draw()
    }
  }
})
stdout.on('resize', draw)
stdout.write('\x1b[?2004h')

const askTrust = () => {
  const [question, options] = says.trust
  const decide = (chosen) => (chosen === 0 ? show(null) : process.exit(1))
  dialog({ title: 'Accessing workspace:', body: [process.cwd()], question, options, needsDigit: true, decide })
}
if (skipIntro) show(null)
else {
  const welcome = ['Welcome!', '', 'Press Enter to continue…']
  show({ panel: true, lines: () => welcome, key: (key) => (key === '\r' ? askTrust() : draw()) })
}
