/** `GET /polytty/sessions`: what runs here and who uses it, whatever dialect it came by. Under the same rules as wsh's routes. */
import type { Core } from '../dialects/core.js'
import { encodeError, wshCodes } from '../dialects/wsh/index.js'
import type { Session } from '../session/index.js'
import { redactDeep } from '../text/redact-deep.js'
import { type HttpRoutes, respondJson } from '../transport/http-server.js'
import type { WshAccess } from './wsh-access.js'

export interface SessionOverview {
  readonly id: string
  readonly name: string
  readonly command: readonly string[]
  readonly pid: number
  readonly title: string
  readonly cols: number
  readonly rows: number
  readonly ageMs: number
  /** Since the last input or output. */
  readonly idleMs: number
  /** null while it runs. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null
  /** Connected clients that have named the session, by dialect. */
  readonly clients: Readonly<Record<string, number>>
}

export function overviewRoutes(core: Core, access: WshAccess): HttpRoutes {
  return {
    request(request, response, url) {
      if (url.pathname !== '/polytty/sessions') return false
      const refused = access.check(request, url, false)
      if (refused) {
        const body = encodeError(refused)
        respondJson(response, wshCodes[body.code].status, { error: body })
      } else if (request.method !== 'GET')
        respondJson(response, 405, { error: { message: 'only GET is answered here' } })
      else {
        const sessions = core.sessions.list().map((session) => describe(session, core))
        respondJson(response, 200, redactDeep({ sessions }, core.redactor))
      }
      return true
    },
  }
}

function describe(session: Session, { clock, presence }: Core): SessionOverview {
  const { id, name, program, args, pid, cols, rows } = session
  return {
    id,
    name,
    command: [program, ...args],
    pid,
    title: session.title,
    cols,
    rows,
    ageMs: Math.round(clock.now() - session.createdAt),
    idleMs: Math.round(clock.monotonic() - session.lastActivityAt),
    exit: session.exit,
    clients: presence.counts(session),
  }
}
