/**
 * The HTTP face of the dialect, as a table: each route is a method with its params taken from the path, the query and
 * the body. The server serves it, openapi.ts describes it; neither knows a route by itself.
 */
export type QueryKind = 'text' | 'number' | 'boolean' | 'list'

export interface Route {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly method: string
  /** What a success answers with; 200 has a body, 204 has none. */
  readonly status: 200 | 201 | 204
  /** The type of a success's body. */
  readonly type: string
  readonly query: Readonly<Record<string, QueryKind>>
  readonly body: 'none' | 'json' | 'bytes'
  /** The param that the path's {name} is; `session` unless the method calls it otherwise. */
  readonly nameParam: 'session' | 'name'
  /** May be shown in a frame of another page. */
  readonly framed: boolean
  /** Asks for no token. */
  readonly open: boolean
  /** The same as another route, without the name: for servers with one session. */
  readonly nameless: boolean
}

function route(verb: Route['verb'], path: string, method: string, more: Partial<Route> = {}): Route {
  const type = 'application/json'
  const nameParam = 'session'
  return {
    verb,
    path,
    method,
    status: 200,
    type,
    query: {},
    body: 'none',
    nameParam,
    framed: false,
    open: false,
    nameless: false,
    ...more,
  }
}

const change = { status: 204, body: 'json' } as const
const gone = { status: 204 } as const
const waiting = {
  timeout_ms: 'number',
  format: 'text',
  max_wait_ms: 'number',
  last_generation: 'number',
  fresh: 'boolean',
} as const
const racing = { ...waiting, last_session: 'text', tag: 'text' } as const
const S = '/sessions/{name}'

function elementRoutes(path: string, kind: 'overlay' | 'panel'): Route[] {
  return [
    route('GET', path, `list_${kind}s`),
    route('POST', path, `create_${kind}`, { status: 201, body: 'json' }),
    route('DELETE', path, `clear_${kind}s`, gone),
    route('GET', `${path}/{id}`, `get_${kind}`),
    route('PUT', `${path}/{id}`, `update_${kind}`, change),
    route('PATCH', `${path}/{id}`, `patch_${kind}`, change),
    route('DELETE', `${path}/{id}`, `delete_${kind}`, gone),
    route('POST', `${path}/{id}/spans`, `update_${kind}_spans`, change),
    route('POST', `${path}/{id}/write`, `${kind}_region_write`, change),
  ]
}

const named: readonly Route[] = [
  route('GET', '/health', 'health', { open: true }),
  route('GET', '/server/info', 'get_server_info'),
  route('GET', '/servers', 'list_servers'),
  route('POST', '/servers', 'add_server', { status: 201, body: 'json' }),
  route('GET', '/servers/{hostname}', 'get_server'),
  route('DELETE', '/servers/{hostname}', 'remove_server', gone),
  route('GET', '/server/persist', 'get_server_mode'),
  route('PUT', '/server/persist', 'set_server_mode', { body: 'json' }),
  route('POST', '/server/stop', 'stop_server', gone),
  route('POST', '/auth/ws-ticket', 'issue_ws_ticket'),
  route('GET', '/sessions', 'list_sessions', { query: { tag: 'text', ended: 'boolean' } }),
  route('POST', '/sessions', 'create_session', { status: 201, body: 'json' }),
  route('GET', S, 'get_session'),
  route('PATCH', S, 'update_session', { body: 'json' }),
  route('DELETE', S, 'kill_session', { ...gone, nameParam: 'name' }),
  route('POST', `${S}/detach`, 'detach_session', { ...gone, nameParam: 'name' }),
  route('POST', `${S}/resize`, 'resize', change),
  route('GET', '/idle', 'await_idle', { query: racing }),
  route('GET', '/quiesce', 'await_quiesce', { query: racing }),
  route('GET', `${S}/idle`, 'await_idle', { query: waiting }),
  route('GET', `${S}/quiesce`, 'await_quiesce', { query: waiting }),
  route('GET', `${S}/ready`, 'await_ready', { query: { states: 'list', max_wait_ms: 'number' } }),
  route('GET', `${S}/screen`, 'get_screen', { query: { format: 'text', composed: 'boolean' } }),
  route('GET', `${S}/scrollback`, 'get_scrollback', { query: { format: 'text', offset: 'number', limit: 'number' } }),
  route('POST', `${S}/input`, 'send_input', { status: 204, body: 'bytes' }),
  route('GET', `${S}/input/mode`, 'get_input_mode'),
  route('POST', `${S}/input/capture`, 'capture_input', gone),
  route('POST', `${S}/input/release`, 'release_input', gone),
  route('GET', `${S}/input/focus`, 'get_focus'),
  route('POST', `${S}/input/focus`, 'focus', change),
  route('POST', `${S}/input/unfocus`, 'unfocus', gone),
  ...elementRoutes(`${S}/overlay`, 'overlay'),
  ...elementRoutes(`${S}/panel`, 'panel'),
  route('POST', `${S}/batch_update`, 'batch_update', change),
  route('POST', `${S}/recording`, 'start_recording', { status: 201, body: 'json' }),
  route('GET', `${S}/recording`, 'get_session_recording'),
  route('DELETE', `${S}/recording`, 'stop_recording'),
  route('GET', '/recordings', 'list_recordings', { query: { session: 'text', status: 'text' } }),
  route('GET', '/recordings/{id}', 'get_recording'),
  route('DELETE', '/recordings/{id}', 'delete_recording', gone),
  route('GET', '/recordings/{id}/cast', 'get_recording_cast', { type: 'application/x-asciicast' }),
  route('GET', '/recordings/{id}/player', 'get_recording_player', { type: 'text/html; charset=utf-8' }),
  route('GET', '/recordings/{id}/embed', 'get_recording_embed', { type: 'text/html; charset=utf-8', framed: true }),
  route('GET', `${S}/screen_mode`, 'get_screen_mode'),
  route('POST', `${S}/screen_mode/enter_alt`, 'enter_alt_screen', gone),
  route('POST', `${S}/screen_mode/exit_alt`, 'exit_alt_screen', gone),
]

const paths = new Set(named.map(({ path }) => path))

/** What can be asked about a session can be asked without its name where there is just one. */
const nameless = named
  .filter(({ path, nameParam }) => path.startsWith(`${S}/`) && nameParam === 'session')
  .map((one) => ({ ...one, path: one.path.slice(S.length), nameless: true }))
  .filter(({ path }) => !paths.has(path))

export const routes: readonly Route[] = [...named, ...nameless]

export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly names: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-verb'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

const compiled = routes.map((route) => ({ route, parts: route.path.split('/') }))

/** The route of a request; a path that others verbs have is distinguished from one that no one has. */
export function matchRoute(verb: string, path: string): RouteMatch {
  const parts = path.split('/')
  const allowed: string[] = []
  for (const { route, parts: wanted } of compiled) {
    const names = matchParts(wanted, parts)
    if (!names) continue
    if (route.verb === verb) return { kind: 'found', route, names }
    allowed.push(route.verb)
  }
  return allowed.length > 0 ? { kind: 'wrong-verb', allowed } : { kind: 'none' }
}

function matchParts(wanted: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (wanted.length !== parts.length) return null
  const names: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const part = parts[index]!
    if (want.startsWith('{')) {
      if (part === '') return null
      names[want.slice(1, -1)] = decodePart(part)
    } else if (want !== part) return null
  }
  return names
}

/** A part of a path as it was meant; what is not well encoded is taken as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The params of a request: the body's, then the query's, then the path's, which nothing overrides. */
export function routeParams(
  { query, body, nameParam }: Route,
  names: Readonly<Record<string, string>>,
  search: URLSearchParams,
  content: { readonly json: Readonly<Record<string, unknown>>; readonly bytes: Buffer },
): Record<string, unknown> {
  const { name, ...others } = names
  const params: Record<string, unknown> = { ...content.json, ...others }
  if (body === 'bytes') Object.assign(params, { data: content.bytes.toString('base64'), encoding: 'base64' })
  for (const [key, kind] of Object.entries(query)) {
    const text = search.get(key)
    if (text !== null) params[key] = queryValue(text, kind)
  }
  const server = search.get('server')
  if (server !== null) params.server = server
  if (name !== undefined) params[nameParam] = name
  return params
}

/** What is not a number or boolean stays text: the method's own check says what would be right. */
function queryValue(text: string, kind: QueryKind): unknown {
  if (kind === 'number') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'list') return text.split(',')
  if (kind === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}
