/** Programs people use: interpreters, editors, pagers, menus. */
import { key, type Subject } from './moment.js'

const { enter, interrupt, end } = key

const python = (line: string): string => `${line}${enter}`

/** ssh, beside a server that takes one connection and has a key of its own. */
const sshToItself = `
const { execFileSync, spawn } = require('node:child_process')
const keys = require('node:fs').mkdtempSync('/tmp/polytty-corpus-')
execFileSync('dropbearkey', ['-t', 'ed25519', '-f', keys + '/host'], { stdio: 'ignore' })
const serve = (socket) => spawn('dropbear', ['-i', '-r', keys + '/host'], { stdio: [socket, socket, 'ignore'] })
require('node:net').createServer({ pauseOnConnect: true }, serve).listen(0, '127.0.0.1', function () {
  const options = ['UserKnownHostsFile=' + keys + '/known', 'GlobalKnownHostsFile=/dev/null', 'PubkeyAuthentication=no']
  const args = ['-F', 'none', ...options.flatMap((one) => ['-o', one]), '-p', this.address().port, 'nobody@127.0.0.1']
  spawn('ssh', args, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1))
})`

/** Others may be allowed to use sudo without a password. */
const becomesNobody = process.getuid?.() === 0 || process.getuid?.() === 65_534

const sudo: Subject = {
  name: 'sudo',
  needs: ['setpriv', 'sudo'],
  program: '/bin/sh',
  args: [
    '-c',
    'if [ "$(id -u)" = 0 ]; then set -- setpriv --reuid=65534 --regid=65534 --clear-groups; fi; exec "$@" sudo -k true',
  ],
  moments: [
    { name: 'a password', after: 'password for', is: 'secret-input' },
    { name: 'a wrong one', type: `x${enter}`, after: 'password for', is: 'secret-input' },
    { name: 'interrupted', type: interrupt, is: 'exited' },
  ],
}

export const programs: readonly Subject[] = [
  {
    name: 'python',
    needs: ['python3'],
    program: 'python3',
    args: ['-q'],
    moments: [
      { name: 'prompt', after: '>>> ', is: 'key-input' },
      { name: 'half an expression', type: '1+', is: 'key-input' },
      { name: 'its value', type: python('1'), after: '2\\s+>>> ', is: 'key-input' },
      { name: 'an open bracket', type: python('(1,'), after: '\\.\\.\\. ', is: 'key-input' },
      { name: 'closed', type: python('2)'), after: '\\(1, 2\\)\\s+>>> ', is: 'key-input' },
      { name: 'a module is loaded', type: python('import json, time, getpass'), is: 'key-input' },
      { name: 'it sleeps', type: python('print("zz"*2); time.sleep(100)'), after: 'zzzz', is: 'busy' },
      { name: 'interrupted', type: interrupt, after: 'KeyboardInterrupt\\s+>>> ', is: 'key-input' },
      { name: 'it computes', type: python('print("cc"*2); exec("while 1: pass")'), after: 'cccc', is: 'busy' },
      { name: 'interrupted again', type: interrupt, after: 'KeyboardInterrupt\\s+>>> ', is: 'key-input' },
      { name: 'a question', type: python('input("na"+"me? ")'), after: 'name\\? ', is: ['key-input', 'line-input'] },
      { name: 'answered', type: python('me'), after: "'me'\\s+>>> ", is: 'key-input' },
      { name: 'a password', type: python('getpass.getpass("pa"+"ss: ")'), after: 'pass: ', is: 'secret-input' },
      { name: 'given', type: python('hunter2'), after: "'hunter2'\\s+>>> ", is: 'key-input' },
    ],
  },
  {
    name: 'node',
    needs: [],
    program: 'node',
    env: { NODE_REPL_HISTORY: '' },
    moments: [
      { name: 'prompt', after: '> ', is: 'key-input' },
      { name: 'half an expression', type: '1+', is: 'key-input' },
      { name: 'its value', type: `1${enter}`, after: '2', is: 'key-input' },
      { name: 'an open bracket', type: `(1 +${enter}`, after: '\\.\\.\\. |\\| ', is: 'key-input' },
      { name: 'closed', type: `2)${enter}`, after: '3', is: 'key-input' },
      { name: 'it computes', type: `console.log('c'+'c');for(;;);${enter}`, after: 'cc', is: 'busy' },
      { name: 'interrupted', type: interrupt, after: 'interrupted', is: 'key-input' },
      {
        name: 'an awaited timer',
        type: `console.log('w'+'w');await new Promise(r=>setTimeout(r,9e4))${enter}`,
        after: 'ww',
        is: ['key-input', 'busy'],
      },
    ],
  },
  {
    name: 'vim',
    needs: ['vim'],
    program: 'vim',
    args: ['-u', 'NONE', '-n', '/etc/passwd'],
    moments: [
      { name: 'started', after: 'root', is: 'key-input' },
      { name: 'moved', type: 'j', is: 'key-input' },
      { name: 'inserting', type: 'ihello', is: 'key-input' },
      { name: 'no longer', type: key.escape, is: 'key-input' },
      { name: 'undone', type: 'u', is: 'key-input' },
      { name: 'a command line', type: ':set nu', is: 'key-input' },
      { name: 'carried out', type: enter, is: 'key-input' },
      { name: 'a search', type: `/root${enter}`, is: 'key-input' },
      { name: 'a page further', type: '\x04', is: 'key-input' },
      {
        name: 'it waits for a command of the shell',
        type: `:!echo 'at 'work; sleep 100${enter}`,
        after: 'at work',
        is: 'busy',
      },
      { name: 'interrupted', type: interrupt, after: 'ENTER', is: 'key-input' },
      { name: 'back', type: enter, is: 'key-input' },
      { name: 'left', type: `:q!${enter}`, is: 'exited', exitCode: 0 },
    ],
  },
  {
    name: 'less',
    needs: ['less'],
    program: 'less',
    args: ['/etc/services'],
    moments: [
      { name: 'started', is: 'key-input' },
      { name: 'a page further', type: ' ', is: 'key-input' },
      { name: 'a search begun', type: '/tcp', is: 'key-input' },
      { name: 'found', type: enter, is: 'key-input' },
      { name: 'the next', type: 'n', is: 'key-input' },
      { name: 'the end', type: 'G', is: 'key-input' },
      { name: 'it follows the file', type: 'F', is: 'busy' },
      { name: 'no longer', type: interrupt, is: 'key-input' },
      { name: 'help', type: 'h', is: 'key-input' },
      { name: 'back', type: 'q', is: 'key-input' },
      { name: 'left', type: 'q', is: 'exited' },
    ],
  },
  {
    name: 'less behind a pipe',
    needs: ['less'],
    program: '/bin/sh',
    args: ['-c', '(seq 1000; sleep 100) | less'],
    moments: [
      { name: 'the first page', after: '20', is: 'key-input' },
      { name: 'the second', type: ' ', is: 'key-input' },
      { name: 'the end, which is not there yet', type: 'G', is: 'busy' },
    ],
  },
  {
    name: 'nano',
    needs: ['nano'],
    program: '/bin/sh',
    args: ['-c', 'cd "$(mktemp -d)" && echo hello >a && exec nano -R a'],
    moments: [
      { name: 'started', after: 'GNU nano', is: 'key-input' },
      { name: 'typed', type: 'abc', is: 'key-input' },
      { name: 'help', type: '\x07', is: 'key-input' },
      { name: 'back', type: '\x18', is: 'key-input' },
      { name: 'asked whether to save', type: '\x18', is: ['key-input', 'exited'] },
    ],
  },
  {
    name: 'htop',
    needs: ['htop'],
    program: 'htop',
    moments: [
      { name: 'started', after: 'Help', is: 'key-input' },
      { name: 'moved', type: '\x1bOB', is: 'key-input' },
      { name: 'searching', type: '/', is: 'key-input' },
      { name: 'no longer', type: key.escape, is: 'key-input' },
      { name: 'left', type: 'q', is: 'exited' },
    ],
  },
  {
    name: 'mc',
    needs: ['mc'],
    program: 'mc',
    args: ['-u', '--nosubshell', '/etc', '/etc'],
    moments: [
      { name: 'started', after: 'Quit', is: 'key-input' },
      { name: 'moved', type: '\x1bOB', is: 'key-input' },
      { name: 'a menu', type: '\x1b[20~', is: 'key-input' },
      { name: 'no longer', type: '\x1b\x1b', is: 'key-input' },
      { name: 'asked', type: '\x1b[21~', is: ['key-input', 'exited'] },
    ],
  },
  {
    name: 'whiptail',
    needs: ['whiptail'],
    program: 'whiptail',
    args: ['--menu', 'Pick', '15', '40', '3', 'a', 'apple', 'b', 'banana', 'c', 'cherry'],
    moments: [
      { name: 'a menu', after: 'banana', is: 'key-input' },
      { name: 'moved', type: '\x1b[B', is: 'key-input' },
      { name: 'to the buttons', type: '\t', is: 'key-input' },
      { name: 'pressed', type: enter, is: 'exited', exitCode: 0 },
    ],
  },
  {
    name: 'a password box',
    needs: ['whiptail'],
    program: 'whiptail',
    args: ['--passwordbox', 'Secret', '10', '40'],
    moments: [
      { name: 'shown', after: 'Secret', is: 'key-input' },
      { name: 'typed', type: 'abc', is: 'key-input' },
      { name: 'given', type: enter, is: 'exited' },
    ],
  },
  {
    name: 'git',
    needs: ['git', 'vim'],
    program: '/bin/sh',
    args: [
      '-c',
      'cd "$(mktemp -d)" && git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git -c core.editor="vim -u NONE -n" -c user.name=a -c user.email=a@b commit --allow-empty',
    ],
    moments: [
      { name: 'its editor', after: 'Please enter', is: 'key-input' },
      { name: 'a message', type: `itwo${key.escape}`, is: 'key-input' },
      { name: 'written', type: `:wq${enter}`, is: 'exited', exitCode: 0 },
    ],
  },
  {
    name: 'tmux',
    needs: ['tmux'],
    program: 'tmux',
    args: ['-L', `polytty-corpus-${process.pid}`, '-f', '/dev/null', 'new-session', '/bin/sh'],
    moments: [
      { name: 'a shell in it', after: '[$#] ', is: 'key-input' },
      { name: 'a command has run', type: `echo 'o''ne'${enter}`, after: 'one', is: 'key-input' },
      { name: 'left', type: end, after: 'exited', is: 'exited' },
    ],
  },
  {
    name: 'script',
    needs: ['script'],
    program: 'script',
    args: ['-q', '-c', '/bin/sh', '/dev/null'],
    moments: [
      { name: 'a shell in it', after: '[$#] ', is: 'key-input' },
      { name: 'left', type: `exit${enter}`, is: 'exited' },
    ],
  },
  {
    name: 'su',
    needs: ['su'],
    program: 'su',
    args: ['-s', '/bin/sh', 'nobody', '-c', 'printf "na%s " me?; read x; echo "hi $x"; sleep 100'],
    moments: [
      {
        name: 'a question of another user',
        after: 'name\\? |assword',
        is: ['line-input', 'secret-input', 'key-input', 'quiet'],
      },
      { name: 'answered', type: `me${enter}`, after: 'hi me|ailure', is: ['busy', 'key-input', 'quiet', 'exited'] },
    ],
  },
  {
    name: 'ssh',
    needs: ['ssh', 'dropbear'],
    program: 'node',
    args: ['-e', sshToItself],
    moments: [
      { name: 'an unknown host', after: 'fingerprint\\]\\)\\? ', is: 'line-input' },
      { name: 'a password', type: `yes${enter}`, after: 'password: ', is: 'secret-input' },
      { name: 'a wrong one', type: `x${enter}`, after: 'password: ', is: 'secret-input' },
      { name: 'interrupted', type: interrupt, is: 'exited' },
    ],
  },
  ...(becomesNobody ? [sudo] : []),
]
