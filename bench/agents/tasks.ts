/** Twenty tasks with an end that can be checked, and how a competent model goes about each, seeing only results. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Meter, Tools } from './tools/tools.js'

export interface Task {
  readonly name: string
  /** Programs it needs besides Node and a shell. */
  readonly needs?: readonly string[]
  prepare?(folder: string): void
  /** What the model does; its answer, if the task is a question. */
  policy(tools: Tools): Promise<unknown>
  /** Whether the end is the right one. */
  check(folder: string, answer: unknown, meter: Meter): boolean | Promise<boolean>
}

const fixtures = join(import.meta.dirname.replace(/\.bench(?=\/|$)/, 'bench'), 'fixtures')
const PASSWORD = 'tr0ub4dor-and-3'

const fixture = (name: string): string => `node ${join(fixtures, `${name}.mjs`)}`
const has = (folder: string, file: string, text: string): boolean =>
  existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8').trim() === text
const ENDED = /exited|session ended|exit=|Pane is dead|^\s*$|\$ $|Process exited/m

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'init.defaultBranch=main']
  return spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).stdout
}

export const tasks: readonly Task[] = [
  {
    name: 'count files',
    prepare: (folder) => {
      mkdirSync(join(folder, 'data'))
      for (let index = 0; index < 17; index++) writeFileSync(join(folder, 'data', `f${index}`), '')
    },
    policy: async (tools) => /^\s*(\d+)\s*$/m.exec(await tools.shell('ls data | wc -l', /exit=0/))?.[1],
    check: (_, answer) => answer === '17',
  },
  {
    name: 'exit code and message',
    policy: async (tools) => {
      const shown = await tools.shell(fixture('fail'), /exit=\d/)
      return `${/exit=(\d+)/.exec(shown)?.[1]} ${/E42: .*/.exec(shown)?.[0]}`
    },
    check: (_, answer) => String(answer).startsWith('3 E42: the disk is full'),
  },
  {
    name: 'one error in 50,000 lines',
    policy: async (tools) => {
      const first = await tools.shell(fixture('log'), /exit=0/)
      const shown = /ERROR worker/.test(first)
        ? first
        : await tools.shell(`${fixture('log')} | grep -n ERROR`, /ERROR worker/)
      return /block (\d+)/.exec(shown)?.[1]
    },
    check: (_, answer) => answer === '8812',
  },
  {
    name: 'silent for three seconds',
    policy: async (tools) =>
      /(\d+) differ/.exec(await tools.shell(fixture('silent'), /differ[\s\S]*exit=0|exit=0[\s\S]*differ/))?.[1],
    check: (_, answer) => answer === '7',
  },
  {
    name: 'two questions',
    async policy(tools) {
      await tools.start(fixture('ask'), /name:/)
      await tools.keys('Ann<Enter>', /y\/N/)
      await tools.keys('y<Enter>', /written|session ended/)
    },
    check: (folder) => has(folder, 'account.txt', 'Ann y'),
  },
  {
    name: 'a password, seen nowhere',
    prepare: (folder) => {
      writeFileSync(join(folder, 'password.txt'), PASSWORD, { mode: 0o600 })
    },
    async policy(tools) {
      await tools.start(fixture('password'), /Password:/)
      await tools.secret(/Welcome|Wrong/)
    },
    check: (folder, _, meter) => has(folder, 'entered.txt', 'yes') && !meter.transcript.includes(PASSWORD),
  },
  {
    name: 'python, a value',
    needs: ['python3'],
    async policy(tools) {
      await tools.start('python3 -q', />>>/)
      return /328350/.exec(await tools.keys('sum(i*i for i in range(100))<Enter>', /328350/))?.[0]
    },
    check: (_, answer) => answer === '328350',
  },
  {
    name: 'heredoc and an open quote',
    async policy(tools) {
      await tools.shell(`cat > out.txt <<'EOF'\nit's "quoted" < here\nEOF`, /exit=0/)
      await tools.start('bash --norc -i', /[$#] ?▏?$/m)
      await tools.keys(`printf '%s' "one<Enter>`, /> ?▏?$/m)
      await tools.keys('two" > two.txt; echo fin-$?<Enter>', /fin-0/)
    },
    check: (folder) => has(folder, 'out.txt', 'it\'s "quoted" < here') && has(folder, 'two.txt', 'one\ntwo'),
  },
  {
    name: 'git rebase -i, squash',
    needs: ['git', 'vim'],
    prepare(folder) {
      const repo = join(folder, 'repo')
      mkdirSync(repo)
      git(repo, 'init', '-q')
      for (const name of ['one', 'two', 'three']) {
        writeFileSync(join(repo, name), name)
        git(repo, 'add', '.')
        git(repo, 'commit', '-q', '-m', `add ${name}`)
      }
    },
    async policy(tools) {
      const who = '-c user.name=bench -c user.email=bench@example.org'
      await tools.start(`cd repo && GIT_EDITOR='vim -u NONE -N -n -i NONE' git ${who} rebase -i HEAD~2`, /pick .*three/)
      await tools.keys(':2s/pick/squash/<Enter>:wq<Enter>', /combination of 2 commits/)
      await tools.keys(':wq<Enter>', /Successfully rebased|exit|session ended/)
    },
    check: (folder) => git(join(folder, 'repo'), 'log', '--oneline').trim().split('\n').length === 2,
  },
  {
    name: 'vim, edit line 3',
    needs: ['vim'],
    prepare: (folder) => writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\nthree\nfour\n'),
    async policy(tools) {
      await tools.start('vim -u NONE -N -n -i NONE notes.txt', /three/)
      await tools.keys(':3<Enter>ccTHREE<Esc>:wq<Enter>', ENDED)
    },
    check: (folder) => has(folder, 'notes.txt', 'one\ntwo\nTHREE\nfour'),
  },
  {
    name: 'less, the line of a word',
    needs: ['less'],
    prepare: (folder) =>
      writeFileSync(
        join(folder, 'big.txt'),
        Array.from({ length: 3000 }, (_, index) => (index === 1736 ? 'the needle is here' : `hay ${index}`)).join('\n'),
      ),
    async policy(tools) {
      await tools.start('less -N big.txt', /hay 0/)
      return /(\d+) the ›?needle/.exec(await tools.keys('/needle<Enter>', /\d+ the ›?needle/))?.[1]
    },
    check: (_, answer) => answer === '1737',
  },
  {
    name: 'menu by inverse video',
    async policy(tools) {
      const names = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot']
      const shown = await tools.start(fixture('menu'), /Foxtrot/)
      const at = names.indexOf((await tools.selected(shown)).trim())
      const steps = names.indexOf('Bravo') - at
      await tools.keys(`${(steps < 0 ? '<Up>' : '<Down>').repeat(Math.abs(steps))}<Enter>`, ENDED)
    },
    check: (folder) => has(folder, 'choice.txt', 'Bravo'),
  },
  {
    name: 'a form with an error',
    async policy(tools) {
      await tools.start(fixture('form'), /Mail/)
      const shown = await tools.keys(
        'Ann<Tab>forty<Tab>Bern<Tab>ann@example.org<Enter>',
        /must be|exited|dead|session ended/,
      )
      if (/must be a number/.test(shown)) await tools.keys('<BS><BS><BS><BS><BS>40<Enter>', ENDED)
    },
    check: (folder) => has(folder, 'person.json', '["Ann","40","Bern","ann@example.org"]'),
  },
  {
    name: 'a spinner, then a question',
    async policy(tools) {
      await tools.start(fixture('spin'), /colour\?/)
      await tools.keys('blue<Enter>', /noted|session ended/)
    },
    check: (folder) => has(folder, 'colour.txt', 'blue'),
  },
  {
    name: 'a dev server',
    async policy(tools) {
      const port = /127\.0\.0\.1:(\d+)/.exec(await tools.start(fixture('server'), /ready on .*:\d+/))![1]!
      // Asked by someone else: what counts is that it answers.
      const pong = await (await fetch(`http://127.0.0.1:${port}/`)).text()
      await tools.keys('<C-c>', ENDED)
      return { port, pong }
    },
    async check(_, answer) {
      const { port, pong } = answer as { port: string; pong: string }
      const isFree = await new Promise<boolean>((resolve) => {
        connect(Number(port), '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
      })
      return pong === 'pong' && isFree
    },
  },
  {
    name: 'stop a flood',
    async policy(tools) {
      await tools.start('bash --norc -c \'trap "echo stopped-$((40 + 2)); exit" INT; while :; do echo y; done\'', /y/)
      return /stopped-42/.test(await tools.keys('<C-c>', /stopped-42/))
    },
    check: (_, answer) => answer === true,
  },
  {
    name: 'files and a confirm dialog',
    prepare(folder) {
      mkdirSync(join(folder, 'trash'))
      for (const name of ['a.log', 'keep.txt', 'old.log', 'z.txt']) writeFileSync(join(folder, 'trash', name), '')
    },
    async policy(tools) {
      await tools.start(fixture('files'), /z\.txt/)
      const shown = await tools.keys('<Down><Down>d', /Delete old\.log\?/)
      const chosen = await tools.selected(shown.slice(shown.indexOf('Delete')))
      await tools.keys(/Yes/.test(chosen) ? '<Enter>q' : '<Tab><Enter>q', ENDED)
    },
    check: (folder) => !existsSync(join(folder, 'trash/old.log')) && existsSync(join(folder, 'trash/keep.txt')),
  },
  {
    name: 'pdb, a variable',
    needs: ['python3'],
    prepare: (folder) =>
      writeFileSync(join(folder, 'prog.py'), 'total = 0\nfor i in range(10):\n    total += i * 3\n\nprint(total)\n'),
    async policy(tools) {
      await tools.start('python3 -m pdb prog.py', /\(Pdb\)/)
      await tools.keys('b 5<Enter>c<Enter>', /\(5\)<module>/)
      return /135/.exec(await tools.keys('p total<Enter>', /135/))?.[0]
    },
    check: (_, answer) => answer === '135',
  },
  {
    name: 'row 437 of a table',
    async policy(tools) {
      await tools.start(fixture('table'), /go to a row/)
      return /437 +(item-\d+)/.exec(await tools.keys('g437<Enter>', /437 +item-\d+/))?.[1]
    },
    check: (_, answer) => answer === `item-${(437 * 7919) % 10_007}`,
  },
  {
    name: 'a button by the mouse',
    async policy(tools) {
      const shown = await tools.start(fixture('mouse'), /Discard/)
      await tools.click('Save', shown.replace('Save before', '----'), ENDED)
    },
    check: (folder) => has(folder, 'clicked.txt', 'Save'),
  },
]
