/** Small programs that behave in one particular way: that ask, work in silence, animate, wait for others, or are stuck. */
import type { ReadyState } from '../../packages/polytty/dist/ready/index.js'
import { key, type Moment, type Subject } from './moment.js'

const { enter, interrupt } = key

function node(name: string, code: string, moments: readonly Moment[]): Subject {
  return { name, needs: [], program: 'node', args: ['-e', code], moments }
}

function sh(name: string, code: string, moments: readonly Moment[]): Subject {
  return { name, needs: [], program: '/bin/sh', args: ['-c', code], moments }
}

function python(name: string, code: string, moments: readonly Moment[]): Subject {
  return { name, needs: ['python3'], program: 'python3', args: ['-c', code], moments }
}

/** A program that comes to one state and stays in it, however often one looks. */
function stays(is: ReadyState | readonly ReadyState[], after = 'up'): Moment[] {
  return ['at first', 'a moment later', 'later'].map((name, index) => ({ name, is, ...(index === 0 && { after }) }))
}

const raw = 'process.stdin.setRawMode(true);process.stdin.resume();'

export const fixtures: readonly Subject[] = [
  sh('a question', 'while :; do printf "name? "; read x || exit; echo "hi $x"; done', [
    { name: 'asked', after: 'name\\? ', is: 'line-input' },
    { name: 'half an answer', type: 'an', is: 'line-input' },
    { name: 'answered', type: `n${enter}`, after: 'hi ann\\s+name\\? ', is: 'line-input' },
    { name: 'answered twice at once', type: `a${enter}b${enter}`, after: 'hi b\\s+name\\? ', is: 'line-input' },
    { name: 'the end of input', type: key.end, is: 'exited' },
  ]),
  sh('a question after work', 'echo up; sleep 0.6; printf "name? "; read x; echo "hi $x"', [
    { name: 'at work', after: 'up', is: 'busy' },
    { name: 'asked', after: 'name\\? ', is: 'line-input' },
    { name: 'answered', type: `me${enter}`, is: 'exited', exitCode: 0 },
  ]),
  sh('a question without a word', 'echo up; sleep 0.6; read x; echo "hi $x"; sleep 100', [
    { name: 'at work', after: 'up', is: 'busy' },
    { name: 'answered before it asked', type: `me${enter}`, after: 'hi me', is: 'busy' },
  ]),
  sh('a secret', 'stty -echo; printf "secret: "; read x; stty echo; echo; echo "got it"; sleep 100', [
    { name: 'asked', after: 'secret: ', is: 'secret-input' },
    { name: 'half of it', type: 'hun', is: 'secret-input' },
    { name: 'given', type: `ter2${enter}`, after: 'got it', is: 'busy' },
  ]),
  sh('rm -i', 'cd "$(mktemp -d)" && touch a b && rm -i a b', [
    { name: 'the first', after: "remove .*'a'", is: 'line-input' },
    { name: 'the second', type: `n${enter}`, after: "remove .*'b'", is: 'line-input' },
    { name: 'done', type: `y${enter}`, is: 'exited', exitCode: 0 },
  ]),
  sh('silence', 'echo up; sleep 100', stays('busy')),
  sh('a computation', 'echo up; while :; do :; done', stays('busy')),
  sh('a child at work', 'echo up; (while :; do :; done); read x', stays('busy')),
  sh('a child that sleeps', 'echo up; sleep 100; read x', stays('busy')),
  sh('two in a pipe', 'echo up; sleep 100 | cat | cat', stays('busy')),
  sh('a reader behind a job', 'sleep 100 & printf "up? "; read x', stays('line-input', 'up\\? ')),
  sh('a file that grows', 'echo up; tail -f /dev/null', stays('busy')),
  sh('a stopped program', 'echo up; kill -STOP $$', stays('stopped')),
  sh('dots', 'echo up; while sleep 0.1; do printf .; done', stays('busy')),
  sh('a menu', 'PS3="which? "; echo up; printf "1) a\\n2) b\\nwhich? "; read x; echo "took $x"', [
    { name: 'asked', after: 'which\\? ', is: 'line-input' },
    { name: 'answered', type: `1${enter}`, is: 'exited' },
  ]),
  sh('an end by a signal', 'echo up; kill -9 $$', [{ name: 'over', is: 'exited' }]),
  sh('an exit code', 'echo up; exit 3', [{ name: 'over', is: 'exited', exitCode: 3 }]),
  sh('a program that reads no input', 'stty -icanon; echo up; sleep 100', [
    { name: 'at work', after: 'up', is: 'busy' },
    { name: 'typed at', type: 'abc', is: 'busy' },
    { name: 'interrupted', type: interrupt, is: 'exited' },
  ]),

  node('node computes', 'console.log("up");for(;;);', stays('busy')),
  node('node sleeps', 'console.log("up");setTimeout(()=>{},1e5)', stays('busy')),
  node('a server', 'require("net").createServer().listen(0,()=>console.log("up"))', stays('busy')),
  node('keys', `${raw}process.stdout.write("up");process.stdin.on("data",d=>process.stdout.write("<"+d+">"))`, [
    { name: 'at first', after: 'up', is: 'key-input' },
    { name: 'a key', type: 'k', after: '<k>', is: 'key-input' },
    { name: 'another', type: 'l', after: '<l>', is: 'key-input' },
  ]),
  node(
    'an answer after work',
    `${raw}console.log("up");process.stdin.on("data",()=>{const e=Date.now()+300;while(Date.now()<e);console.log("done")})`,
    [
      { name: 'at first', after: 'up', is: 'key-input' },
      { name: 'after the work', type: 'k', is: 'key-input', after: 'done' },
    ],
  ),
  node(
    'a spinner',
    `${raw}console.log("up");let i=0;setInterval(()=>process.stdout.write("\\r"+"|/-\\\\"[i++%4]),80)`,
    // At the moment when it paints, it is busy with that.
    stays(['animating', 'busy']),
  ),
  node(
    'a spinner without keys',
    'console.log("up");let i=0;setInterval(()=>process.stdout.write("\\r"+"|/-\\\\"[i++%4]),80)',
    stays('busy'),
  ),
  node(
    'a spinner, then a question',
    `${raw}console.log("up");let i=0;const t=setInterval(()=>process.stdout.write("\\r"+(i++%10)),80);setTimeout(()=>{clearInterval(t);process.stdout.write("\\rsure? ")},700)`,
    [
      { name: 'spinning', after: 'up', is: ['animating', 'busy'] },
      { name: 'asked', after: 'sure\\? ', is: 'key-input' },
    ],
  ),
  node(
    'keys and a socket',
    `${raw}const n=require("net");const s=n.createServer(()=>{}).listen(0,()=>n.connect(s.address().port,()=>console.log("up")))`,
    stays('key-input'),
  ),
  node(
    'a child that works for it',
    `${raw}console.log("up");require("child_process").spawn("sh",["-c","while :; do :; done"],{stdio:["ignore","pipe","ignore"]})`,
    stays('busy'),
  ),
  node('lines', 'console.log("up");process.stdin.on("data",d=>process.stdout.write("got "+d))', [
    { name: 'at first', after: 'up', is: 'line-input' },
    { name: 'half a line', type: 'wor', is: 'line-input' },
    { name: 'a line', type: `d${enter}`, after: 'got word', is: 'line-input' },
  ]),
  node(
    'readline',
    'const r=require("readline").createInterface({input:process.stdin,output:process.stdout});r.question("name? ",n=>{console.log("hi "+n);r.close()})',
    [
      { name: 'asked', after: 'name\\? ', is: 'key-input' },
      { name: 'half an answer', type: 'an', is: 'key-input' },
      { name: 'answered', type: `n${enter}`, after: 'hi ann', is: 'exited' },
    ],
  ),
  node('an open frame', `${raw}process.stdout.write("up\\x1b[?2026h");`, stays(['busy', 'key-input'])),
  node('progress', `${raw}process.stdout.write("up\\x1b]9;4;3\\x07");`, stays('busy')),

  python('python sleeps', 'import time; print("up", flush=True); time.sleep(100)', stays('busy')),
  python('python computes', 'print("up", flush=True)\nwhile True: pass', stays('busy')),
  python(
    'a thread that reads',
    'import threading,sys\nthreading.Thread(target=lambda: [print("got", l.strip(), flush=True) for l in sys.stdin]).start()\nprint("up", flush=True)\nthreading.Event().wait()',
    [
      { name: 'at first', after: 'up', is: 'line-input' },
      { name: 'a line', type: `a${enter}`, after: 'got a', is: 'line-input' },
    ],
  ),
  python(
    'a thread that computes',
    'import threading,sys\ndef work():\n  while True: pass\nthreading.Thread(target=work, daemon=True).start()\nprint("up", flush=True)\nsys.stdin.readline()',
    stays('busy'),
  ),
  python(
    'a spinner thread',
    'import threading,sys,time\ndef spin():\n  while True:\n    sys.stdout.write("\\r" + str(time.time())); sys.stdout.flush(); time.sleep(0.1)\nthreading.Thread(target=spin, daemon=True).start()\nprint("up", flush=True)\ntime.sleep(100)',
    stays('busy'),
  ),
  python('getpass', 'import getpass; getpass.getpass("pass: "); print("got it", flush=True); input()', [
    { name: 'asked', after: 'pass: ', is: 'secret-input' },
    { name: 'typed', type: 'abc', is: 'secret-input' },
    { name: 'given', type: enter, after: 'got it', is: ['line-input', 'key-input'] },
  ]),
  python('a pipe of its own', 'import os; r, w = os.pipe(); print("up", flush=True); os.read(r, 1)', stays('busy')),
  python(
    'select',
    'import select,sys,tty; tty.setcbreak(0); print("up", flush=True)\nwhile True:\n  select.select([0],[],[],5)\n  print("got", sys.stdin.read(1), flush=True)',
    [
      { name: 'at first', after: 'up', is: 'key-input' },
      { name: 'a key', type: 'k', after: 'got k', is: 'key-input' },
    ],
  ),
  python(
    'poll',
    'import select,os,tty; tty.setcbreak(0); p=select.poll(); p.register(0, select.POLLIN); print("up", flush=True)\nwhile True:\n  p.poll()\n  print("got", os.read(0, 9), flush=True)',
    [
      { name: 'at first', after: 'up', is: 'key-input' },
      { name: 'a key', type: 'k', after: 'got', is: 'key-input' },
    ],
  ),
  python(
    'epoll',
    'import select,os,tty; tty.setcbreak(0); p=select.epoll(); p.register(0, select.EPOLLIN); print("up", flush=True)\nwhile True:\n  p.poll()\n  print("got", os.read(0, 9), flush=True)',
    [
      { name: 'at first', after: 'up', is: 'key-input' },
      { name: 'a key', type: 'k', after: 'got', is: 'key-input' },
    ],
  ),
]
