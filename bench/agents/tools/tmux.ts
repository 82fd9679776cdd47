/** tmux through a shell, as agents do it today: send-keys, a pause, capture-pane. */
import { spawnSync } from 'node:child_process'
import { quote, shellTool } from './shell-tool.js'
import { pieces, placeOf, type ToolSet, type Tools, tmuxKey, until } from './tools.js'

const LOOK = 'tmux capture-pane -p -t w'

/** Text as it is and keys by their names, in as few commands as can be. */
function sendKeys(script: string): string {
  const words = pieces(script).map(({ text, key }) =>
    key ? `tmux send-keys -t w ${tmuxKey(key)}` : `tmux send-keys -t w -l ${quote(text)}`,
  )
  return words.join(' && ')
}

export const tmux: ToolSet = {
  name: 'tmux through a shell',
  missing: () => (spawnSync('tmux', ['-V']).status === 0 ? null : 'no tmux'),
  async open(meter, folder) {
    const bash = shellTool(meter, folder, { TMUX_TMPDIR: folder, TMUX: '' })
    const look = () => bash(`sleep 1; ${LOOK}`)
    const tools: Tools = {
      shell: async (command, expect) => until(expect, await bash(`${command}\necho "exit=$?"`), look),
      start: async (command, expect) =>
        until(
          expect,
          await bash(
            `tmux new-session -d -s w -x 100 -y 30 ${quote(command)} \\; set-option -g remain-on-exit on; sleep 0.5; ${LOOK}`,
          ),
          look,
        ),
      keys: async (script, expect) => until(expect, await bash(`${sendKeys(script)}; sleep 0.5; ${LOOK}`), look),
      selected: async () =>
        /\x1b\[7m([^\x1b]*)\x1b/.exec(await bash(`tmux capture-pane -e -p -t w`))?.[1]?.trim() ?? '',
      secret: async (expect) =>
        until(
          expect,
          await bash(`tmux send-keys -t w -l "$(cat password.txt)"; tmux send-keys -t w Enter; sleep 0.5; ${LOOK}`),
          look,
        ),
      async click(name, shown, expect) {
        const { row, col } = placeOf(shown, name)
        const report = (end: string) => `tmux send-keys -t w -l $'\\e[<0;${col + 1};${row + 1}${end}'`
        return until(expect, await bash(`${report('M')}; ${report('m')}; sleep 0.5; ${LOOK}`), look)
      },
    }
    const close = async (): Promise<void> =>
      void spawnSync('tmux', ['kill-server'], { env: { ...process.env, TMUX_TMPDIR: folder } })
    return { ...tools, close }
  },
}
