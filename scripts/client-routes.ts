/** Where the methods of wsh are over HTTP, as a table for @polytty/client. */
import { type Route, routes } from '../packages/polytty/src/protocols/wsh/routes.js'

export function clientRoutes(): string {
  const rows = new Map<string, Route>()
  // Of two routes of a method, the one about a session; the other is the same without it.
  for (const route of routes) if (!route.nameless) rows.set(route.method, route)
  return [
    '/** Where the methods of wsh are over HTTP. Made by `npm run gen` from its routes. */',
    '',
    'export const wshRoutes = {',
    ...[...rows.values()].map(row),
    '} as const',
    '',
  ].join('\n')
}

function row({ method, verb, path, nameParam, body, type }: Route): string {
  const fields = [
    `verb: '${verb}'`,
    `path: '${path.replace('{name}', `{${nameParam}}`)}'`,
    ...(body === 'none' ? [] : [`body: '${body}'`]),
    ...(type === 'application/json' ? [] : ['text: true']),
  ]
  return `  ${method}: { ${fields.join(', ')} },`
}
