/** What a server starts as its host: nothing is loaded here that a host does not need. */
import { runHost } from './run.js'

const [socket, keepSeconds, log] = process.argv.slice(2)
await runHost({ socket, keepSeconds: Number(keepSeconds), log })
