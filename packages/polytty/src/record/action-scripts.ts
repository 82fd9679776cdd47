/**
 * An action log as a script that replays it: Python for the published wrightty client, shell for the command line.
 * Pauses between calls are not kept: waits say what to wait for. Failed calls stay in as comments.
 */
import { shellQuote } from '../text/shell-quote.js'
import type { LoggedCall } from './action-log.js'

/** A Python program; calls the client has no method for go through its request function. */
export function actionsAsPython(calls: readonly LoggedCall[]): string {
  const lines = calls.flatMap((call) => commented(call, '#', pythonLine(call)))
  return ['from wrightty import Terminal', '', 'term = Terminal.connect()', ...lines, 'term.close()', ''].join('\n')
}

/** A shell script for a command line that knows send-text, send-keys, wait-for and so on, and `call` for the rest. */
export function actionsAsShell(calls: readonly LoggedCall[], program = 'wrightty'): string {
  const lines = calls.flatMap((call) => commented(call, '#', [program, ...shellWords(call)].join(' ')))
  return lines.map((line) => `${line}\n`).join('')
}

function commented({ error }: LoggedCall, sign: string, line: string): string[] {
  return error === null ? [line] : [`${sign} failed: ${error.replace(/\s+/g, ' ')}`, `${sign} ${line}`]
}

function pythonLine({ action, method, params }: LoggedCall): string {
  switch (action.type) {
    case 'text':
      return `term.send_text(${pythonValue(action.text)})`
    case 'keys':
      return `term.send_keys(${action.keys.map(pythonValue).join(', ')})`
    case 'wait': {
      if (action.isRegex && notPython.test(action.pattern)) return pythonRequest(method, params)
      const timeout = action.timeoutMs === null ? '' : `, timeout=${Math.max(action.timeoutMs, MIN_WAIT_MS) / 1000}`
      // The client searches the whole screen at once; we search it row by row.
      const pattern = action.isRegex ? `(?m)${action.pattern}` : action.pattern
      return `term.wait_for(${pythonValue(pattern)}${timeout}${action.isRegex ? ', regex=True' : ''})`
    }
    case 'resize':
      return `term.resize(${action.cols}, ${action.rows})`
    case 'read':
      return 'term.read_screen()'
    case 'screenshot':
      return `term.screenshot(${pythonValue(action.format)})`
    case 'request':
      return pythonRequest(method, params)
  }
}

/** A replay may be slower than what was recorded; a wait that looked once must look at least once. */
const MIN_WAIT_MS = 1000

/** What Python's own expressions do not have: Unicode classes, POSIX classes, set operations, other group names. */
const notPython = /\\[pPz]|\[\[:|&&|~~|\[[^\]]*\[|\(\?<[a-zA-Z]|\\[xuU]\{|\(\?[a-zA-Z]*[UuR-]/

/** Anything else, as the client itself would send it. */
function pythonRequest(method: string, params: LoggedCall['params']): string {
  return `term._client.request(${pythonValue(method)}, {'sessionId': term._session_id, **${pythonValue(params)}})`
}

function pythonValue(value: unknown): string {
  if (typeof value === 'string') return pythonString(value)
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${pythonString(key)}: ${pythonValue(inner)}`)
    .join(', ')}}`
}

function pythonString(text: string): string {
  const named: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const escaped = text.replace(/[\\'\u0000-\u001f\u007f\u2028\u2029\ud800-\udfff]/gu, (character) => {
    return named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `'${escaped}'`
}

function shellWords({ action, method, params }: LoggedCall): string[] {
  switch (action.type) {
    case 'text':
      return ['send-text', ...operands(shellEscapes(action.text))]
    case 'keys':
      return ['send-keys', ...operands(...action.keys)]
    case 'wait': {
      const seconds = Math.ceil(Math.max(action.timeoutMs ?? 0, MIN_WAIT_MS) / 1000)
      const timeout = action.timeoutMs === null ? [] : ['--timeout', String(seconds)]
      const options = [...timeout, ...(action.isRegex ? ['--regex'] : [])]
      const pattern = operands(action.pattern)
      return pattern[0] === '--' ? ['wait-for', ...options, ...pattern] : ['wait-for', ...pattern, ...options]
    }
    case 'read':
      return ['read']
    case 'screenshot':
      return ['screenshot', '--format', shellQuote(action.format)]
    case 'resize':
    case 'request':
      return ['call', method, shellQuote(JSON.stringify(params))]
  }
}

/** send-text unescapes these itself. */
function shellEscapes(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')
}

/** Words that must not be taken for options: after `--` if one begins with a dash. */
function operands(...words: string[]): string[] {
  return [...(words.some((word) => word.startsWith('-')) ? ['--'] : []), ...words.map(shellQuote)]
}
