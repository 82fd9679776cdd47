/** Shell integration: prompt marks of OSC 133 and 633, and iTerm2's OSC 1337 variables. */
import { limits } from '../limits.js'
import { carriageReturn, index } from '../screen/scroll.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { stringSequences } from './declare.js'
import { addFilePart, beginFile, endFile, showFile } from './inline-images.js'
import { emitCwd } from './osc.js'
import { clean, decodeBase64Text, decodePercent, splitOnce } from './osc-text.js'

const marks = { A: 'promptStart', B: 'commandStart', C: 'outputStart', D: 'commandFinished' } as const

type Letter = keyof typeof marks

function emitMark(m: TerminalState, letter: Letter, parts: string[]): void {
  const params: Record<string, string> = {}
  for (const part of parts) {
    const [key, value] = splitOnce(part, '=')
    if (value !== null && Object.keys(params).length < limits.params) params[key] = value
  }
  let exitCode: number | null = null
  if (letter === 'D' && /^-?\d{1,10}$/.test(parts[0] ?? '')) exitCode = Number(parts[0])
  let command: string | null = null
  if (letter === 'C') {
    command = commandOf(params) ?? m.pendingCommand
    m.pendingCommand = null
  }
  const line = m.firstLine + m.cursorRow
  const col = m.wrapPending ? m.cursorCol + 1 : m.cursorCol
  // The alternate screen is not rewrapped.
  const place = m.isAlternate ? { line, col } : m.marks.add(line, col)
  m.emit({
    type: 'promptMark',
    mark: marks[letter],
    exitCode,
    command,
    params,
    get line() {
      return place.line
    },
    get col() {
      return place.col
    },
  })
}

/** kitty's cmdline parameters: one percent-encoded, one as %q of a shell prints it. */
function commandOf(params: Record<string, string>): string | null {
  if (params.cmdline_url !== undefined) return decodePercent(params.cmdline_url)
  return params.cmdline ?? null
}

/** A, N and L begin on a line of their own: what was left unfinished stays above. */
function freshLine(m: TerminalState): void {
  const edge = m.cursorCol >= m.left ? m.left : 0
  if (m.cursorCol === edge && !m.wrapPending) return
  carriageReturn(m)
  index(m)
}

function osc133(m: TerminalState, text: string): void {
  const [letter, ...parts] = text.split(';')
  if (letter === 'A' || letter === 'N' || letter === 'L') freshLine(m)
  if (letter in marks) emitMark(m, letter as Letter, parts)
  // N and P are a prompt start in older and newer drafts.
  else if (letter === 'N' || letter === 'P') emitMark(m, 'A', parts)
}

/** VS Code escapes backslashes, semicolons and controls as \xHH or \\. */
function readEscaped(text: string): string {
  return text.replace(/\\(\\|x([0-9a-fA-F]{2}))/g, (_, all: string, hex?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : all,
  )
}

function osc633(m: TerminalState, text: string): void {
  const [letter, ...parts] = text.split(';')
  if (letter in marks) emitMark(m, letter as Letter, parts)
  else if (letter === 'E') m.pendingCommand = readEscaped(parts[0] ?? '')
  else if (letter === 'P') {
    const [key, value] = splitOnce(parts[0] ?? '', '=')
    if (key === 'Cwd' && value !== null) emitCwd(m, readEscaped(value))
  }
}

function osc1337(m: TerminalState, text: string): void {
  const [key, value] = splitOnce(text, '=')
  switch (key) {
    case 'CurrentDir':
      if (value !== null) emitCwd(m, value)
      break
    case 'RemoteHost': {
      const [user, host] = splitOnce(clean(value ?? ''), '@')
      m.emit({ type: 'remoteHost', user: host === null ? '' : user, host: host ?? user })
      break
    }
    case 'SetUserVar': {
      const [name, encoded] = splitOnce(value ?? '', '=')
      const decoded = decodeBase64Text(encoded ?? '')
      if (encoded !== null && decoded !== null) m.emit({ type: 'userVariable', key: clean(name), value: decoded })
      break
    }
    case 'ReportCellSize':
      m.reply(`\x1b]1337;ReportCellSize=${m.options.cellHeight}.0;${m.options.cellWidth}.0\x1b\\`)
      break
    case 'File':
      showFile(m, value ?? '')
      break
    case 'MultipartFile':
      beginFile(m, value ?? '')
      break
    case 'FilePart':
      addFilePart(m, value ?? '')
      break
    case 'FileEnd':
      endFile(m)
      break
  }
}

export const shellMarks = stringSequences({
  'OSC 133': {
    name: 'prompt marks',
    does: 'Prompt, command, output and end of a command; A, N and L start a fresh line.',
    run: (m, s) => osc133(m, s.text()),
  },
  'OSC 633': {
    name: 'prompt marks',
    does: 'The same from VS Code, with the command line.',
    run: (m, s) => osc633(m, s.text()),
  },
  'OSC 1337': {
    name: 'iTerm2',
    does: 'CurrentDir, RemoteHost, SetUserVar, ReportCellSize, File whole or in parts; other keys are ignored.',
    support: 'partly',
    run: (m, s) => osc1337(m, s.text()),
  },
})
