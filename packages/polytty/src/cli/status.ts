/** `polytty status`, `polytty stop` and `polytty restart`: the server that is meant, its end, and its replacement. */
import { type FoundServer, lookForServer, type ServerFlags, withServer } from '../cli-kit/find-server.js'
import { print } from '../cli-kit/print.js'
import { duration } from '../cli-kit/table.js'
import { untilServer } from '../cli-kit/until-server.js'

const foundBy: Readonly<Record<FoundServer['by'], string>> = {
  flag: 'named by --server',
  environment: 'named by POLYTTY_SERVER',
  socket: 'found by its socket',
  port: 'found on its port',
  start: 'started for this command',
}

export async function status(flags: ServerFlags & { readonly json?: boolean }): Promise<void> {
  if (!(await lookForServer(flags))) {
    if (flags.json) print('null')
    else print('no server is running')
    process.exitCode = 1
    return
  }
  await withServer(flags, async (client, { url, socket, token, by }) => {
    const found = await client.call('Polytty.getStatus')
    if (flags.json) return print(JSON.stringify({ url, socket, token, ...found }, null, 2))
    const { sessions } = found
    const rows = [
      ['server', `polytty ${found.version}${found.name === null ? '' : ` "${found.name}"`}, ${foundBy[by]}`],
      ['address', url],
      ['page', `${url}/ui`],
      ...(token === null ? [] : [['token', 'asked for on the port; --json prints it']]),
      ...(socket === null ? [] : [['socket', socket]]),
      ['process', `${found.pid}, up ${duration(found.uptimeMs)}, ${Math.round(found.memoryBytes / 2 ** 20)} MB`],
      ['sessions', `${sessions.running} running, ${sessions.ended} ended, ${sessions.most} at most`],
    ]
    for (const [name, text] of rows) print(`${name!.padEnd(9)} ${text}`)
  })
}

/** Ends the server with all its sessions, and waits until it has gone. */
export async function stop(flags: ServerFlags): Promise<void> {
  await withServer(flags, async (client) => {
    const gone = new Promise<void>((resolve) => client.onClose(() => resolve()))
    await client.call('Polytty.stop')
    await gone
  })
}

/** Replaces the server, and waits until the new one answers. */
export async function restart(flags: ServerFlags): Promise<void> {
  const gone = await withServer(flags, async (client) => {
    const closed = new Promise<void>((resolve) => client.onClose(() => resolve()))
    await client.call('Polytty.restart')
    return closed
  })
  await gone
  await untilServer(flags)
}
