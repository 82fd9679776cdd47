/** Conversations that cannot be had with a pane of tmux, by protocol and name, and why. */

const LATER = 'a pane is resized by tmux, and read again: a moment later, and with one more revision'

export const impossible: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wrightty: {
    'Bridge.release a program of this server': 'it asks what is answered of a session that is no pane',
  },
  termwright: {},
  ptywright: {
    'waiting.jsonl': 'it sets a size in pixels, which programs in tmux do not see',
  },
  wsh: {
    'events.jsonl': LATER,
    'panels.jsonl': LATER,
  },
  tuispec: {
    'exit.jsonl': 'it wants TERM to be xterm-256color: in tmux that is what tmux is: screen or tmux-256color',
  },
}
