/** The page for people: what the build left in dist/web, at /ui, for whoever asks; it asks for the token itself. */
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageFolder } from '../base/package.js'
import { type HttpRoutes, respondText, securityHeaders } from '../transport/http-server.js'

const folder = join(packageFolder, 'dist', 'web')

/** Scripts and connections of its own alone; xterm.js makes style elements for its colours and sizes. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface Asset {
  readonly bytes: Buffer
  readonly gzipped: Buffer
  readonly type: string
  /** Its name has a hash of what is in it, so it never changes. */
  readonly lasting: boolean
}

export function webRoutes(basePrefix: string): HttpRoutes {
  let assets: ReadonlyMap<string, Asset> | null = null
  return {
    request(request, response, { pathname }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      if (pathname === '/') return redirect(response, `${basePrefix}/ui`)
      const name = assetName(pathname)
      if (name === null) return false
      assets ??= readAssets(basePrefix)
      const asset = assets.get(name)
      if (asset) send(request, response, asset)
      else respondText(response, 404, assets.size > 0 ? `${pathname} is not there` : 'not built: run npm run build')
      return true
    },
  }
}

/** What a path stands for in the build's folder; null for paths that are not the page's. */
function assetName(pathname: string): string | null {
  if (pathname === '/ui' || pathname === '/ui/') return 'index.html'
  // Browsers ask for it on their own, for documents that name no icon.
  if (pathname === '/favicon.ico') return 'icon.svg'
  return pathname.startsWith('/ui/') ? pathname.slice('/ui/'.length) : null
}

function redirect(response: ServerResponse, location: string): true {
  response.writeHead(307, { location, ...securityHeaders }).end()
  return true
}

function send(request: IncomingMessage, response: ServerResponse, { bytes, gzipped, type, lasting }: Asset): void {
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = zipped ? gzipped : bytes
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': type,
    'content-length': body.length,
    'content-security-policy': POLICY,
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(zipped && { 'content-encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** All of it, once: a few files that are then served from memory. */
function readAssets(basePrefix: string): Map<string, Asset> {
  const files = listFiles().map((path) => {
    const name = relative(folder, path).replaceAll('\\', '/')
    const bytes = rooted(readFileSync(path), name, basePrefix)
    const asset = { bytes, gzipped: gzipSync(bytes), type: types[extname(name)]!, lasting: name.startsWith('assets/') }
    return [name, asset] as const
  })
  return new Map(files)
}

/** The page names its parts by their paths on the server, which may lie under a prefix. */
function rooted(bytes: Buffer, name: string, basePrefix: string): Buffer {
  if (!name.endsWith('.html')) return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll('="/', `="${basePrefix}/`))
}

function listFiles(): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in types)
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
