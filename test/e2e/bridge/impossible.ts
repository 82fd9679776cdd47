/** Conversations that cannot be had with a pane of tmux, by protocol and name, and why. */
export const impossible: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wrightty: {},
  termwright: {},
  ptywright: {},
  wsh: {},
  tuispec: {},
}
