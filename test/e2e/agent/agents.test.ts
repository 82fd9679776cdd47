/** What agents can do with real programs, call by call, without a protocol in between. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type AgentPolicy,
  Agents,
  type Answer,
  type Caller,
  giveBack,
  InputPolicy,
  secretValues,
} from '../../../packages/polytty/src/agent/index.js'
import { Redactor } from '../../../packages/polytty/src/redaction/redactor.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newRegistry } from '../session/with-registry.js'

const env = { PS1: '$ ', HISTFILE: '' }

function newAgents(policy: AgentPolicy = {}) {
  const redactor = new Redactor({ literals: secretValues(policy) })
  const inputs = new InputPolicy(policy, redactor)
  const sessions = newRegistry({ guard: inputs })
  const agents = new Agents(sessions, '/bin/bash', inputs, policy, redactor)
  onTestFinished(() => agents.dispose())
  const abort = new AbortController()
  const caller: Caller = { name: 'test', seen: agents.memory.of('test'), abort: abort.signal }
  return { agents, sessions, caller, abort }
}

/** The head line without what differs from run to run, and the rest. */
function parts({ text, isError = false }: Answer): { head: string; body: string; isError: boolean } {
  const [head = '', ...body] = text.split('\n')
  return { head: head.replace(/ #\d+/, '').replace(/ [\d.]+s$/, ''), body: body.join('\n'), isError }
}

describe('run', needs('bash'), () => {
  test('gives the output and the exit code', async () => {
    const { agents, caller } = newAgents()
    expect(parts(await agents.run({ command: 'echo one; echo two' }, caller))).toMatchObject({
      head: 's1 done exit=0',
      body: 'one\ntwo',
    })
    expect(parts(await agents.run({ command: 'sh -c "echo bad >&2; exit 3"' }, caller))).toMatchObject({
      head: 's1 done exit=3',
      body: 'bad',
    })
    expect(parts(await agents.run({ command: 'true' }, caller))).toMatchObject({ head: 's1 done exit=0', body: '' })
  })

  test('takes several lines as one command', async () => {
    const { agents, caller } = newAgents()
    const command = 'cat <<EOF\nalpha\nbeta\nEOF'
    expect(parts(await agents.run({ command }, caller)).body).toContain('alpha\nbeta')
  })

  test('keeps what looks like an error of a long output', async () => {
    const { agents, caller } = newAgents()
    const command =
      'for i in $(seq 1 20000); do if [ $i = 12345 ]; then echo "ERROR: disk"; else echo "line $i"; fi; done'
    const { body } = parts(await agents.run({ command, max: 200 }, caller))
    expect(body.split('\n')).toContain('12345: ERROR: disk')
    expect(body.length).toBeLessThan(1500)
    const { text } = await agents.look({ at: 'history', find: 'ERROR: d' }, caller)
    expect(text).toMatch(/\d+: ERROR: disk/)
  })

  test('goes to a shell, also where another program was used last', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ command: 'cat' }, caller)
    expect(parts(await agents.run({ command: 'echo $((6 * 7))' }, caller)).head).toBe('s2 done exit=0')
    await agents.act({ session: 's1', keys: 'meow<Enter>' }, caller)
    const again = parts(await agents.run({ command: 'echo $((6 * 7))' }, caller))
    expect([again.head, again.body]).toEqual(['s2 done exit=0', '42'])
    await agents.act({ keys: 'exit<Enter>', until: 'exit' }, caller)
    expect(parts(await agents.run({ command: 'true' }, caller)).head).toBe('s3 done exit=0')
  })

  test('says that it still runs, with what it printed', async () => {
    const { agents, caller } = newAgents()
    const { head, body } = parts(await agents.run({ command: 'echo before; sleep 100', timeout: 1 }, caller))
    expect(head).toContain('s1 still running;')
    expect(body).toContain('before')
    const refused = parts(await agents.run({ command: 'ls' }, caller))
    expect(refused).toMatchObject({ isError: true, head: expect.stringContaining('not at a prompt') })
    expect(parts(await agents.act({ keys: '<C-c>', until: 'ready' }, caller)).head).toContain('exit=130')
  })

  test('a bound that makes no sense is refused', async () => {
    const { agents, caller } = newAgents()
    const { head, isError } = parts(await agents.run({ command: 'true', max: 0 }, caller))
    expect([head, isError]).toEqual(['error: max is in tokens, from 20 to 1000000, not 0', true])
  })

  test('an unfinished command is shown as it stands', async () => {
    const { agents, caller } = newAgents()
    const { head, body } = parts(await agents.run({ command: 'echo "open' }, caller))
    expect(head).toContain('no exit code is known')
    expect(body).toContain('> ▏')
  })
})

describe('act', needs('bash'), () => {
  test('types, and shows what changed', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ env }, caller)
    const { head, body } = parts(await agents.act({ keys: 'echo hi<Enter>' }, caller))
    expect(head).toBe('s1 prompt exit=0')
    expect(body).toMatch(/^.*[$#] echo hi\nhi\n/)
  })

  test('says in few words that nothing changed', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ command: 'cat', name: 'c' }, caller)
    expect(parts(await agents.act({}, caller))).toMatchObject({
      head: 'c unchanged; line-input (cat: read terminal)',
      body: '',
    })
  })

  test('an unknown key types nothing and names the nearest', async () => {
    const { agents, caller, sessions } = newAgents()
    await agents.open({ command: 'cat', name: 'c' }, caller)
    const answer = parts(await agents.act({ keys: 'abc<Entr>' }, caller))
    expect(answer).toMatchObject({ isError: true, head: expect.stringContaining('did you mean <Enter>?') })
    expect(sessions.get('c').snapshot().text().trim()).toBe('')
  })

  test('what was there before does not satisfy a wait, nor does an echo', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ env }, caller)
    await agents.act({ keys: 'echo READY<Enter>', until: '/^READY/' }, caller)
    const { head } = parts(await agents.act({ keys: ': READY', until: 'READY', timeout: 0.3 }, caller))
    expect(head).toMatch(/timed out waiting for "READY" \(already there since revision \d+\)/)
  })

  test('who only waits finds what came since the last answer, but not what it has seen', async () => {
    const { agents, caller, sessions } = newAgents()
    await agents.open({ command: 'cat', name: 'c' }, caller)
    const session = sessions.get('c')
    await session.write('news')
    await session.wait({ type: 'text', text: 'news' })
    expect(parts(await agents.act({ until: 'news' }, caller))).toMatchObject({ body: '0: news▏' })
    expect(parts(await agents.act({ until: 'news', timeout: 0.2 }, caller)).head).toContain(
      'already there since revision 1',
    )
    const stranger: Caller = { ...caller, seen: null }
    expect(parts(await agents.act({ session: 'c', until: 'news' }, stranger)).head).not.toContain('timed out')
  })

  test('what has only scrolled since it was seen is not new', async () => {
    const { agents, caller } = newAgents()
    const command = ['sh', '-c', 'echo failed; read a; seq 1 5; read b; echo failed again; cat']
    await agents.open({ command, size: '40x10' }, caller)
    await agents.act({ keys: '<Enter>' }, caller)
    const { head } = parts(await agents.act({ until: 'failed', timeout: 0.2 }, caller))
    expect(head).toMatch(/timed out waiting for "failed"/)
    const again = await agents.act({ keys: '<Enter>', until: 'failed' }, caller)
    expect(again.text).toContain('failed again')
    expect(again.missed).toBe(false)
  })

  test('the echo of a long line does not satisfy a wait where it wraps, nor that of a later line', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ env, size: '40x12' }, caller)
    const wrapped = await agents.act(
      { keys: `: ${'y'.repeat(50)}; sleep 0.3; echo MARK<Enter>`, until: 'MARK' },
      caller,
    )
    expect(wrapped.text).toMatch(/^(?:\d+: )?MARK$/m)
    const keys = 'cat <<END; sleep 0.3; echo LATER<Enter>echo LATER<Enter>END<Enter>'
    const later = await agents.act({ keys, until: '/LATER$/' }, caller)
    expect(later.text).toMatch(/^(?:\d+: )?echo LATER$/m)
  })

  test('what precedes <C-c> is read before, and what follows after it took effect', async () => {
    const { agents, caller } = newAgents()
    const script = 'trap "echo stopped" INT; sleep 0.2; while :; do read x && echo "got $x"; done'
    await agents.open({ command: ['/bin/bash', '-c', script], name: 'c', until: 'change', timeout: 0 }, caller)
    const { body } = parts(await agents.act({ keys: 'abc<Enter><C-c>def<Enter>' }, caller))
    expect(body).toMatch(/got abc\n[\s\S]*stopped\n[\s\S]*got def/)
    await agents.open({ env }, caller)
    for (let round = 0; round < 10; round++) {
      const { text } = await agents.act({ keys: `echo un${round}<C-c>echo fine${round}<Enter>`, see: 'screen' }, caller)
      expect(text).toMatch(new RegExp(`^fine${round}$`, 'm'))
    }
  })

  test('a shell that is opened for a call shows its prompt before anything is typed or shown', async () => {
    const { agents, caller } = newAgents()
    expect(parts(await agents.look({}, caller))).toMatchObject({
      head: 's1 prompt',
      body: expect.stringMatching(/[$#] ▏$/),
    })
  })

  test('waits for an end, a change, and for text to go', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ command: 'printf wait; read x; clear; read x; exit 4', name: 'c' }, caller)
    expect(parts(await agents.act({ keys: '<Enter>', until: 'gone:wait' }, caller)).isError).toBe(false)
    expect(parts(await agents.act({ keys: '<Enter>', until: 'exit' }, caller)).head).toBe('c exited exit=4')
    expect(parts(await agents.act({ keys: 'x' }, caller))).toMatchObject({
      isError: true,
      head: 'error: the program has exited',
    })
  })

  test('a program that goes away while it is waited for is an answer', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ command: 'read x; echo bye', name: 'c' }, caller)
    const { head, body } = parts(await agents.act({ keys: '<Enter>', until: 'never' }, caller))
    expect(head).toContain('stopped waiting for "never": the program exited; exited')
    expect(body).toContain('bye')
  })

  test('cancelling ends the wait, not the program', async () => {
    const { agents, caller, sessions, abort } = newAgents()
    await agents.open({ command: 'cat', name: 'c' }, caller)
    const waiting = agents.act({ until: 'never', timeout: 60 }, caller)
    abort.abort()
    expect(parts(await waiting).head).toContain('cancelled waiting for "never"')
    expect(sessions.get('c').exited).toBe(false)
  })

  test('the echo of an input whose wait was cancelled does not satisfy the next one', async () => {
    const { agents, caller, sessions } = newAgents()
    await agents.open({ command: 'stty -echo; echo on; read go; printf "$ "; stty echo; cat', name: 'c' }, caller)
    const cancelled = (): Caller => ({ ...caller, abort: AbortSignal.abort() })
    const onceTyped = (name: string): Caller => {
      const typed = new AbortController()
      sessions.get(name).onInput.on(({ bytes }) => bytes.includes(13) && typed.abort())
      return { ...caller, abort: typed.signal }
    }
    await agents.act({ keys: '<Enter>', until: '$ ' }, caller)
    await agents.act({ keys: 'first MARK', until: 'MARK' }, cancelled())
    await sessions.get('c').wait({ type: 'text', text: 'MARK' })
    const waiting = agents.act({ until: 'MARK' }, caller)
    await sessions.get('c').write('\r')
    expect((await waiting).text).toMatch(/^(?:\d+: )?first MARK$/m)
    await agents.open({ env, name: 'sh' }, caller)
    await agents.run({ command: 'sleep 0.3; printf "%s%s\\n" LA TER; # LATER' }, onceTyped('sh'))
    const later = await agents.act({ until: 'LATER' }, caller)
    expect(later.text).toMatch(/^(?:\d+: )?LATER$/m)
  })

  test('vim: written, saved, left in one call', needs('vim'), async () => {
    const { agents, caller } = newAgents()
    const file = join(newFolder(), 'a.txt')
    await agents.open({ command: ['vim', '-u', 'NONE', '-N', '-n', '-i', 'NONE', file], name: 'v' }, caller)
    const { head } = parts(await agents.act({ keys: 'iHello<Esc>:wq<Enter>', until: 'exit' }, caller))
    expect(head).toBe('v exited exit=0')
    expect(readFileSync(file, 'utf8')).toBe('Hello\n')
  })

  test(
    'whiptail: a button by its name is clicked where the program takes the mouse, else the error says why',
    needs('whiptail'),
    async () => {
      const { agents, caller } = newAgents()
      await agents.open({ command: "whiptail --yesno 'Go on?' 8 30", name: 'w', until: '<No>' }, caller)
      const answer = parts(await agents.act({ keys: '<Click "Perhaps">' }, caller))
      expect(answer).toMatchObject({
        isError: true,
        head: expect.stringContaining('nothing is labelled "Perhaps"; available:'),
      })
      expect(answer.head).toContain('Yes, No')
    },
  )
})

describe('look', needs('bash'), () => {
  test('at the screen, the elements, the history, the styles, a picture', async () => {
    const { agents, caller } = newAgents()
    const command = `printf '\\033[31mred\\033[0m\\n\\033[?25l One\\n\\033[7m Two \\033[27m\\n Three\\n'; read x`
    await agents.open({ command, name: 'l', until: 'Three' }, caller)
    expect(parts(await agents.look({}, caller)).body).toBe('red\n One\n ›Two‹\n Three')
    expect((await agents.look({ at: 'outline' }, caller)).text).toContain('listitem "Two" (selected)')
    expect((await agents.look({ at: 'history', lines: '0-1' }, caller)).text).toContain('\nred\n One')
    expect((await agents.look({ at: 'styles' }, caller)).text).toContain('0: "red" red')
    const { image } = await agents.look({ at: 'image' }, caller)
    expect(Buffer.from(image!).subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('sessions', needs('bash'), () => {
  test('are listed, resized, signalled and closed', async () => {
    const { agents, caller } = newAgents()
    expect((await agents.manage({}, caller)).text).toBe('no sessions')
    await agents.open({ command: 'cat', name: 'c' }, caller)
    await agents.manage({ do: 'resize', session: 'c', value: '50x10' }, caller)
    expect((await agents.manage({}, caller)).text).toMatch(/^c \/bin\/sh -c cat in .* 50x10 line-input for/)
    expect((await agents.manage({ do: 'close', session: 'c' }, caller)).text).toMatch(/^c closed/)
    expect((await agents.manage({ do: 'close', session: 'c' }, caller)).text).toContain(
      'no session "c"; available: none',
    )
  })

  test('a signal that ends a program is named', async () => {
    const { agents, caller } = newAgents()
    await agents.open({ command: 'echo on; sleep 100', name: 'b', until: 'on' }, caller)
    const { head } = parts(await agents.manage({ do: 'signal', session: 'b', value: 'term' }, caller))
    expect(head).toMatch(/exited exit=SIGTERM$/)
    expect((await agents.manage({}, caller)).text).toContain('exited exit=SIGTERM')
  })

  test('are handed to a person and given back, with what changed', async () => {
    const { agents, caller, sessions } = newAgents()
    await agents.open({ command: 'cat', name: 'c' }, caller)
    const handed = agents.manage({ do: 'handoff' }, caller)
    expect(parts(await agents.act({ keys: 'x' }, caller)).head).toContain('a person is using this session')
    const session = sessions.get('c')
    await session.write('from a person')
    await session.wait({ type: 'text', text: 'from a person' })
    giveBack(session)
    expect(parts(await handed)).toMatchObject({
      head: expect.stringContaining('c given back;'),
      body: '0: from a person▏',
    })
  })
})

describe('the operator', needs('bash'), () => {
  test('keeps secrets, which are typed only where they are not shown, and are seen nowhere', async () => {
    const folder = newFolder()
    const file = join(folder, 'secrets')
    writeFileSync(file, '# mine\nPIN=correct-horse\n', { mode: 0o600 })
    const audit = join(folder, 'audit')
    const { agents, caller, sessions } = newAgents({ secrets: file, audit })
    const script =
      'printf "Name: "; read n; printf "Password: "; read -s p; echo; [ "$p" = "$WANTED" ] && echo WELCOME; read x'
    await agents.open({ command: ['/bin/bash', '-c', script], env: { WANTED: 'correct-horse' }, name: 'c' }, caller)
    const refused = parts(await agents.act({ keys: '<secret:PIN><Enter>' }, caller))
    expect(refused).toMatchObject({ isError: true, head: expect.stringContaining('would show it') })
    const unknown = parts(await agents.act({ keys: 'x<secret:PIM>' }, caller))
    expect(unknown.head).toContain('no secret PIM; did you mean PIN?')
    await agents.act({ keys: 'ann<Enter>', until: 'Password' }, caller)
    const inputs: string[] = []
    sessions.get('c').onInput.on(({ bytes }) => inputs.push(Buffer.from(bytes).toString()))
    const { body } = parts(await agents.act({ keys: '<secret:PIN><Enter>', until: 'WELCOME' }, caller))
    expect(body).toContain('WELCOME')
    expect(inputs.join('')).toBe('\r')
    expect(readFileSync(audit, 'utf8')).toContain('<secret:PIN><Enter>')
    await agents.act({ keys: ': correct-horse<Enter>' }, caller)
    expect(readFileSync(audit, 'utf8')).not.toContain('correct-horse')
    chmodSync(file, 0o644)
    expect(() => newAgents({ secrets: file })).toThrow('can be read by others')
  })

  test('is asked before what matches is typed', async () => {
    const { agents, caller, sessions } = newAgents({ approve: ['rm -rf'] })
    await agents.open({ command: 'cat', name: 'c' }, caller)
    let decision: 'approved' | 'denied' = 'denied'
    agents.approvals.onAsked.on(({ id, input }) => {
      expect(input).toContain('rm -rf')
      agents.approvals.decide(id, decision)
    })
    const denied = parts(await agents.act({ keys: 'rm -rf /<Enter>' }, caller))
    expect(denied).toMatchObject({ isError: true, head: expect.stringContaining('nothing was typed') })
    expect(sessions.get('c').snapshot().text().trim()).toBe('')
    decision = 'approved'
    expect(parts(await agents.act({ keys: 'rm -rf x<Enter>' }, caller)).isError).toBe(false)
    expect(agents.approvals.pending).toEqual([])
  })
})
