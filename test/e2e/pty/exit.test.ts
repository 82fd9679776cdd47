import { describe, expect, test } from 'vitest'
import { runShell as run, ways } from './run-pty.js'

const print100k = "head -c 100000 /dev/zero | tr '\\0' x"

describe.each(ways)('%s', (_, launch) => {
  const runShell = (script: string) => run(script, { launch })

  test('500 programs that print 100 KB and exit: not a byte is missing', async () => {
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let run = 0; run < 125; run++) {
        const { output, exit } = runShell(print100k)
        const status = await exit
        expect(output().length, `lane ${lane}, run ${run}`).toBe(100_000)
        expect(status).toEqual({ code: 0, signal: null })
      }
    })
    await Promise.all(lanes)
  })

  test('output of a program that exits while reading is paused comes before its exit', async () => {
    for (let run = 0; run < 50; run++) {
      const { pty, output, exit } = runShell('printf "%3000s" done; exit 3')
      pty.pause()
      expect(await exit).toEqual({ code: 3, signal: null })
      expect(output().length, `run ${run}`).toBe(3000)
    }
  })

  test('a program that prints more than the kernel holds waits while reading is paused', async () => {
    const { pty, output, exit } = runShell(`printf ready; read go; ${print100k}; printf end`)
    pty.pause()
    await pty.write(Buffer.from('\n'))
    pty.resume()
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(output().replace(/^(?:ready|\r\n)+/, '').length).toBe(100_003)
  })

  test.each([
    ['exit 37', { code: 37, signal: null }],
    ['kill -TERM $$', { code: null, signal: 'SIGTERM' }],
    ['kill -KILL $$', { code: null, signal: 'SIGKILL' }],
    ['kill -SEGV $$', { code: null, signal: 'SIGSEGV' }],
    ['kill -HUP $$', { code: null, signal: 'SIGHUP' }],
    ['exit 0', { code: 0, signal: null }],
    ['exit 255', { code: 255, signal: null }],
  ])('%s', async (script, status) => expect(await runShell(script).exit).toEqual(status))

  test('a background child that keeps the terminal does not delay the exit for long, and is still read', async () => {
    const child = 'trap "" HUP; trap "printf late; kill \\$!; exit" USR1; sleep 1000 & echo up; wait'
    const run = runShell(`sh -c '${child}' & echo pid=$!; read go; exit 5`)
    await run.printed('up')
    await run.pty.write(Buffer.from('\n'))
    expect(await run.exit).toEqual({ code: 5, signal: null })
    expect(run.pty.open).toBe(true)
    process.kill(Number(/pid=(\d+)/.exec(run.output())?.[1]), 'SIGUSR1')
    await run.pty.closed
    expect(run.output()).toContain('late')
    expect(run.pty.open).toBe(false)
  })
})
