/** A protocol that is opened when its first client comes, so that a server listens sooner. */
import type { Endpoint, OpenedLate } from '../protocols/protocol.js'
import { respondText } from '../transport/http-server.js'

export function lateEndpoint(open: () => Promise<Endpoint>, { paths, prepares = false }: OpenedLate): Endpoint {
  let opening: Promise<Endpoint> | null = null
  let opened: Endpoint | null = null
  const get = async (): Promise<Endpoint> => {
    opening ??= open()
    return (opened = await opening)
  }
  return {
    routes: paths && {
      request(request, response, url) {
        if (!paths(url.pathname)) return false
        const failed = (): void => respondText(response, 500, 'the request failed inside the server')
        void get().then(({ routes }) => {
          if (!routes?.request?.(request, response, url))
            respondText(response, 404, `nothing is served at ${url.pathname}`)
        }, failed)
        return true
      },
    },
    async accept(connection, hello) {
      const endpoint = await get()
      // One that has gone meanwhile would never be reported as gone.
      if (connection.isOpen) await endpoint.accept?.(connection, hello)
    },
    refusal: (error, first) => opened?.refusal?.(error, first) ?? error.message,
    prepare: () => {
      if (prepares) void get().then((endpoint) => endpoint.prepare?.())
    },
    shutdown: () => opened?.shutdown?.(),
    dispose: () => {
      if (opened) opened.dispose?.()
      else void opening?.then((endpoint) => endpoint.dispose?.())
    },
  }
}
