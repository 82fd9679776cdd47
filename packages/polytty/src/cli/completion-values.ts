/** What completion offers where only a look elsewhere helps: the sessions of the server that is there, and themes. */
import { themeNames } from '@polytty/render'
import type { Candidate } from '../cli-kit/completion.js'
import { connectTo, lookForServer } from '../cli-kit/find-server.js'
import { shortName } from './session-target.js'

export async function completionValues(name: string): Promise<readonly Candidate[] | null> {
  if (name === 'theme') return themeNames.map((value) => ({ value, about: '' }))
  return name === 'session' || name === 'words' ? sessionNames() : null
}

/** None is started for this, and none that does not answer is waited for. */
async function sessionNames(): Promise<Candidate[]> {
  try {
    const server = await lookForServer({})
    if (!server) return []
    const client = await connectTo(server)
    const { sessions } = await client.call('Polytty.listSessions')
    client.close()
    return sessions.map((session) => ({ value: shortName(session), about: session.command.join(' ').slice(0, 60) }))
  } catch {
    return []
  }
}
