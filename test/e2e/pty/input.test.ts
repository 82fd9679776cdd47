import { readdirSync, readlinkSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { start } from '../../../packages/polytty/src/session/pty/start.js'
import { libc } from '../../../packages/polytty/src/system/libc.js'
import { runPty as runProgram, ways } from './run-pty.js'

describe.each(ways)('%s', (_, launch) => {
  const runPty: typeof runProgram = (program, args, extra) => runProgram(program, args, { launch, ...extra })
  const runShell = (script: string, extra?: Parameters<typeof runProgram>[2]) =>
    runPty('/bin/sh', ['-c', script], extra)

  test('what is written is read, whole and in order, also when it is much more than the kernel holds', async () => {
    const run = runShell('stty raw -echo; printf ready; head -c 500000 | cksum')
    await run.printed('ready')
    const bytes = Buffer.alloc(500_000, 'polytty ')
    const halves = [run.pty.write(bytes.subarray(0, 200_001)), run.pty.write(bytes.subarray(200_001))]
    await Promise.all(halves)
    await run.exit
    const expected = runShell("yes 'polytty ' | tr -d '\\n' | head -c 500000 | cksum")
    await expected.exit
    expect(run.output().replace('ready', '').trim()).toBe(expected.output().trim())
  })

  test('what was written and not read is seen at once, where it can be', async () => {
    const seen = (value: boolean) => (launch === start && libc() ? value : null)
    const waiting = 'while [ -z "$go" ]; do sleep 0.01; done'
    const run = runShell(
      `stty raw -echo; trap go=1 USR1; printf ready; ${waiting}; head -c 2; printf done; exec sleep 1000`,
    )
    await run.printed('ready')
    expect(run.pty.probe.hasUnreadInput()).toBe(seen(false))
    await run.pty.write(Buffer.from('xy'))
    expect(run.pty.probe.hasUnreadInput()).toBe(seen(true))
    process.kill(run.pty.pid, 'SIGUSR1')
    await run.printed('done')
    expect(run.pty.probe.hasUnreadInput()).toBe(seen(false))
    process.kill(run.pty.pid, 'SIGKILL')
    await run.exit
    expect(run.pty.probe.hasUnreadInput()).toBe(null)
  })

  test('a program that does not read costs neither memory nor CPU', async () => {
    const clock = new ManualClock()
    const run = runShell('stty raw -echo; printf ready; exec sleep 1000', { queueBytes: 200_000, clock })
    await run.printed('ready')
    const pending = expect(run.pty.write(Buffer.alloc(150_000, 'x'))).rejects.toMatchObject({ code: 'session-exited' })
    const refused = run.pty.write(Buffer.alloc(200_000, 'x'))
    await expect(refused).rejects.toMatchObject({ code: 'input-overflow' })

    // Nothing is tried but by a timer, and that backs off: some 20 times in a second.
    const after = vi.spyOn(clock, 'after')
    clock.advance(1000)
    expect(clock.pending).toBe(1)
    expect(after.mock.calls.length).toBeLessThan(30)

    process.kill(run.pty.pid, 'SIGKILL')
    await run.exit
    await pending
    expect(clock.pending).toBe(0)
    await expect(run.pty.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'session-exited' })
  })

  test('a program that starts reading late gets what waited', async () => {
    const waiting = 'while [ -z "$go" ]; do sleep 0.01; done'
    const run = runShell(`stty raw -echo; trap go=1 USR1; printf ready; ${waiting}; head -c 150000 | wc -c`)
    await run.printed('ready')
    const written = run.pty.write(Buffer.alloc(150_000, 'x'))
    process.kill(run.pty.pid, 'SIGUSR1')
    await written
    await run.exit
    expect(run.output()).toContain('150000')
  })

  test('no terminal of ours reaches the children, also when sessions came and went before', async () => {
    const idle = Array.from({ length: 60 }, () => runPty('/bin/cat', []))
    for (const gone of [10, 11, 30]) {
      idle[gone].pty.hangUp()
      await idle[gone].exit
    }
    for (let later = 0; later < 3; later++) idle.push(runPty('/bin/cat', []))
    const run = runShell('ls -l /proc/self/fd')
    await run.exit
    expect(run.output()).toContain('/dev/pts/')
    expect(run.output()).not.toContain('ptmx')
    for (const { pty } of idle) pty.hangUp()
    await Promise.all(idle.map(({ exit }) => exit))
    // Nor does anything stay open in this process.
    expect(readdirSync('/proc/self/fd').filter((fd) => isPty(fd))).toEqual([])
  })

  test('descriptors do not creep while programs overlap', async () => {
    const open = () => readdirSync('/proc/self/fd').length
    const before = open()
    let last = runPty('/bin/cat', [])
    for (let round = 0; round < 60; round++) {
      const next = runPty('/bin/cat', [])
      last.pty.hangUp()
      await last.exit
      last = next
    }
    expect(open() - before).toBeLessThan(5)
    last.pty.hangUp()
    await last.exit
  })

  test('size and pixel size reach the program, with SIGWINCH on change', async () => {
    const run = runShell('trap "stty size; exit" WINCH; stty size; while :; do read x; done')
    await run.printed('24 80')
    run.pty.resize(132, 43, 0, 0)
    await run.exit
    expect(run.output()).toContain('43 132')
  })
})

function isPty(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).includes('ptmx')
  } catch {
    return false
  }
}
