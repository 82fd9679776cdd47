/** The tools of the wrightty package's MCP server, by its names and params, on one session of a server. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runCommand } from './run.js'
import type { Target } from './target.js'

interface Tool {
  readonly name: string
  readonly description: string
  readonly params: z.ZodType
  call(target: Target, params: unknown): Promise<string>
}

const seconds = z.number().min(0).max(86_400)
const picture = z.enum(['text', 'svg']).default('svg').describe('Plain text, or a picture.')

function tool<P extends z.ZodType>(
  name: string,
  description: string,
  params: P,
  call: (target: Target, params: z.output<P>) => Promise<string>,
): Tool {
  return { name, description, params, call: (target, given) => call(target, params.parse(given ?? {})) }
}

const none = z.object({})

export const tools: readonly Tool[] = [
  tool(
    'run_command',
    'Run a command line in the shell of the terminal, wait until it is done, and return what it printed.',
    z.object({
      command: z.string().min(1).describe('The command line.'),
      timeout: seconds.default(30).describe('Seconds that it may take.'),
    }),
    async (target, { command, timeout }) => (await runCommand(target, command, timeout)).output.trimEnd(),
  ),
  tool('read_terminal', 'Return the text that the terminal shows now.', none, screenText),
  tool(
    'send_keys',
    'Press keys, and return the screen after that. Names: Enter, Tab, Escape, Backspace, Delete, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown, F1 to F12, Ctrl+c, Alt+x, Shift+Tab; or single characters.',
    z.object({ keys: z.array(z.string()).min(1).describe('Such as ["Escape", ":", "w", "q", "Enter"].') }),
    async (target, { keys }) => {
      await target.client.call('Input.sendKeys', { sessionId: target.sessionId, keys })
      return screenText(target)
    },
  ),
  tool(
    'send_text',
    'Type text as it is, and return the screen after that. A line feed is Enter.',
    z.object({ text: z.string().describe('The text.') }),
    async (target, { text }) => {
      await target.client.call('Input.sendText', { sessionId: target.sessionId, text })
      return screenText(target)
    },
  ),
  tool(
    'screenshot',
    'Return a picture of the terminal as SVG, with its colours, or its text.',
    z.object({ format: picture }),
    async ({ client, sessionId }, { format }) => (await client.call('Screen.screenshot', { sessionId, format })).data,
  ),
  tool(
    'wait_for_text',
    'Wait until a text is on the screen, and return the screen.',
    z.object({
      pattern: z.string().min(1).describe('What to wait for.'),
      timeout: seconds.default(30).describe('Seconds to wait.'),
      regex: z.boolean().default(false).describe('Whether it is a regular expression.'),
    }),
    async (target, { pattern, timeout, regex }) => {
      const { found } = await target.client.call('Screen.waitForText', {
        ...{ sessionId: target.sessionId, pattern, isRegex: regex, timeout: timeout * 1000 },
      })
      return found ? screenText(target) : `Timeout: '${pattern}' not found after ${timeout}s`
    },
  ),
  tool('terminal_info', 'Return what the server is and can do, and the size of the terminal.', none, async (target) => {
    const { client, sessionId } = target
    const info = await client.call('Wrightty.getInfo')
    return pretty({ ...info, size: await client.call('Terminal.getSize', { sessionId }) })
  }),
  tool(
    'start_recording',
    'Record the terminal as asciicast, and what is done as a Python script. Returns the ids for stop_recording.',
    z.object({
      include_input: z.boolean().default(false).describe('Record what is typed as well.'),
      record_actions: z.boolean().default(true).describe('Record what is done as a script.'),
    }),
    async ({ client, sessionId }, { include_input, record_actions }) => {
      const cast = await client.call('Recording.startSession', { sessionId, includeInput: include_input })
      const actions = record_actions && (await client.call('Recording.startActions', { sessionId, format: 'python' }))
      return pretty({
        sessionRecordingId: cast.recordingId,
        ...(actions && { actionRecordingId: actions.recordingId }),
      })
    },
  ),
  tool(
    'stop_recording',
    'End recordings. The asciicast is in a file that is named; the script is returned.',
    z.object({
      session_recording_id: z.string().optional().describe('From start_recording.'),
      action_recording_id: z.string().optional().describe('From start_recording.'),
    }),
    async ({ client }, { session_recording_id, action_recording_id }) => {
      const results: Record<string, unknown> = {}
      if (session_recording_id !== undefined) {
        const { data, ...rest } = await client.call('Recording.stopSession', { recordingId: session_recording_id })
        const file = join(mkdtempSync(join(tmpdir(), 'polytty-')), 'session.cast')
        writeFileSync(file, data, { mode: 0o600 })
        results.session = { ...rest, data_length: data.length, file }
      }
      if (action_recording_id !== undefined) {
        const { data, ...rest } = await client.call('Recording.stopActions', { recordingId: action_recording_id })
        results.actions = { ...rest, script: data }
      }
      return pretty(results)
    },
  ),
  tool(
    'capture_screen_frame',
    'Return the screen as it is at this moment, as a picture or as text.',
    z.object({ format: picture }),
    async ({ client, sessionId }, { format }) =>
      (await client.call('Recording.captureScreen', { sessionId, format })).data,
  ),
]

async function screenText({ client, sessionId }: Target): Promise<string> {
  return (await client.call('Screen.getText', { sessionId })).text
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
