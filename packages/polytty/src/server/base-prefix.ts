/** Everything under one path, for a server behind a proxy that shares its name with others. */
import type { HttpRoutes } from '../transport/http-server.js'

/** Asked for by those who look after the server, who need not know the path. */
const ALSO_AT_ROOT = '/health'

export function underPrefix(prefix: string, routes: readonly HttpRoutes[]): readonly HttpRoutes[] {
  if (prefix === '') return routes
  return routes.map((route) => ({
    request: (request, response, url) => {
      const inner = within(prefix, url)
      return inner !== null && (route.request?.(request, response, inner) ?? false)
    },
    refuse: (error, url) => route.refuse?.(error, url && within(prefix, url)) ?? null,
    upgrade: (request, url) => {
      const inner = within(prefix, url)
      return inner && (route.upgrade?.(request, inner) ?? null)
    },
  }))
}

/** The address as the routes know it; null for one that is not under the prefix. */
function within(prefix: string, url: URL): URL | null {
  if (url.pathname === ALSO_AT_ROOT) return url
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return null
  const inner = new URL(url)
  inner.pathname = url.pathname.slice(prefix.length)
  return inner
}
