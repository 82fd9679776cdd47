/** A shell as agents have it: one tool, a command, its output. */
import { spawn } from 'node:child_process'
import type { Meter } from './tools.js'

const definition = JSON.stringify([
  {
    name: 'bash',
    description: 'Run a shell command and return its output.',
    inputSchema: {
      type: 'object',
      properties: { command: { type: 'string' }, timeout: { type: 'number' } },
      required: ['command'],
    },
  },
])

/** Hosts cut what is longer. */
const MAX_CHARS = 30_000

function cut(output: string): string {
  if (output.length <= MAX_CHARS) return output
  return `${output.slice(0, MAX_CHARS / 2)}\n… cut …\n${output.slice(-MAX_CHARS / 2)}`
}

export function shellTool(meter: Meter, cwd: string, env: Record<string, string>, guide = '') {
  meter.define(definition + guide)
  return (command: string): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn('bash', ['-c', command], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      child.stdout.on('data', (data: Buffer) => (output += data.toString()))
      child.stderr.on('data', (data: Buffer) => (output += data.toString()))
      child.on('close', () =>
        resolve(meter.count(JSON.stringify({ name: 'bash', arguments: { command } }), cut(output))),
      )
    })
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
