/** Shells: at their prompt, in the middle of a command, and while one runs. */
import { key, type Moment, type Subject } from './moment.js'

const { enter, interrupt, suspend, up, tab } = key

/** What is true of every shell; `prompt` is the state at its prompt. */
function moments(prompt: 'prompt' | 'key-input' | 'line-input', more: readonly Moment[] = []): Moment[] {
  const marked = prompt === 'prompt'
  return [
    { name: 'first prompt', is: prompt },
    { name: 'half a command typed', type: 'echo one', is: prompt },
    { name: 'a command has run', type: enter, after: 'one\\s', is: prompt, ...(marked && { exitCode: 0 }) },
    { name: 'a command has failed', type: `false${enter}`, is: prompt, ...(marked && { exitCode: 1 }) },
    { name: 'a command sleeps', type: `echo 'at 'work; sleep 100${enter}`, after: 'at work', is: 'busy' },
    { name: 'the command was interrupted', type: interrupt, is: prompt },
    { name: 'a program reads lines', type: `echo 'to 'cat; cat${enter}`, after: 'to cat', is: 'line-input' },
    { name: 'it has read one', type: `word${enter}`, after: 'word\\s+word', is: 'line-input' },
    { name: 'half a line is typed', type: 'wor', is: 'line-input' },
    { name: 'back at the prompt', type: interrupt, is: prompt },
    { name: 'a pipe sleeps', type: `echo 'in 'pipe; sleep 100 | cat${enter}`, after: 'in pipe', is: 'busy' },
    { name: 'the pipe was interrupted', type: interrupt, is: prompt },
    { name: 'a command computes', type: `echo 'on 'it; node -e 'for(;;);'${enter}`, after: 'on it', is: 'busy' },
    { name: 'the computation was interrupted', type: interrupt, is: prompt },
    { name: 'much was printed', type: `seq 500${enter}`, after: '499\\s+500', is: prompt },
    ...more,
  ]
}

const editing: Moment[] = [
  { name: 'the last command came back', type: up, is: ['prompt', 'key-input'] },
  { name: 'it was dropped', type: interrupt, is: ['prompt', 'key-input'] },
]

const jobs = (prompt: 'prompt' | 'key-input'): Moment[] => [
  { name: 'a job runs', type: `echo 'for 'long; sleep 100${enter}`, after: 'for long', is: 'busy' },
  { name: 'the job was suspended', type: suspend, after: '[Ss]topped|suspended', is: prompt },
  { name: 'another runs in the background', type: `sleep 100 &${enter}`, is: prompt },
]

const posix = (prompt: 'prompt' | 'key-input'): Moment[] => [
  { name: 'a quote is open', type: `echo "ab${enter}`, is: prompt === 'prompt' ? 'continuation' : 'key-input' },
  { name: 'it was closed', type: `cd"${enter}`, after: 'cd\\s', is: prompt },
  { name: 'a heredoc is open', type: `cat <<END${enter}`, is: prompt === 'prompt' ? 'continuation' : 'key-input' },
  { name: 'it goes on', type: `more${enter}`, is: prompt === 'prompt' ? 'continuation' : 'key-input' },
  { name: 'it has ended', type: `END${enter}`, after: 'more', is: prompt },
  { name: 'a question', type: `printf 'name%s ' '?'; read x${enter}`, after: 'name\\?', is: 'line-input' },
  { name: 'it was answered', type: `me${enter}`, is: prompt },
]

const bashOnly: Moment[] = [
  { name: 'a secret is asked for', type: `read -s -p 'secret'': ' x${enter}`, after: 'secret: ', is: 'secret-input' },
  { name: 'it was typed in part', type: 'abc', is: 'secret-input' },
  { name: 'it was given', type: enter, is: ['prompt', 'key-input'] },
  { name: 'a key is asked for', type: `read -n 1 -p 'key'': ' x${enter}`, after: 'key: ', is: 'key-input' },
  { name: 'it was pressed', type: 'k', is: ['prompt', 'key-input'] },
  { name: 'completion', type: `ech${tab}`, is: ['prompt', 'key-input'] },
  { name: 'dropped', type: interrupt, is: ['prompt', 'key-input'] },
]

export const shells: readonly Subject[] = [
  {
    name: 'bash with marks',
    needs: ['bash'],
    program: 'bash',
    marks: true,
    moments: moments('prompt', [...posix('prompt'), ...bashOnly, ...editing, ...jobs('prompt')]),
  },
  {
    name: 'bash',
    needs: ['bash'],
    program: 'bash',
    args: ['--norc', '-i'],
    moments: moments('key-input', [...posix('key-input'), ...bashOnly, ...editing, ...jobs('key-input')]),
  },
  {
    name: 'zsh with marks',
    needs: ['zsh'],
    program: 'zsh',
    marks: true,
    moments: moments('prompt', [...posix('prompt'), ...editing, ...jobs('prompt')]),
  },
  {
    name: 'zsh',
    needs: ['zsh'],
    program: 'zsh',
    args: ['-f', '-i'],
    moments: moments('key-input', [...posix('key-input'), ...editing, ...jobs('key-input')]),
  },
  { name: 'fish', needs: ['fish'], program: 'fish', marks: true, moments: moments('prompt', editing) },
  {
    name: 'sh',
    needs: [],
    program: '/bin/sh',
    args: ['-i'],
    env: { PS1: '$ ' },
    moments: moments('line-input'),
  },
]
